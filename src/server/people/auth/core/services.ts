import type { CoreDeps } from '#server/core-deps.ts'
import { purposeKey } from '#server/keys.ts'
import { type AccessTokens, makeAccessTokens } from './access-tokens.ts'
import { makeThrottles, type Throttles } from './throttles.ts'

export interface Auth {
  deps: CoreDeps
  throttles: Throttles
  accessTokens: AccessTokens
  refreshKey: Uint8Array
  /** Runs after the response, to hide timing. */
  later(work: () => Promise<void>): void
  drain(): Promise<void>
}

declare module '#server/deps.ts' {
  interface Deps {
    auth: Auth
  }
}

export function makeAuth(deps: CoreDeps): Auth {
  const tasks = new Set<Promise<void>>()
  return {
    deps,
    throttles: makeThrottles(deps),
    accessTokens: makeAccessTokens(deps.keys),
    refreshKey: purposeKey(deps.keys, 'refresh'),
    later: work => {
      const done: Promise<void> = new Promise<void>(start => setImmediate(start))
        .then(work)
        .catch((error: unknown) => deps.log.error('account work after an answer failed', {}, error))
        .finally(() => tasks.delete(done))
      tasks.add(done)
    },
    drain: async () => {
      await Promise.all(tasks)
    },
  }
}
