import type { Context } from 'hono'
import { iso } from '#contract/iso.ts'
import type { ConfirmAnswer, SessionAnswer, SignUpAnswer } from '#contract/people/auth.ts'
import { inTransaction } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import type { AppEnv } from '#server/http/context.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { limitBy } from '#server/http/rate-limit.ts'
import { sameOriginAlways } from '#server/http/same-origin.ts'
import { otpExpired } from '../core/auth.errors.ts'
import { presentUser } from '../core/auth.present.ts'
import { extendWithinMs, isLive, sessionEnd } from '../core/auth.rules.ts'
import { passwordKey } from '../core/check-password.ts'
import { toSitePages } from '../core/mailed-links.ts'
import { findToken } from '../core/one-time-tokens.queries.ts'
import { hashPassword } from '../core/passwords.ts'
import { needsPassword, redeemLink, tokenTypes } from '../core/redeem-link.ts'
import { requestRecovery } from '../core/request-link.ts'
import { findSession, signOut } from '../core/sessions.queries.ts'
import { setPassword } from '../core/set-password.ts'
import { touchSoon } from '../core/touch-session.ts'
import { findUser } from '../core/users.queries.ts'
import { accountRoutes, type PrepareDeletion } from './account.routes.ts'
import { browserError } from './browser.errors.ts'
import {
  clearSessionCookie,
  openBrowserSession,
  setSessionCookie,
  startBrowserSession,
} from './session-cookie.ts'
import { signInBrowser } from './sign-in.ts'
import { signUpBrowser } from './sign-up.ts'

/** Mounted at /api/auth. Sets cookies, never returns tokens. */
export function authRoutes(
  deps: Pick<Deps, 'auth' | 'db' | 'env' | 'now'>,
  prepareDeletion: PrepareDeletion,
) {
  const { auth, db, env, now } = deps
  const app = new EndpointApp('/api/auth')
  app.onError(browserError)
  app.use(sameOriginAlways(env.publicUrl))
  app.use(async (c, next) => {
    await next()
    c.res.headers.set('Cache-Control', 'no-store')
  })

  app.endpoint('GET /api/auth/session', async c => c.json(await readAnswer(c)))

  async function readAnswer(c: Context<AppEnv>): Promise<SessionAnswer> {
    const { person } = c.var
    const signedOut = { user: null, expiresAt: null }
    if (person === null) return signedOut
    const [user, session] = await Promise.all([findUser(db, person.id), findSession(db, person.sessionId)])
    if (!isLive(user) || !session) return signedOut
    const isDue = sessionEnd(session) - now() < extendWithinMs && session.idle_expires_at < session.expires_at
    const current = isDue ? await touchSoon(auth, session.id, now()) : session
    return { user: presentUser(user), expiresAt: iso(sessionEnd(current ?? session)) }
  }

  app.endpoint('POST /api/auth/sign-in', async c => {
    const { email, password } = c.req.valid('json')
    const user = await signInBrowser(auth, c, email, password)
    return c.json({ user: presentUser(user) })
  })

  app.endpoint('POST /api/auth/sign-up', { limit: limitBy(auth.throttles.signUp) }, async c => {
    const result = await signUpBrowser(auth, c, c.req.valid('json'))
    const answer: SignUpAnswer =
      result.kind === 'open'
        ? { user: presentUser(result.user), confirmationRequired: false }
        : { user: null, confirmationRequired: true }
    return c.json(answer, 201)
  })

  app.endpoint('POST /api/auth/sign-out', async c => {
    const { scope = 'local' } = c.req.valid('json')
    const { person } = c.var
    if (person) await inTransaction(db, trx => signOut(trx, person.id, person.sessionId, scope))
    if (scope !== 'others' || !person) clearSessionCookie(c)
    return c.body(null, 204)
  })

  app.endpoint('POST /api/auth/recover', { limit: limitBy(auth.throttles.recover) }, async c => {
    await requestRecovery(auth, c.req.valid('json').email, toSitePages)
    return c.json({})
  })

  app.endpoint('POST /api/auth/reset', { limit: limitBy(auth.throttles.verify) }, async c => {
    const { token, password } = c.req.valid('json')
    // Sign-ups with different passwords need a new one.
    const types = ['recovery', 'signup'] as const
    if (!(await findToken(db, token, types, now()))) throw otpExpired()
    const hash = await hashPassword(password)
    const user = await startBrowserSession(auth, c, 'recovery', async trx => {
      const redemption = await redeemLink(trx, types, token, null, now())
      if (redemption.kind === 'half') throw otpExpired()
      return setPassword(trx, redemption.user.id, hash, null, now())
    })
    await auth.throttles.password.forget(passwordKey(c.var.network, user.email))
    return c.json({ user: presentUser(user) })
  })

  app.endpoint('POST /api/auth/confirm', { limit: limitBy(auth.throttles.verify) }, async c => {
    const { token, type } = c.req.valid('json')
    const result = await inTransaction(db, async trx => {
      if (type === 'signup' && (await needsPassword(trx, token, now())))
        return { pending: false, passwordRequired: true as const, user: null, open: null }
      const redemption = await redeemLink(trx, tokenTypes[type], token, null, now())
      if (redemption.kind === 'half') return { pending: true, user: null, open: null }
      if (type === 'signup') {
        const open = await openBrowserSession(trx, auth, c, redemption.user.id, 'otp')
        return { pending: false, user: open.user, open }
      }
      // Hides the account from other devices.
      const isOwn = c.var.person?.id === redemption.user.id
      return { pending: false, user: isOwn ? redemption.user : null, open: null }
    })
    if (result.open !== null) setSessionCookie(c, auth, result.open)
    const { user, pending, passwordRequired } = result
    const answer: ConfirmAnswer = {
      user: user && presentUser(user),
      pending,
      ...(passwordRequired && { passwordRequired }),
    }
    return c.json(answer)
  })

  app.route('/', accountRoutes(auth, prepareDeletion))
  return app
}
