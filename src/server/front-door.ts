import { Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { TrieRouter } from 'hono/router/trie-router'
import { parse } from 'hono/utils/cookie'
import { type Gate, gateCookie } from './features/gate/gate.ts'
import type { AppEnv, Fetch } from './http/context.ts'
import { badHost, withAddress } from './http/host.ts'
import { visitor } from './http/visitor.ts'
import type { Ground, Program } from './program.ts'
import type { Assets, BuiltPages } from './web/assets.ts'
import { makeDocuments } from './web/documents.ts'

export interface FrontDoorOptions {
  /** Null: the site is open to the public. */
  gate: Gate | null
  assets: Assets
  load(): Promise<Program>
}

export interface FrontDoor {
  /** Answers at once where it can; what else comes waits until the program is there, which answers from then on. */
  fetch: Fetch
  /** Loads the program, once. */
  open(): Promise<Program>
  /** The program; null while nobody has needed it. */
  opened(): Promise<Program> | null
}

/** Of the front page, by somebody who shows nothing that would have to be looked up. */
function isFirstVisit({ method, url, headers }: Request): boolean {
  const cookies = parse(headers.get('cookie') ?? '')
  return (
    method === 'GET' &&
    new URL(url).pathname === '/' &&
    !headers.has('authorization') &&
    !('sid' in cookies || '__Host-sid' in cookies)
  )
}

/**
 * Stands before a program that is not loaded yet: a start listens before it has read all features, so that the first
 * visitor of a site, who sees its gate or the frame of its landing page, does not wait for what serves everybody else.
 */
export function makeFrontDoor(
  { env, log }: Pick<Ground, 'env' | 'log'>,
  { gate, assets, load }: FrontDoorOptions,
): FrontDoor {
  let program: Program | null = null
  let opening: Promise<Program> | null = null
  const open = () => {
    opening ??= load().then(loaded => {
      program = loaded
      return loaded
    })
    return opening
  }

  const documents = makeDocuments(env, Date.now, assets)
  function firstPage(built: BuiltPages) {
    const door = new Hono<AppEnv>({ router: new TrieRouter() })
    door.onError((error, c) => documents.failure(c, error))
    door.use(visitor(env, log))
    door.get('/', c =>
      gate !== null && !gate.isUnlocked(getCookie(c, gateCookie))
        ? documents.gate(c, built)
        : documents.landing(c, built, async begun => (await open()).finishLanding(begun)),
    )
    return door.fetch
  }
  const first = assets.built && firstPage(assets.built)

  return {
    open,
    opened: () => opening,
    fetch: async (asked, bindings) => {
      const request = withAddress(asked)
      if (request === null) return badHost()
      if (program !== null) return program.fetch(request, bindings)
      if (first !== null && isFirstVisit(request)) return first(request, bindings)
      return (await open()).fetch(request, bindings)
    },
  }
}
