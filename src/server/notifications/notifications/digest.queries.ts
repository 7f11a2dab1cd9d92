import { sql } from 'kysely'
import type { TournamentId, UserId } from '#contract/ids.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { isShownTournament } from '#server/tournaments/tournaments/index.ts'
import { hasNotMuted } from './audience.queries.ts'

/** Time zones of people who want the evening mail. */
export async function listDigestZones(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('notification_settings')
    .select('time_zone')
    .distinct()
    // A literal, for the partial index.
    .where('digest', '=', sql.lit(1))
    .execute()
  return rows.map(({ time_zone: zone }) => zone)
}

interface DigestDay {
  zone: string
  day: string
  /** Only people with a mail for this or a later day; null: all. */
  since: string | null
}

/** Marks people of a zone who have no mail for this day yet. @returns them, at most `size` */
export async function takeForDigest(
  trx: Trx,
  { zone, day, since }: DigestDay,
  size: number,
): Promise<UserId[]> {
  const rows = await trx
    .updateTable('notification_settings')
    .set({ digest_day: day })
    .where('user_id', 'in', select =>
      select
        .selectFrom('notification_settings')
        .select('user_id')
        .where('digest', '=', sql.lit(1))
        .where('time_zone', '=', zone)
        .where(({ or, and, eb }) =>
          since === null
            ? or([eb('digest_day', 'is', null), eb('digest_day', '<', day)])
            : and([eb('digest_day', '>=', since), eb('digest_day', '<', day)]),
        )
        .limit(size),
    )
    .returning('user_id')
    .execute()
  return rows.map(({ user_id: user }) => user)
}

export interface Period {
  from: number
  to: number
}

/** Tournaments on at that time that the person follows, or of whose boats they follow or back one. */
export function listDigestTournaments(db: Db, user: UserId, { from, to }: Period, size: number) {
  const byFollow = db
    .selectFrom('follows')
    .select('subject_id as id')
    .where('user_id', '=', user)
    .where('kind', '=', 'tournament')
    .$narrowType<{ id: TournamentId }>()
  const byBoat = db
    .selectFrom('follows')
    .innerJoin('entries', 'entries.boat_id', 'follows.subject_id')
    .select('entries.tournament_id as id')
    .where('follows.user_id', '=', user)
    .where('follows.muted', '=', 0)
    .where('entries.withdrawn_at', 'is', null)
  const byFunding = db
    .selectFrom('fundings')
    .innerJoin('entries', 'entries.id', 'fundings.entry_id')
    .select('entries.tournament_id as id')
    .where('fundings.backer_id', '=', user)
    .where('fundings.status', '=', 'completed')
    .where('fundings.set_aside_at', 'is', null)
    .where(hasNotMuted(user))
  return db
    .selectFrom('tournaments')
    .select(['id', 'name'])
    .where(({ or, eb }) => or([eb('id', 'in', byFollow), eb('id', 'in', byBoat), eb('id', 'in', byFunding)]))
    .where('starts_at', '<', to)
    .where('ends_at', '>', from)
    .where('cancelled_at', 'is', null)
    .where(isShownTournament)
    .orderBy('starts_at', 'desc')
    .limit(size)
    .execute()
}

/** True if the author isn't banned. */
const isByShownAuthor = sql<boolean>`not exists (
  select 1 from users where users.id = updates.author_id and users.banned_at is not null)`

/** Updates in the period, without those of boats that withdrew. */
const updatesOf = (db: Db, tournaments: readonly TournamentId[], { from, to }: Period) =>
  db
    .selectFrom('updates')
    .innerJoin('entries', 'entries.id', 'updates.entry_id')
    .where('updates.tournament_id', 'in', [...tournaments])
    .where('entries.withdrawn_at', 'is', null)
    .where('updates.created_at', '>', from)
    .where('updates.created_at', '<=', to)
    .where(isByShownAuthor)

/** Counts weigh-ins and other updates. */
export async function countDay(db: Db, tournament: TournamentId, period: Period) {
  const { all, weighIns } = await updatesOf(db, [tournament], period)
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.count<number>('updates.catch_id').as('weighIns'),
    ])
    .executeTakeFirstOrThrow()
  return { weighIns, updates: all - weighIns }
}

export const listPlaces = (db: Db, tournament: TournamentId, size: number) =>
  db
    .selectFrom('entries')
    .innerJoin('boats', 'boats.id', 'entries.boat_id')
    .select([
      'entries.current_position as place',
      'entries.best_catch',
      'entries.score',
      'boats.name as boat',
    ])
    .$narrowType<{ place: number }>()
    .where('entries.tournament_id', '=', tournament)
    .where('entries.withdrawn_at', 'is', null)
    .where('entries.current_position', 'is not', null)
    .orderBy('entries.current_position')
    .orderBy('entries.created_at')
    .orderBy('entries.id')
    .limit(size)
    .execute()

/** Returns updates with their boat, newest first. */
export const listDayUpdates = (db: Db, tournaments: readonly TournamentId[], period: Period, size: number) =>
  updatesOf(db, tournaments, period)
    .innerJoin('boats', 'boats.id', 'entries.boat_id')
    .leftJoin('catches', 'catches.id', 'updates.catch_id')
    .select(['updates.content', 'updates.catch_id', 'boats.name as boat', 'catches.species'])
    .select(['catches.disqualified_at', 'entries.disqualified_at as boat_disqualified_at'])
    .orderBy('updates.created_at', 'desc')
    .orderBy('updates.id', 'desc')
    .limit(size)
    .execute()

/** Recipients of a mail; not banned or deleted. */
export const findMailRecipient = (db: Db, user: UserId) =>
  db
    .selectFrom('users')
    .leftJoin('notification_settings as settings', 'settings.user_id', 'users.id')
    .select(['users.email', 'settings.digest', 'settings.time_zone'])
    .where('users.id', '=', user)
    .where('users.banned_at', 'is', null)
    .where('users.deleted_at', 'is', null)
    .where('users.email_confirmed_at', 'is not', null)
    .executeTakeFirst()
