import type { SessionId, UserId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { inTransaction, type Trx } from '#server/db/connection.ts'
import { sharedNetwork } from '#server/http/network.ts'
import { AuthError, invalidCredentials, sessionNotFound, userBanned } from './auth.errors.ts'
import { isLive, type LiveUser, normaliseEmail } from './auth.rules.ts'
import { isKnownNetwork } from './known-networks.queries.ts'
import { isLongPassword, verifyPassword } from './passwords.ts'
import type { Auth } from './services.ts'
import { findSession } from './sessions.queries.ts'
import { findUser, findUserByEmail, updateUser } from './users.queries.ts'

export interface SignInSource {
  network: string
  /** Device id; null for GoTrue. */
  knownDevice(userId: UserId): string | null
}

export const passwordKey = (source: string, email: string) => `${source} ${email}`

/**
 * @throws AuthError, the same for unknown addresses and wrong passwords; reveals banned or unconfirmed only after the
 * right password
 */
export async function checkPassword(
  auth: Auth,
  { network, knownDevice }: SignInSource,
  address: string,
  password: string,
): Promise<LiveUser> {
  const { throttles, deps } = auth
  // Bounds throttle memory.
  const email = normaliseEmail(address).slice(0, limits.emailMax + 1)
  const user = await findUserByEmail(deps.db, email)
  const userId = user?.id ?? null
  const device = userId === null ? null : knownDevice(userId)
  const source = device === null ? network : `device ${device}`
  // Known devices of an account share a limit.
  await throttles.token.take(device === null ? network : `account ${userId}`)
  const isStranger = device === null && !(await isKnownNetwork(deps.db, userId, network))
  if (isStranger) await throttles.strangers.check(email)
  await throttles.password.take(passwordKey(source, email))
  const sharedSource = sharedNetwork(source)
  if (sharedSource !== source) await throttles.sharedPassword.take(passwordKey(sharedSource, email))
  if (isStranger) await throttles.strangers.take(email)
  const isRight = await verifyPassword(password, user?.password_hash ?? null)
  if (!isRight || !isLive(user)) throw invalidCredentials()
  await throttles.password.forget(passwordKey(source, email))
  if (sharedSource !== source) await throttles.sharedPassword.forget(passwordKey(sharedSource, email))
  if (user.banned_at !== null) throw userBanned(400)
  if (user.email_confirmed_at === null) throw new AuthError('email_not_confirmed', 'Email not confirmed')
  // Older versions did not store the length.
  if (user.has_long_password === null)
    await inTransaction(deps.db, trx =>
      updateUser(trx, user.id, { has_long_password: isLongPassword(password) }, deps.now()),
    )
  return user
}

/** Checks the current password of a signed-in person; throttled per session. */
export async function confirmPassword(
  auth: Auth,
  user: LiveUser,
  sessionId: SessionId,
  password: string,
): Promise<boolean> {
  const key = passwordKey(`session ${sessionId}`, user.email)
  await auth.throttles.password.take(key)
  const isRight = await verifyPassword(password, user.password_hash)
  if (isRight) await auth.throttles.password.forget(key)
  return isRight
}

/**
 * Reads the account again, since hashing preceded the transaction.
 * @throws AuthError when the account changed meanwhile
 */
export async function reloadUser(trx: Trx, before: LiveUser): Promise<LiveUser> {
  const user = await findUser(trx, before.id)
  if (!isLive(user) || user.password_hash !== before.password_hash) throw invalidCredentials()
  if (user.banned_at !== null) throw userBanned()
  return user
}

/** For a change by a session, which a sign-out may have ended meanwhile. @throws AuthError */
export async function reloadSignedIn(trx: Trx, before: LiveUser, sessionId: SessionId): Promise<LiveUser> {
  if (!(await findSession(trx, sessionId))) throw sessionNotFound()
  return reloadUser(trx, before)
}
