import { AuthError, sessionNotFound, userBanned } from './auth.errors.ts'
import { isExpired, isLive } from './auth.rules.ts'
import type { Auth } from './services.ts'
import { findSession, type OpenSession } from './sessions.queries.ts'
import { findUser } from './users.queries.ts'

/** RFC 6750, 2.1; null without a bearer scheme. */
export function bearerToken(header: string | undefined): string | null {
  return /^bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? null
}

/** Checks the session too, so that sign-out takes effect at once. @throws AuthError */
export async function authenticate(auth: Auth, token: string | null): Promise<OpenSession> {
  if (token === null)
    throw new AuthError('no_authorization', 'This endpoint requires a valid Bearer token', {
      headers: { 'WWW-Authenticate': 'Bearer' },
    })
  const { db, now } = auth.deps
  const claims = await auth.accessTokens.verify(token, now())
  if (claims === null) throw new AuthError('bad_jwt', 'invalid JWT: it is not ours, or it has expired')
  const user = await findUser(db, claims.userId)
  if (!isLive(user)) throw new AuthError('user_not_found', 'User from sub claim in JWT does not exist')
  const session = await findSession(db, claims.sessionId)
  if (!session || session.user_id !== user.id || isExpired(session, now())) throw sessionNotFound()
  if (user.banned_at !== null) throw userBanned()
  return { user, session }
}
