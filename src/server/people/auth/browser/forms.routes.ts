import { Hono } from 'hono'
import { leadsOn, safeNext } from '#contract/people/safe-next.ts'
import type { Deps } from '#server/deps.ts'
import type { AppContext, AppEnv } from '#server/http/context.ts'
import { ApiError } from '#server/http/errors.ts'
import { isFormPost, readForm, refusedForm, type ShowForm } from '#server/http/forms.ts'
import { sameOriginAlways } from '#server/http/same-origin.ts'
import { parse } from '#server/http/validate.ts'
import type { Auth } from '../core/services.ts'
import { toBrowserError } from './browser.errors.ts'
import { signInBrowser } from './sign-in.ts'
import { signUpBrowser } from './sign-up.ts'

/** `POST /login` without JavaScript. */
export function authFormRoutes(deps: Pick<Deps, 'auth' | 'env'>, show: ShowForm) {
  const { auth } = deps
  return new Hono<AppEnv>().post('/login', sameOriginAlways(deps.env.publicUrl), async (c, next) => {
    if (!isFormPost(c)) return next()
    const form = await readForm(c)
    const isSignUp = c.req.query('mode') === 'signup'
    try {
      const target = isSignUp ? await signUpByForm(auth, c, form) : await signInByForm(auth, c, form)
      return c.redirect(target, 303)
    } catch (error) {
      const refusal = toBrowserError(error)
      if (!(refusal instanceof ApiError) || refusal.status >= 500) throw refusal
      return show(c, refusedForm(form, ['email', 'firstName', 'lastName', 'ageConfirmed'], refusal), refusal)
    }
  })
}

async function signInByForm(auth: Auth, c: AppContext, fields: Record<string, string>): Promise<string> {
  const { signIn } = await import('#contract/people/auth.ts')
  const { email, password } = await parse(signIn, fields)
  await signInBrowser(auth, c, email, password)
  return safeNext(c.req.query('next') ?? null)
}

async function signUpByForm(auth: Auth, c: AppContext, fields: Record<string, string>): Promise<string> {
  await auth.throttles.signUp.take(c.var.network)
  const { signUp } = await import('#contract/people/auth.ts')
  const result = await signUpBrowser(auth, c, await parse(signUp, fields))
  const next = safeNext(c.req.query('next') ?? null)
  if (result.kind === 'open' && leadsOn(next)) return next
  return `/login?${new URLSearchParams({
    mode: 'signup',
    welcome: result.kind,
    ...(next !== '/' && { next }),
  })}`
}
