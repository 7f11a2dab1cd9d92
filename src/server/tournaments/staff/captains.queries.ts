import { type BoatId, type EntryId, newId, type TournamentId, type UserId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { day } from '#contract/time.ts'
import {
  assign,
  findAssignment,
  findCrewedBoat,
  unassign,
  unassignApproved,
} from '#server/boats/crew-members/index.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { hasRow } from '#server/db/rows.ts'
import { randomSecret } from '#server/people/auth/index.ts'
import { sha256 } from '#server/sha256.ts'
import type { TournamentRow } from '#server/tournaments/tournaments/index.ts'
import { giveBoatToWaitingPosts } from '#server/videos/crew-posts/index.ts'
import type { StaffInvitationRow } from './staff.table.ts'

/** Returns the names of the boats in the tournament. */
export const listEnteredBoats = (db: Db, tournament: TournamentId) =>
  db
    .selectFrom('entries')
    .innerJoin('boats', 'boats.id', 'entries.boat_id')
    .select(['boats.name', 'boats.captain_name'])
    .where('entries.tournament_id', '=', tournament)
    .where('entries.withdrawn_at', 'is', null)
    .execute()

export const findCaptainInvitation = (db: Db, entry: EntryId): Promise<StaffInvitationRow | undefined> =>
  db.selectFrom('staff_invitations').selectAll().where('entry_id', '=', entry).executeTakeFirst()

interface Captain {
  tournament: TournamentId
  entry: EntryId
  /** Null if the organiser shares the link. */
  email: string | null
}

/** Replaces the entry's former invitation. Only the token's hash is stored. */
export async function putCaptainInvitation(
  trx: Trx,
  { tournament, entry, email }: Captain,
  now: number,
): Promise<{ token: string; expiresAt: number }> {
  const [token, expiresAt] = [randomSecret(), now + limits.captainInvitationDays * day]
  await trx.deleteFrom('staff_invitations').where('entry_id', '=', entry).execute()
  await trx
    .insertInto('staff_invitations')
    .values({
      id: newId<'staff-invitation'>(),
      tournament_id: tournament,
      role: 'captain',
      token_hash: sha256(token),
      created_at: now,
      expires_at: expiresAt,
      entry_id: entry,
      email,
    })
    .execute()
  return { token, expiresAt }
}

/**
 * Gives the boats that wait for their captains to the new organiser.
 * Ends the former organiser's crew membership of them.
 */
export async function giveWaitingBoats(
  trx: Trx,
  { id, organiser_id: former }: Pick<TournamentRow, 'id' | 'organiser_id'>,
  organiser: UserId,
  now: number,
): Promise<void> {
  const waiting = trx
    .selectFrom('entries')
    .select('boat_id')
    .where('tournament_id', '=', id)
    .where('awaits_captain', '=', 1)
    .where('withdrawn_at', 'is', null)
  await trx.updateTable('boats').set({ owner_id: organiser }).where('id', 'in', waiting).execute()
  const crewedBoat = await findCrewedBoat(trx, former)
  if (crewedBoat !== null && (await hasRow(waiting.where('boat_id', '=', crewedBoat))))
    await unassign(trx, former, now)
}

/**
 * The boat is the captain's from now on, and backers can fund it. Crew members approved before leave it; the captain
 * stays, or is approved after asking.
 */
export async function giveToCaptain(
  trx: Trx,
  { id, entry_id: entry }: Pick<StaffInvitationRow, 'id'> & { entry_id: EntryId },
  boat: BoatId,
  captain: UserId,
  now: number,
): Promise<void> {
  await trx.updateTable('boats').set({ owner_id: captain }).where('id', '=', boat).execute()
  const own = await findAssignment(trx, captain)
  await unassignApproved(trx, boat, now)
  if (own?.boat_id === boat) {
    await assign(trx, captain, boat, now, now)
    await giveBoatToWaitingPosts(trx, captain, boat)
  }
  await trx.updateTable('entries').set({ awaits_captain: 0 }).where('id', '=', entry).execute()
  await trx
    .updateTable('staff_invitations')
    .set({ accepted_by: captain, email: null })
    .where('id', '=', id)
    .execute()
}
