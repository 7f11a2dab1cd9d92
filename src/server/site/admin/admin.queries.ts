import { sql } from 'kysely'
import type { TournamentId, UserId } from '#contract/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { tournamentsMatching, usersMatching } from '#server/db/dialect.ts'
import { countRows } from '#server/db/rows.ts'
import type { JobId, JobRow } from '#server/queue/queue.table.ts'

/** A page of a list that is ordered by id. */
export interface Search<Id> {
  /** Words; '' for all. */
  q: string
  /** One more row than the page shows. */
  size: number
  /** The last id of the previous page. */
  after: Id | undefined
}

/** The latest first; without deleted accounts. */
export const listPeople = (db: Db, { q, size, after }: Search<UserId>) =>
  db
    .selectFrom('users')
    .leftJoin('site_roles', 'site_roles.user_id', 'users.id')
    .select([
      'users.id',
      'users.email',
      'users.metadata',
      'users.deleted_at',
      'users.banned_at',
      'users.email_confirmed_at',
      'users.created_at',
      'users.last_sign_in_at',
      'site_roles.role',
      sql<number>`(select count(*) from tournaments
        left join settlements on settlements.tournament_id = tournaments.id
        where tournaments.organiser_id = users.id and tournaments.cancelled_at is null
          and settlements.settled_at is null)`.as('open_tournaments'),
    ])
    .where('users.deleted_at', 'is', null)
    .$if(q !== '', query => query.where('users.id', 'in', usersMatching(q)))
    .$if(after !== undefined, query => query.where('users.id', '<', after as UserId))
    .orderBy('users.id', 'desc')
    .limit(size)
    .execute()

export type PersonRow = Awaited<ReturnType<typeof listPeople>>[number]

/** Returns the ids of matching accounts, including deleted ones: their actions stay. */
export async function findPeople(db: Db, q: string, most: number): Promise<UserId[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', usersMatching(q))
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

/** The latest first. */
export const listAllTournaments = (db: Db, { q, size, after }: Search<TournamentId>) =>
  db
    .selectFrom('tournaments')
    .innerJoin('users', 'users.id', 'tournaments.organiser_id')
    .leftJoin('settlements', 'settlements.tournament_id', 'tournaments.id')
    .selectAll('tournaments')
    .select([
      'settlements.settled_at',
      'users.metadata',
      'users.email',
      'users.deleted_at',
      'users.banned_at',
    ])
    .$if(q !== '', query => query.where('tournaments.id', 'in', tournamentsMatching(q)))
    .$if(after !== undefined, query => query.where('tournaments.id', '<', after as TournamentId))
    .orderBy('tournaments.id', 'desc')
    .limit(size)
    .execute()

export type ListedTournament = Awaited<ReturnType<typeof listAllTournaments>>[number]

export const countRefundsDue = (db: Db, tournament: TournamentId): Promise<number> =>
  countRows(
    db
      .selectFrom('entries')
      .innerJoin('fundings', 'fundings.entry_id', 'entries.id')
      .where('entries.tournament_id', '=', tournament)
      .where('fundings.refund_requested_at', 'is not', null)
      .where('fundings.refunded_at', 'is', null),
  )

/** Selects failed jobs with the partial index. */
const failedJobs = (db: Db) => db.selectFrom('jobs').where('state', '=', sql.lit('failed'))

/** Lists failed jobs, mails included, latest first. */
export const listFailedJobs = (db: Db, { size, after }: Search<JobId>): Promise<JobRow[]> =>
  failedJobs(db)
    .selectAll()
    .$if(after !== undefined, query => query.where('id', '<', after as JobId))
    .orderBy('id', 'desc')
    .limit(size)
    .execute()

export const findJobById = (db: Db, id: JobId): Promise<JobRow | undefined> =>
  db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst()

export const countFailedJobs = (db: Db): Promise<number> => countRows(failedJobs(db))

/** Sums the sizes as uploaded, except of videos whose files were deleted. */
export async function sumStorage(db: Db) {
  const sum = (table: 'crew_videos' | 'images') =>
    db
      .selectFrom(table)
      .select(({ fn }) => [
        fn.countAll<number>().as('files'),
        fn.coalesce(fn.sum<number>('size_bytes'), sql.lit(0)).as('bytes'),
      ])
      .$if(table === 'crew_videos', query => query.where('refusal', 'is', null))
      .executeTakeFirstOrThrow()
  return { videos: await sum('crew_videos'), pictures: await sum('images') }
}
