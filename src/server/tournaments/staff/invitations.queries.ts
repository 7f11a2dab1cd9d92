import { newId, type StaffInvitationId, type TournamentId, type UserId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { day } from '#contract/time.ts'
import type { TournamentRole } from '#contract/tournaments/staff.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { hasRow } from '#server/db/rows.ts'
import { randomSecret } from '#server/people/auth/index.ts'
import { sha256 } from '#server/sha256.ts'
import type { StaffInvitationRow } from './staff.table.ts'

/** An invitation to the staff, not to a captain. */
export type StaffRoleInvitation = StaffInvitationRow & { role: TournamentRole }

/** Returns open invitations to the staff, in the order of their creation. */
export async function listInvitations(
  db: Db,
  tournament: TournamentId,
  now: number,
): Promise<StaffRoleInvitation[]> {
  const rows = await db
    .selectFrom('staff_invitations')
    .selectAll()
    .$narrowType<{ role: TournamentRole }>()
    .where('tournament_id', '=', tournament)
    .where('accepted_by', 'is', null)
    .where('entry_id', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('id')
    .limit(limits.openInvitations)
    .execute()
  return rows.toSorted((a, b) => a.created_at - b.created_at)
}

/** Returns the invitation of a token, even if it expired or was accepted. */
export const findInvitation = (db: Db, token: string): Promise<StaffInvitationRow | undefined> =>
  db.selectFrom('staff_invitations').selectAll().where('token_hash', '=', sha256(token)).executeTakeFirst()

/**
 * Stores an invitation with the token's hash only. Deletes the tournament's expired invitations to the staff.
 */
export async function insertInvitation(
  trx: Trx,
  {
    id,
    tournament,
    role,
  }: { id: StaffInvitationId | undefined; tournament: TournamentId; role: TournamentRole },
  now: number,
): Promise<{ row: StaffRoleInvitation; token: string }> {
  await trx
    .deleteFrom('staff_invitations')
    .where('tournament_id', '=', tournament)
    .where('entry_id', 'is', null)
    .where('expires_at', '<=', now)
    .execute()
  const token = randomSecret()
  const row = await trx
    .insertInto('staff_invitations')
    .values({
      id: id ?? newId<'staff-invitation'>(),
      tournament_id: tournament,
      role,
      token_hash: sha256(token),
      created_at: now,
      expires_at: now + limits.invitationDays * day,
    })
    .returningAll()
    .$narrowType<{ role: TournamentRole }>()
    .executeTakeFirstOrThrow()
  return { row, token }
}

export const hasInvitation = (db: Db, id: StaffInvitationId): Promise<boolean> =>
  hasRow(db.selectFrom('staff_invitations').select('id').where('id', '=', id))

export async function markAccepted(trx: Trx, id: StaffInvitationId, by: UserId): Promise<void> {
  await trx.updateTable('staff_invitations').set({ accepted_by: by }).where('id', '=', id).execute()
}

/** Deletes an open invitation of the tournament. Returns undefined if there is none. */
export const deleteInvitation = (
  trx: Trx,
  tournament: TournamentId,
  id: StaffInvitationId,
): Promise<StaffRoleInvitation | undefined> =>
  trx
    .deleteFrom('staff_invitations')
    .where('id', '=', id)
    .where('tournament_id', '=', tournament)
    .where('accepted_by', 'is', null)
    .where('entry_id', 'is', null)
    .returningAll()
    .$narrowType<{ role: TournamentRole }>()
    .executeTakeFirst()

/** Ends every open invitation. A captain's keeps its address: the next organiser can send it a new link. */
export async function endInvitations(trx: Trx, tournament: TournamentId, now: number): Promise<void> {
  await trx
    .deleteFrom('staff_invitations')
    .where('tournament_id', '=', tournament)
    .where('accepted_by', 'is', null)
    .where('entry_id', 'is', null)
    .execute()
  await trx
    .updateTable('staff_invitations')
    .set({ expires_at: now })
    .where('tournament_id', '=', tournament)
    .where('accepted_by', 'is', null)
    .where('expires_at', '>', now)
    .execute()
}
