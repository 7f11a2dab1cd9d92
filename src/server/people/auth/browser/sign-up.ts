import type { ParsedBody } from '#contract/endpoints.ts'
import type { AppContext } from '#server/http/context.ts'
import { toSitePages } from '../core/mailed-links.ts'
import type { Auth } from '../core/services.ts'
import { type SignUpResult, signUp } from '../core/sign-up.ts'
import { startBrowserSession } from './session-cookie.ts'

/** Signs up and, without a confirmation, starts a browser session. @throws AuthError */
export async function signUpBrowser(
  auth: Auth,
  c: AppContext,
  { email, password, firstName, lastName, ageConfirmed = false }: ParsedBody<'POST /api/auth/sign-up'>,
): Promise<SignUpResult> {
  const metadata = { first_name: firstName, last_name: lastName }
  const { network } = c.var
  const result = await signUp(auth, { network, email, password, metadata, ageConfirmed, ...toSitePages })
  if (result.kind === 'open') await startBrowserSession(auth, c, 'password', async () => result.user)
  return result
}
