import type { UserId } from '#contract/ids.ts'
import { inTransaction } from '#server/db/connection.ts'
import type { AppContext } from '#server/http/context.ts'
import { checkPassword, sameUser } from '../core/accounts.ts'
import type { LiveUser } from '../core/auth.rules.ts'
import type { Auth } from '../core/services.ts'
import { knownDevice } from './known-device.ts'
import { openBrowserSession, setSessionCookie } from './session-cookie.ts'

/** Signs this browser in and gives it its cookies. @throws AuthError, or ApiError 429 */
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
  const checked = await checkPassword(auth, source, email, password)
  const opened = await inTransaction(auth.deps.db, async trx => {
    const user = await sameUser(trx, checked)
    return openBrowserSession(trx, auth, c, user.id, 'password')
  })
  setSessionCookie(c, auth, opened)
  return opened.user
}
