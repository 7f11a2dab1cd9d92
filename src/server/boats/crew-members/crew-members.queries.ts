import type { BoatId, UserId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { compileFirst } from '#server/db/compile-once.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import type { CrewMemberRow } from './crew-members.table.ts'

export function findAssignment(db: Db, user: UserId): Promise<CrewMemberRow | undefined> {
  return db.selectFrom('crew_members').selectAll().where('user_id', '=', user).executeTakeFirst()
}

const membership = compileFirst((db, user: UserId) =>
  db.selectFrom('crew_members').select(['boat_id', 'approved_at']).where('user_id', '=', user),
)

/** Returns whether the person is crew of a boat or asks to be, or null. */
export async function findCrewState(db: Db, user: UserId): Promise<'approved' | 'asks' | null> {
  const member = await membership(db, user)
  if (!member) return null
  return member.approved_at === null ? 'asks' : 'approved'
}

/** Returns the boat that the person is approved crew of, or null. */
export async function findCrewedBoat(db: Db, user: UserId): Promise<BoatId | null> {
  const member = await membership(db, user)
  return member && member.approved_at !== null ? member.boat_id : null
}

export const isApprovedCrew = async (db: Db, user: UserId, boat: BoatId): Promise<boolean> =>
  (await findCrewedBoat(db, user)) === boat

/** Records the former crew member before an approved membership ends. */
async function recordLeaving(trx: Trx, user: UserId, now: number): Promise<void> {
  const member = await findAssignment(trx, user)
  if (!member?.approved_at) return
  await trx
    .insertInto('former_crew')
    .values({ user_id: user, boat_id: member.boat_id, left_at: now })
    .onConflict(conflict => conflict.columns(['user_id', 'boat_id']).doUpdateSet({ left_at: now }))
    .execute()
}

export async function assign(
  trx: Trx,
  user: UserId,
  boat: BoatId,
  approvedAt: number | null,
  now: number,
): Promise<void> {
  await recordLeaving(trx, user, now)
  const values = { boat_id: boat, approved_at: approvedAt, created_at: now }
  await trx
    .insertInto('crew_members')
    .values({ user_id: user, ...values })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(values))
    .execute()
}

export async function unassign(trx: Trx, user: UserId, now: number): Promise<void> {
  await recordLeaving(trx, user, now)
  await trx.deleteFrom('crew_members').where('user_id', '=', user).execute()
}

/** Requests stay. */
export async function unassignApproved(trx: Trx, boat: BoatId, now: number): Promise<void> {
  const members = await trx
    .selectFrom('crew_members')
    .select('user_id')
    .where('boat_id', '=', boat)
    .where('approved_at', 'is not', null)
    .execute()
  for (const { user_id } of members) await unassign(trx, user_id, now)
}

export async function approve(trx: Trx, user: UserId, now: number): Promise<void> {
  await trx.updateTable('crew_members').set({ approved_at: now }).where('user_id', '=', user).execute()
}

/** Requests first, then by seniority; without deleted accounts. */
export function listCrew(db: Db, boat: BoatId) {
  return db
    .selectFrom('crew_members')
    .innerJoin('users', 'users.id', 'crew_members.user_id')
    .selectAll('crew_members')
    .select(['users.email', 'users.metadata'])
    .where('crew_members.boat_id', '=', boat)
    .where('users.deleted_at', 'is', null)
    .orderBy(order => order('crew_members.approved_at', 'is not', null))
    .orderBy('crew_members.created_at')
    .limit(limits.listMax)
    .execute()
}

export type CrewRow = Awaited<ReturnType<typeof listCrew>>[number]
