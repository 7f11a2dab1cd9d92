import type { Server } from 'bun'
import type { Context } from 'hono'
import type { SessionId, UserId } from '#contract/ids.ts'
import type { Log } from '#server/log.ts'
import type { RefusedPassword } from '#server/telemetry/metrics.ts'

export interface Person {
  id: UserId
  sessionId: SessionId
  email: string
  firstName: string | null
  lastName: string | null
  profileImageUrl: string | null
}

/** Set by the middleware of `app.ts`. */
export interface Visitor {
  requestId: string
  log: Log
  /** Address of the connection. */
  peer: string
  /** Client address, as forwarded by TRUST_PROXY. */
  address: string
  /** Throttle key. */
  network: string
  /** PUBLIC_URL, or derived from the request. */
  origin: string
  secureHeadersNonce?: string
  /** Null if not signed in. */
  person: Person | null
  via: 'cookie' | 'bearer' | null
  /** True if the browser's cookie proves the site password. */
  knowsSitePassword: boolean
  /** Milliseconds since 1970; cookie sessions only. */
  sessionEndsAt: number | null
  /** Pattern of the page that answered. */
  page?: string
  /** A password of this request was wrong, or came too often. */
  refusedPassword?: RefusedPassword
  /** True if the failure is already in the log. */
  isFailureLogged?: true
}

export interface AppEnv {
  Bindings: {
    /** Undefined in direct `app.request` calls. */
    server?: Server<undefined>
    /** Set for in-process calls during server rendering. */
    visitor?: Visitor
  }
  Variables: Visitor
}

export type AppContext = Context<AppEnv>

export type Fetch = (request: Request, env: AppEnv['Bindings']) => Response | Promise<Response>
