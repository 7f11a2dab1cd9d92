import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { inTransaction, type Trx } from '#server/db/connection.ts'
import type { AppContext, AppEnv } from '#server/http/context.ts'
import { cookieOptions, isSecure } from '#server/http/visitor.ts'
import { sha256 } from '#server/sha256.ts'
import type { LiveUser } from '../core/auth.rules.ts'
import type { SignInMethod, UserRow } from '../core/auth.table.ts'
import { randomSecret } from '../core/secrets.ts'
import type { Auth } from '../core/services.ts'
import { deleteSessionByCookie, insertSession, type OpenSession } from '../core/sessions.queries.ts'
import { visitOf } from '../core/visit.ts'
import { rememberDevice } from './known-device.ts'

/** RFC 6265bis: `__Host-` blocks cookies from subdomains and requires TLS. */
const cookieName = (origin: string) => (isSecure(origin) ? '__Host-sid' : 'sid')

export function cookieHash(c: AppContext): string | null {
  const value = getCookie(c, cookieName(c.get('origin')))
  return value === undefined || value === '' ? null : sha256(value)
}

/** Starts a session for the account that `find` returns, and sets its cookie. */
export async function startBrowserSession(
  auth: Auth,
  c: AppContext,
  method: SignInMethod,
  find: (trx: Trx) => Promise<Pick<UserRow, 'id'>>,
): Promise<LiveUser> {
  const open = await inTransaction(auth.deps.db, async trx =>
    openBrowserSession(trx, auth, c, (await find(trx)).id, method),
  )
  setSessionCookie(c, auth, open)
  return open.user
}

/** Ends the previous session. Set the cookie after the transaction. */
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
  const open = await insertSession(
    trx,
    { userId, method, visit: visitOf(c), cookieHash: sha256(cookie) },
    env,
    now(),
  )
  return { ...open, cookie }
}

export function setSessionCookie(
  c: AppContext,
  auth: Auth,
  { cookie, user }: Pick<OpenSession, 'user'> & { cookie: string },
): void {
  setCookie(c, cookieName(c.var.origin), cookie, {
    ...cookieOptions(c.var.origin),
    maxAge: auth.deps.env.sessionMaxTtl,
  })
  rememberDevice(c, auth, user.id)
}

export function clearSessionCookie<E extends AppEnv>(c: Context<E>): void {
  deleteCookie(c, cookieName(c.var.origin), cookieOptions(c.var.origin))
}
