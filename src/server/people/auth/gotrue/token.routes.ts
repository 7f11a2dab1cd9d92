import { Hono } from 'hono'
import { inTransaction } from '#server/db/connection.ts'
import type { AppEnv } from '#server/http/context.ts'
import { AuthError, invalidCredentials, userBanned, validationFailed } from '../core/auth.errors.ts'
import { isExpired, isLive } from '../core/auth.rules.ts'
import { checkPassword, reloadUser } from '../core/check-password.ts'
import { markRefusal } from '../core/mark-refusal.ts'
import { takeCode } from '../core/one-time-tokens.queries.ts'
import { matchesChallenge } from '../core/secrets.ts'
import type { Auth } from '../core/services.ts'
import { deleteSession, findSession, type OpenSession, touchSession } from '../core/sessions.queries.ts'
import { findUser } from '../core/users.queries.ts'
import { readBody, textOf } from './gotrue.body.ts'
import { presentSession, weakPassword } from './gotrue.present.ts'
import { openBearerSession } from './open-session.ts'
import { readRefreshToken, refreshOutcome } from './refresh-tokens.ts'

export function tokenRoutes(auth: Auth) {
  const { db, now } = auth.deps
  return new Hono<AppEnv>().post('/token', async c => {
    const network = c.var.network
    const grant = c.req.query('grant_type')
    if (grant !== 'password') await auth.throttles.token.take(network)
    const body = await readBody(c)
    switch (grant) {
      case 'password': {
        const email = textOf(body, 'email')
        if (email === null) {
          if (textOf(body, 'phone') !== null)
            throw new AuthError('phone_provider_disabled', 'Phone logins are disabled')
          throw validationFailed('missing email or phone')
        }
        const password = textOf(body, 'password') ?? ''
        const source = { network, knownDevice: () => null }
        const user = await markRefusal(c, checkPassword(auth, source, email, password))
        const open = await inTransaction(db, async trx => {
          const { id } = await reloadUser(trx, user)
          return openBearerSession(trx, auth, c, id, 'password')
        })
        return c.json({ ...(await presentSession(auth, open)), ...weakPassword(password) })
      }
      case 'refresh_token':
        return c.json(await presentSession(auth, await refresh(auth, textOf(body, 'refresh_token'))))
      case 'pkce': {
        const code = textOf(body, 'auth_code')
        const verifier = textOf(body, 'code_verifier')
        if (code === null || verifier === null)
          throw validationFailed('invalid request: both auth code and code verifier should be non-empty')
        const open = await inTransaction(db, async trx => {
          const row = await takeCode(trx, code, now())
          if (!row)
            throw new AuthError('flow_state_not_found', 'invalid flow state, no valid flow state found')
          if (!matchesChallenge(verifier, row.code_challenge, row.code_challenge_method))
            throw new AuthError(
              'bad_code_verifier',
              'code challenge does not match previously saved code verifier',
            )
          const user = await findUser(trx, row.user_id)
          if (!isLive(user)) throw invalidCredentials()
          if (user.banned_at !== null) throw userBanned(400)
          return openBearerSession(trx, auth, c, user.id, row.method)
        })
        return c.json(await presentSession(auth, open))
      }
      default:
        throw new AuthError('invalid_credentials', 'unsupported_grant_type')
    }
  })
}

const unknownToken = () =>
  new AuthError('refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')

async function refresh(auth: Auth, token: string | null): Promise<OpenSession> {
  const { db, env, now } = auth.deps
  const refreshToken =
    token === null ? { kind: 'malformed' as const } : readRefreshToken(auth.refreshKey, token)
  if (refreshToken.kind === 'malformed') throw validationFailed('Refresh token is not valid')
  if (refreshToken.kind === 'forged') throw unknownToken()
  // A throw would roll back the revocation.
  const result = await inTransaction(db, async (trx): Promise<OpenSession | AuthError> => {
    const session = await findSession(trx, refreshToken.sessionId)
    const counter = session?.refresh_counter ?? null
    if (!session || counter === null || refreshToken.counter > counter) return unknownToken()
    const end = async (error: AuthError) => {
      await deleteSession(trx, session.user_id, session.id)
      return error
    }
    if (isExpired(session, now()))
      return end(new AuthError('session_expired', 'Invalid Refresh Token: Session Expired'))
    const user = await findUser(trx, session.user_id)
    if (!isLive(user)) return end(unknownToken())
    if (user.banned_at !== null) return userBanned(400)
    const state = { refresh_counter: counter, refreshed_at: session.refreshed_at }
    const outcome = refreshOutcome(state, refreshToken.counter, now(), env.authReuseInterval)
    switch (outcome) {
      case 'rotate':
        return { user, session: (await touchSession(trx, session.id, env, now(), counter + 1)) ?? session }
      case 'reuse':
        return { user, session }
      case 'revoke':
        return end(new AuthError('refresh_token_already_used', 'Invalid Refresh Token: Already Used'))
      default:
        return outcome satisfies never
    }
  })
  if (result instanceof AuthError) throw result
  return result
}
