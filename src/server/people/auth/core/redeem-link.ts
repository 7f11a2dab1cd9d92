import type { Trx } from '#server/db/connection.ts'
import { emailExists, otpExpired, userBanned } from './auth.errors.ts'
import { isLive, type LiveUser, liveUser, normaliseEmail } from './auth.rules.ts'
import type { OneTimeTokenType, SignInMethod } from './auth.table.ts'
import { type Challenge, dropTokensOfTypes, findToken, takeToken } from './one-time-tokens.queries.ts'
import { findUser, findUserByEmail, updateUser } from './users.queries.ts'

export const verifyTypes = ['signup', 'email', 'recovery', 'email_change', 'magiclink', 'invite'] as const
export type VerifyType = (typeof verifyTypes)[number]

export const tokenTypes: Record<VerifyType, readonly OneTimeTokenType[]> = {
  signup: ['signup'],
  email: ['signup'],
  recovery: ['recovery'],
  email_change: ['email_change_current', 'email_change_new'],
  // GoTrue's types that the server never sends.
  magiclink: [],
  invite: [],
}

/** Returns whether the person must set a password before the link signs in. */
export async function needsPassword(trx: Trx, secret: string, now: number): Promise<boolean> {
  const token = await findToken(trx, secret, tokenTypes.signup, now)
  const user = token && (await findUser(trx, token.user_id))
  return isLive(user) && user.password_hash === null
}

/** `half`: the other address is unconfirmed. */
export type Redemption =
  | { kind: 'confirmed'; user: LiveUser; method: SignInMethod; challenge: Challenge | null }
  | { kind: 'half' }

/**
 * Consumes a mailed token.
 * @param email the address that must have received it
 * @throws AuthError otp_expired; the rollback restores the token
 */
export async function redeemLink(
  trx: Trx,
  types: readonly OneTimeTokenType[],
  secret: string,
  email: string | null,
  now: number,
): Promise<Redemption> {
  const token = await takeToken(trx, secret, types, now)
  if (!token || (email !== null && token.email !== normaliseEmail(email))) throw otpExpired()
  const user = await findUser(trx, token.user_id)
  if (!isLive(user)) throw otpExpired()
  if (user.banned_at !== null) throw userBanned()
  const challenge =
    token.code_challenge !== null && token.code_challenge_method !== null
      ? { value: token.code_challenge, method: token.code_challenge_method }
      : null
  switch (token.type) {
    case 'signup':
    case 'recovery': {
      if (token.email !== user.email) throw otpExpired()
      if (user.email_confirmed_at === null) await dropTokensOfTypes(trx, user.id, ['signup'])
      const row = await updateUser(
        trx,
        user.id,
        {
          email_confirmed_at: user.email_confirmed_at ?? now,
          // A stranger may have chosen the unconfirmed password.
          ...(token.type === 'recovery' &&
            user.email_confirmed_at === null && {
              password_hash: null,
              has_long_password: null,
            }),
        },
        now,
      )
      const method = token.type === 'recovery' || row.password_hash === null ? 'recovery' : 'otp'
      return { kind: 'confirmed', user: liveUser(row), method, challenge }
    }
    case 'email_change_current':
    case 'email_change_new': {
      const expected = token.type === 'email_change_current' ? user.email : user.new_email
      if (user.new_email === null || token.email !== expected) throw otpExpired()
      // One confirmation per address.
      await dropTokensOfTypes(trx, user.id, [token.type])
      if (user.email_change_confirmations === 0) {
        await updateUser(trx, user.id, { email_change_confirmations: 1 }, now)
        return { kind: 'half' }
      }
      if (await findUserByEmail(trx, user.new_email)) throw emailExists()
      const row = await updateUser(
        trx,
        user.id,
        { email: user.new_email, new_email: null, email_confirmed_at: now, email_change_confirmations: 0 },
        now,
      )
      return { kind: 'confirmed', user: liveUser(row), method: 'otp', challenge }
    }
    default:
      return token.type satisfies never
  }
}
