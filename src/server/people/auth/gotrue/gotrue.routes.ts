import { Hono } from 'hono'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { newId } from '#contract/ids.ts'
import { inTransaction } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import type { AppEnv } from '#server/http/context.ts'
import { crossOrigin } from '#server/http/cors.ts'
import { wrongMethod } from '#server/http/wrong-method.ts'
import { version } from '#server/version.ts'
import { publicJwks } from '../core/access-tokens.ts'
import { AuthError, validationFailed } from '../core/auth.errors.ts'
import { type LiveUser, type Metadata, mergeMetadata } from '../core/auth.rules.ts'
import { signUp } from '../core/sign-up.ts'
import { emailOf, linkOptionsOf, newPasswordOf, readBody, recordOf, textOf } from './gotrue.body.ts'
import { gotrueError } from './gotrue.errors.ts'
import { presentGoTrueUser, presentSession } from './gotrue.present.ts'
import { openBearerSession } from './open-session.ts'
import { tokenRoutes } from './token.routes.ts'
import { userRoutes } from './user.routes.ts'
import { verifyRoutes } from './verify.routes.ts'

/** Compatible with `@supabase/auth-js`; mounted at /auth/v1, without cookies. */
export function gotrueRoutes(deps: Pick<Deps, 'auth' | 'db' | 'env' | 'keys' | 'now'>) {
  const { auth, db, env, now } = deps
  const app = new Hono<AppEnv>()
  app.onError(gotrueError)
  app.use(crossOrigin(env))
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed(c, methods) {
        // Prevents Hono from copying the headers of the 404, such as X-Sb-Error-Code.
        c.res = undefined
        return gotrueError(wrongMethod(methods), c)
      },
    }),
  )
  app.use(async (c, next) => {
    await next()
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store')
  })

  app.post('/signup', async c => {
    const network = c.var.network
    await auth.throttles.signUp.take(network)
    const body = await readBody(c)
    if (textOf(body, 'email') === null) {
      if (textOf(body, 'phone') !== null)
        throw new AuthError('phone_provider_disabled', 'Phone signups are disabled')
      throw new AuthError('anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
    }
    const email = emailOf(body)
    const password = newPasswordOf(body)
    if (password === null) throw validationFailed('Signup requires a valid password')
    const metadata = recordOf(body, 'data') ?? {}
    const result = await signUp(auth, {
      network,
      email,
      password,
      metadata,
      ageConfirmed: metadata.age_confirmed === true,
      ...linkOptionsOf(c, auth, body),
    })
    if (result.kind === 'pending')
      return c.json(presentGoTrueUser(result.user ?? fakeUser(email, metadata, now())))
    const open = await inTransaction(db, trx => openBearerSession(trx, auth, c, result.user.id, 'password'))
    return c.json(await presentSession(auth, open))
  })

  app.route('/', tokenRoutes(auth))
  app.route('/', userRoutes(auth))
  app.route('/', verifyRoutes(auth))

  app.get('/.well-known/jwks.json', c =>
    c.json(publicJwks(deps.keys), 200, { 'Cache-Control': 'public, max-age=600' }),
  )
  app.get('/health', c =>
    c.json({
      version,
      name: 'GoTrue',
      description: 'Accounts of Reelstake, compatible with GoTrue',
    }),
  )
  app.get('/settings', c =>
    c.json({
      external: { email: true, phone: false, anonymous_users: false },
      disable_signup: false,
      mailer_autoconfirm: env.authAutoconfirm,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
      mfa_enabled: false,
    }),
  )
  app.all('*', c => gotrueError(new AuthError('not_found', 'There is nothing here.'), c))
  return app
}

/** Answers like a sign-up of a new address, so that it doesn't reveal the account. */
function fakeUser(email: string, metadata: Metadata, now: number): LiveUser {
  return {
    id: newId<'user'>(),
    email,
    password_hash: null,
    has_long_password: null,
    metadata: mergeMetadata({}, metadata) ?? '{}',
    email_confirmed_at: null,
    confirmation_sent_at: now,
    recovery_sent_at: null,
    new_email: null,
    email_change_sent_at: null,
    email_change_confirmations: 0,
    last_sign_in_at: null,
    banned_at: null,
    age_confirmed_at: null,
    deleted_at: null,
    created_at: now,
    updated_at: now,
  }
}
