import type { UserId } from '#contract/ids.ts'
import { inTransaction } from '#server/db/connection.ts'
import type { AppContext } from '#server/http/context.ts'
import type { LiveUser } from '../core/auth.rules.ts'
import { checkPassword, reloadUser } from '../core/check-password.ts'
import { markRefusal } from '../core/mark-refusal.ts'
import type { Auth } from '../core/services.ts'
import { knownDevice } from './known-device.ts'
import { openBrowserSession, setSessionCookie } from './session-cookie.ts'

/** Checks the password and starts a browser session. @throws AuthError; ApiError 429 */
export async function signInBrowser(
  auth: Auth,
  c: AppContext,
  email: string,
  password: string,
): Promise<LiveUser> {
  const source = {
    network: c.var.network,
    knownDevice: (userId: UserId) => knownDevice(c, auth, userId),
  }
  const account = await markRefusal(c, checkPassword(auth, source, email, password))
  const open = await inTransaction(auth.deps.db, async trx => {
    const user = await reloadUser(trx, account)
    return openBrowserSession(trx, auth, c, user.id, 'password')
  })
  setSessionCookie(c, auth, open)
  return open.user
}

/** Starts the browser session of a sign-up that needs no confirmation. */
export async function openForNewUser(auth: Auth, c: AppContext, { id }: Pick<LiveUser, 'id'>): Promise<void> {
  const open = await inTransaction(auth.deps.db, trx => openBrowserSession(trx, auth, c, id, 'password'))
  setSessionCookie(c, auth, open)
}
