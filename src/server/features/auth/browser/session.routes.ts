import { type Context, Hono } from 'hono'
import type { ConfirmAnswer, SessionAnswer, SignUpAnswer } from '#contract/auth.ts'
import { iso } from '#contract/iso.ts'
import { inTransaction } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import type { AppEnv } from '#server/http/context.ts'
import { sameOriginAlways } from '#server/http/same-origin.ts'
import { jsonBody } from '#server/http/validate.ts'
import {
  guessKey,
  needsPassword,
  recover,
  redeem,
  signUp,
  tokenTypes,
  toSitePages,
} from '../core/accounts.ts'
import { otpExpired } from '../core/auth.errors.ts'
import { presentUser } from '../core/auth.present.ts'
import { extendWithin, isLive, liveUser, sessionEnd } from '../core/auth.rules.ts'
import { dropTokens, findToken } from '../core/one-time-tokens.queries.ts'
import { hashPassword } from '../core/passwords.ts'
import { authOf } from '../core/services.ts'
import { deleteSessions, findSession, signOut } from '../core/sessions.queries.ts'
import { findUser, updateUser } from '../core/users.queries.ts'
import { touchSoon } from '../read-session.ts'
import { accountRoutes } from './account.routes.ts'
import { browserError } from './browser.errors.ts'
import { limited } from './limited.ts'
import { clearSessionCookie, cookieHash, openBrowserSession, setSessionCookie } from './session-cookie.ts'
import { signInBrowser } from './sign-in.ts'

/** The pages' door: mounted at /api/auth. Sets cookies and never shows a token. */
export function authRoutes(deps: Deps) {
  const auth = authOf(deps)
  const { db, env, now } = deps
  const app = new Hono<AppEnv>()
  app.onError(browserError)
  app.use(sameOriginAlways(env.publicUrl))
  app.use(async (c, next) => {
    await next()
    c.res.headers.set('Cache-Control', 'no-store')
  })

  app.get('/session', async c => c.json(await readAnswer(c)))

  async function readAnswer(c: Context<AppEnv>): Promise<SessionAnswer> {
    const { person } = c.var
    const nobody = { user: null, expiresAt: null }
    if (person === null) {
      if (cookieHash(c) !== null) clearSessionCookie(c)
      return nobody
    }
    const [user, found] = await Promise.all([findUser(db, person.id), findSession(db, person.sessionId)])
    if (!isLive(user) || !found) return nobody
    const due = sessionEnd(found) - now() < extendWithin && found.idle_expires_at < found.expires_at
    const session = due ? await touchSoon(auth, found.id, now()) : found
    return { user: presentUser(user), expiresAt: iso(sessionEnd(session ?? found)) }
  }

  app.post(
    '/sign-in',
    jsonBody(() => import('#contract/auth.ts').then(m => m.signIn)),
    async c => {
      const { email, password } = c.req.valid('json')
      const user = await signInBrowser(auth, c, email, password)
      return c.json({ user: presentUser(user) })
    },
  )

  app.post(
    '/sign-up',
    limited(auth.throttles.signUp),
    jsonBody(() => import('#contract/auth.ts').then(m => m.signUp)),
    async c => {
      const { email, password, firstName, lastName } = c.req.valid('json')
      const metadata = { first_name: firstName, last_name: lastName }
      const signedUp = await signUp(auth, {
        network: c.var.network,
        email,
        password,
        metadata,
        ...toSitePages,
      })
      const answer: SignUpAnswer =
        signedUp.kind === 'open'
          ? { user: presentUser(signedUp.user), confirmationRequired: false }
          : { user: null, confirmationRequired: true }
      return c.json(answer, 201)
    },
  )

  app.post(
    '/sign-out',
    jsonBody(() => import('#contract/auth.ts').then(m => m.signOut)),
    async c => {
      const { scope = 'local' } = c.req.valid('json')
      const { person } = c.var
      if (person) await inTransaction(db, trx => signOut(trx, person.id, person.sessionId, scope))
      if (scope !== 'others' || !person) clearSessionCookie(c)
      return c.body(null, 204)
    },
  )

  app.post(
    '/recover',
    limited(auth.throttles.recover),
    jsonBody(() => import('#contract/auth.ts').then(m => m.recover)),
    async c => {
      await recover(auth, c.req.valid('json').email, toSitePages)
      return c.json({})
    },
  )

  app.post(
    '/reset',
    limited(auth.throttles.verify),
    jsonBody(() => import('#contract/auth.ts').then(m => m.reset)),
    async c => {
      const { token, password } = c.req.valid('json')
      // A sign-up's link leads here too, when the address was signed up with different passwords.
      const types = ['recovery', 'signup'] as const
      if (!(await findToken(db, token, types, now()))) throw otpExpired()
      const passwordHash = await hashPassword(password)
      const opened = await inTransaction(db, async trx => {
        const redeemed = await redeem(trx, types, token, null, now())
        if (redeemed.kind === 'half') throw otpExpired()
        const { id } = redeemed.user
        await updateUser(trx, id, { password_hash: passwordHash }, now())
        await deleteSessions(trx, id, null)
        await dropTokens(trx, id)
        return openBrowserSession(trx, auth, c, id, 'recovery')
      })
      auth.throttles.password.forget(guessKey(c.var.network, opened.user.email))
      setSessionCookie(c, auth, opened)
      return c.json({ user: presentUser(opened.user) })
    },
  )

  app.post(
    '/confirm',
    limited(auth.throttles.verify),
    jsonBody(() => import('#contract/auth.ts').then(m => m.confirm)),
    async c => {
      const { token, type } = c.req.valid('json')
      const result = await inTransaction(db, async trx => {
        if (type === 'signup' && (await needsPassword(trx, token, now())))
          return { pending: false, passwordRequired: true as const, user: null, opened: null }
        const redeemed = await redeem(trx, tokenTypes(type), token, null, now())
        if (redeemed.kind === 'half') return { pending: true, user: null, opened: null }
        if (type === 'signup') {
          const opened = await openBrowserSession(trx, auth, c, redeemed.user.id, 'otp')
          return { pending: false, user: opened.user, opened }
        }
        // Who confirms an address on another device is not signed in there, and learns no more than that it worked.
        const own = c.var.person?.id === redeemed.user.id
        return { pending: false, user: own ? liveUser(redeemed.user) : null, opened: null }
      })
      if (result.opened !== null) setSessionCookie(c, auth, result.opened)
      const { user, pending, passwordRequired } = result
      const answer: ConfirmAnswer = {
        user: user && presentUser(user),
        pending,
        ...(passwordRequired && { passwordRequired }),
      }
      return c.json(answer)
    },
  )

  app.route('/', accountRoutes(auth))
  return app
}
