import type { SessionId } from '#contract/ids.ts'
import { inTransaction } from '#server/db/connection.ts'
import type { SessionRow } from './auth.table.ts'
import type { Auth } from './services.ts'
import { touchSession } from './sessions.queries.ts'

/** Milliseconds. */
const touchTimeoutMs = 200

/** @returns undefined after 200 ms of a locked database; then writes after the response */
export function touchSoon(auth: Auth, id: SessionId, now: number): Promise<SessionRow | undefined> {
  const { promise, resolve } = Promise.withResolvers<SessionRow | undefined>()
  auth.later(async () =>
    resolve(await inTransaction(auth.deps.db, trx => touchSession(trx, id, auth.deps.env, now))),
  )
  return Promise.race([promise, Bun.sleep(touchTimeoutMs).then(() => undefined)])
}
