import type { SessionId, UserId } from '#contract/ids.ts'
import { authTexts } from '#contract/people/auth-texts.ts'
import type { Trx } from '#server/db/connection.ts'
import { AuthError } from './auth.errors.ts'
import type { UserRow } from './auth.table.ts'
import { dropTokens } from './one-time-tokens.queries.ts'
import type { StoredPassword } from './passwords.ts'
import { deleteSessions } from './sessions.queries.ts'
import { ownsSite, updateUser } from './users.queries.ts'

/**
 * Sets a password, ends the other sessions, invalidates mailed links and cancels a waiting change of address, which a
 * stranger may have begun. @throws AuthError weak_password for owners
 */
export async function setPassword(
  trx: Trx,
  id: UserId,
  password: StoredPassword,
  exceptSession: SessionId | null,
  now: number,
): Promise<UserRow> {
  if (password.has_long_password === 0 && (await ownsSite(trx, id)))
    throw new AuthError('weak_password', authTexts.ownerPasswordTooShort)
  await deleteSessions(trx, id, exceptSession)
  await dropTokens(trx, id)
  return updateUser(trx, id, { ...password, new_email: null, email_change_confirmations: 0 }, now)
}
