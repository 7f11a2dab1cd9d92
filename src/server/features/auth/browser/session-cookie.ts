import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Trx } from '#server/db/connection.ts'
import type { AppContext, AppEnv } from '#server/http/context.ts'
import { isSecure } from '#server/http/visitor.ts'
import type { SignInMethod, UserRow } from '../core/auth.table.ts'
import { hashSecret, randomSecret } from '../core/secrets.ts'
import type { Auth } from '../core/services.ts'
import {
  deleteSessionByCookie,
  insertSession,
  type OpenSession,
  type Visit,
} from '../core/sessions.queries.ts'
import { rememberDevice } from './known-device.ts'

/** The prefix makes a browser refuse the cookie from a subdomain; it needs TLS, which a marina's own network lacks. */
const cookieName = (origin: string) => (isSecure(origin) ? '__Host-sid' : 'sid')

/** What the database knows the visitor's cookie by. */
export function cookieHash(c: AppContext): string | null {
  const value = getCookie(c, cookieName(c.var.origin))
  return value === undefined || value === '' ? null : hashSecret(value)
}

export function visitOf(c: AppContext): Visit {
  return { userAgent: c.req.header('user-agent') ?? '', address: c.var.address, network: c.var.network }
}

/** A new session of this browser; the one it had ends. Give the browser its cookie after the transaction. */
export async function openBrowserSession(
  trx: Trx,
  auth: Auth,
  c: AppContext,
  userId: UserRow['id'],
  method: SignInMethod,
): Promise<OpenSession & { cookie: string }> {
  const { env, now } = auth.deps
  const previous = cookieHash(c)
  if (previous !== null) await deleteSessionByCookie(trx, previous)
  const cookie = randomSecret()
  const opened = await insertSession(
    trx,
    { userId, method, visit: visitOf(c), cookieHash: hashSecret(cookie) },
    env,
    now(),
  )
  return { ...opened, cookie }
}

export function setSessionCookie(
  c: AppContext,
  auth: Auth,
  { cookie, user }: Pick<OpenSession, 'user'> & { cookie: string },
): void {
  setCookie(c, cookieName(c.var.origin), cookie, {
    httpOnly: true,
    secure: isSecure(c.var.origin),
    sameSite: 'Lax',
    path: '/',
    maxAge: auth.deps.env.sessionMaxTtl,
  })
  rememberDevice(c, auth, user.id)
}

export function clearSessionCookie<E extends AppEnv>(c: Context<E>): void {
  deleteCookie(c, cookieName(c.var.origin), {
    httpOnly: true,
    secure: isSecure(c.var.origin),
    sameSite: 'Lax',
    path: '/',
  })
}
