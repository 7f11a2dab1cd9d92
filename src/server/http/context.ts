import type { Server } from 'bun'
import type { Context } from 'hono'
import type { SessionId, UserId } from '#contract/ids.ts'
import type { Log } from '#server/log.ts'

/** Who is asking, as every feature may know them. */
export interface Person {
  id: UserId
  sessionId: SessionId
  email: string
  firstName: string | null
  lastName: string | null
  profileImageUrl: string | null
}

/** What the middleware of `app.ts` leaves for the handlers. */
export interface Visitor {
  requestId: string
  log: Log
  /** The address at the other end of the connection: the client's, or the nearest proxy's. */
  peer: string
  /** The client's address, as proxies of TRUST_PROXY forward it. */
  address: string
  /** What throttles count the request by: the client's network, or the one that an untrusted proxy names. */
  network: string
  /** This site's scheme, host and port: PUBLIC_URL, else what the request says. */
  origin: string
  /** The nonce of this answer's Content-Security-Policy. */
  secureHeadersNonce?: string
  /** Who is asking; null: nobody who is signed in. Set before any route. */
  person: Person | null
  /** Which door the person came through. */
  via: 'cookie' | 'bearer' | null
  /** When the cookie's session ends unless it is extended, in milliseconds since 1970. */
  sessionEndsAt: number | null
}

export interface AppEnv {
  Bindings: {
    /** The listening server; none where `app.request` is called directly. */
    server?: Server<undefined>
    /** Whose page is being rendered, where the page asks the API from inside. */
    visitor?: Visitor
  }
  Variables: Visitor
}

export type AppContext = Context<AppEnv>

/** What answers requests. */
export type Fetch = (request: Request, env: AppEnv['Bindings']) => Response | Promise<Response>
