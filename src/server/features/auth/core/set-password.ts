import type { SessionId, UserId } from '#contract/ids.ts'
import type { Trx } from '#server/db/connection.ts'
import type { UserRow } from './auth.table.ts'
import { dropTokens } from './one-time-tokens.queries.ts'
import { deleteSessions } from './sessions.queries.ts'
import { updateUser } from './users.queries.ts'

/** Sets a password, ends the other sessions and invalidates mailed links. */
export async function setPassword(
  trx: Trx,
  id: UserId,
  passwordHash: string,
  exceptSession: SessionId | null,
  now: number,
): Promise<UserRow> {
  await deleteSessions(trx, id, exceptSession)
  await dropTokens(trx, id)
  return updateUser(trx, id, { password_hash: passwordHash }, now)
}
