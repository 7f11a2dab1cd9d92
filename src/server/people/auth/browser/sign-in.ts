import type { UserId } from '#contract/ids.ts'
import type { AppContext } from '#server/http/context.ts'
import type { LiveUser } from '../core/auth.rules.ts'
import { checkPassword, reloadUser } from '../core/check-password.ts'
import { markRefusal } from '../core/mark-refusal.ts'
import type { Auth } from '../core/services.ts'
import { knownDevice } from './known-device.ts'
import { startBrowserSession } from './session-cookie.ts'

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
  return startBrowserSession(auth, c, 'password', trx => reloadUser(trx, account))
}
