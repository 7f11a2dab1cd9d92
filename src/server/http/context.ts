import type { Server } from 'bun'
import type { Context } from 'hono'
import type { SessionId, UserId } from '#contract/ids.ts'
import type { Log } from '#server/log.ts'

/** The signed-in user. */
export interface Person {
  id: UserId
  sessionId: SessionId
  email: string
  firstName: string | null
  lastName: string | null
  profileImageUrl: string | null
}

/** Variables that the middleware of `app.ts` sets. */
export interface Visitor {
  requestId: string
  log: Log
  /** The address of the connection: the client's or the nearest proxy's. */
  peer: string
  /** The client's address, forwarded by proxies of TRUST_PROXY. */
  address: string
  /** The key of throttles: the client's network, or the one that an untrusted proxy names. */
  network: string
  /** This site's scheme, host and port: PUBLIC_URL, else what the request says. */
  origin: string
  /** The nonce of this answer's Content-Security-Policy. */
  secureHeadersNonce?: string
  /** Null: not signed in. */
  person: Person | null
  /** How the request was authenticated. */
  via: 'cookie' | 'bearer' | null
  /** When the cookie's session ends unless extended, in milliseconds since 1970. */
  sessionEndsAt: number | null
}

export interface AppEnv {
  Bindings: {
    /** Undefined where `app.request` is called directly. */
    server?: Server<undefined>
    /** Whose page is being rendered, where the page asks the API from inside. */
    visitor?: Visitor
  }
  Variables: Visitor
}

export type AppContext = Context<AppEnv>

/** What answers requests. */
export type Fetch = (request: Request, env: AppEnv['Bindings']) => Response | Promise<Response>
