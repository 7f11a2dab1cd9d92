import { sql } from 'kysely'
import type { TournamentId, UserId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { hour } from '#contract/time.ts'
import type { StaffRole } from '#contract/tournaments/staff.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { newestFirst } from '#server/db/row-order.ts'
import type { Position } from '#server/http/paging.ts'
import { isShownTournament } from '#server/tournaments/tournaments/index.ts'
import type { StaffRow } from './staff.table.ts'

/** Returns the staff in the order of joining, without deleted accounts. */
export const listStaff = (db: Db, tournament: TournamentId) =>
  db
    .selectFrom('staff')
    .innerJoin('users', 'users.id', 'staff.user_id')
    .select(['staff.user_id', 'staff.role', 'staff.joined_at', 'users.email', 'users.metadata'])
    .where('staff.tournament_id', '=', tournament)
    .where('staff.removed_at', 'is', null)
    .where('users.deleted_at', 'is', null)
    .orderBy('staff.joined_at')
    .limit(limits.staff)
    .execute()

export type ShownStaff = Awaited<ReturnType<typeof listStaff>>[number]

/** Returns a member of the staff who isn't removed. */
export const findMember = (db: Db, tournament: TournamentId, user: UserId) =>
  db
    .selectFrom('staff')
    .innerJoin('users', 'users.id', 'staff.user_id')
    .selectAll('staff')
    .select(['users.email', 'users.metadata', 'users.deleted_at'])
    .where('staff.tournament_id', '=', tournament)
    .where('staff.user_id', '=', user)
    .where('staff.removed_at', 'is', null)
    .executeTakeFirst()

/** Joins, changes the role or joins again. */
export async function putMember(
  trx: Trx,
  member: { tournament_id: TournamentId; user_id: UserId; role: StaffRole },
  now: number,
): Promise<void> {
  const { role } = member
  await trx
    .insertInto('staff')
    .values({ ...member, joined_at: now, removed_at: null })
    .onConflict(conflict =>
      conflict.columns(['tournament_id', 'user_id']).doUpdateSet({ role, joined_at: now, removed_at: null }),
    )
    .execute()
}

/** @param hasStarted whether the tournament has: then the person stays an insider */
export async function removeMember(
  trx: Trx,
  { tournament_id, user_id }: Pick<StaffRow, 'tournament_id' | 'user_id'>,
  hasStarted: boolean,
  now: number,
): Promise<void> {
  const member = sql<boolean>`tournament_id = ${tournament_id} and user_id = ${user_id}`
  if (hasStarted) await trx.updateTable('staff').set({ removed_at: now }).where(member).execute()
  else await trx.deleteFrom('staff').where(member).execute()
}

/** The latest joined first, without expired roles. @param now milliseconds since 1970 */
export const listTournamentsOfStaff = (db: Db, user: UserId, size: number, after: Position, now: number) =>
  db
    .selectFrom('staff')
    .innerJoin('tournaments', 'tournaments.id', 'staff.tournament_id')
    .select(['tournaments.id', 'staff.role', 'staff.joined_at'])
    .where('staff.user_id', '=', user)
    .where('staff.removed_at', 'is', null)
    .where(isShownTournament)
    .where(({ or, eb }) =>
      or([
        eb('staff.role', '=', 'co-organiser'),
        eb('tournaments.ends_at', '>', now - limits.weighMasterHours * hour),
      ]),
    )
    .$call(newestFirst('staff.joined_at', 'staff.tournament_id', after, size))
    .execute()

/** Deletes a person's webhooks of the tournament, with their deliveries. */
export async function deleteWebhooksOf(trx: Trx, tournament: TournamentId, person: UserId): Promise<void> {
  const webhooks = trx
    .selectFrom('webhooks')
    .select('id')
    .where('tournament_id', '=', tournament)
    .where('created_by', '=', person)
  await trx.deleteFrom('webhook_deliveries').where('webhook_id', 'in', webhooks).execute()
  await trx.deleteFrom('webhooks').where('id', 'in', webhooks).execute()
}

/** Returns the data of the mail about a new organiser. Undefined if the recipient was banned since. */
export const findChangedOrganiser = (db: Db, tournament: TournamentId, person: UserId) =>
  db
    .selectFrom('tournaments')
    .innerJoin('users as organiser', 'organiser.id', 'tournaments.organiser_id')
    .innerJoin('users as recipient', join => join.on('recipient.id', '=', person))
    .select([
      'tournaments.name',
      'tournaments.organiser_id',
      'organiser.metadata',
      'organiser.deleted_at',
      'recipient.email',
    ])
    .where('tournaments.id', '=', tournament)
    .where('recipient.banned_at', 'is', null)
    .executeTakeFirst()
