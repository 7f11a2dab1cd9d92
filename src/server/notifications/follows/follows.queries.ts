import { sql } from 'kysely'
import type { BoatId, TournamentId, UserId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { day } from '#contract/time.ts'
import { compileFirst } from '#server/db/compile-once.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { newestFirst } from '#server/db/row-order.ts'
import { countRows, hasRow } from '#server/db/rows.ts'
import type { Position } from '#server/http/paging.ts'
import { isShownTournament } from '#server/tournaments/tournaments/index.ts'
import type { FollowRow } from './follows.table.ts'

/** Tournaments that ended before this time no longer make their backers follow. */
const backersFollowSince = (now: number): number => now - limits.backerFollowDays * day

export const findFollow = compileFirst((db, user: UserId, subject: BoatId | TournamentId) =>
  db.selectFrom('follows').selectAll().where('user_id', '=', user).where('subject_id', '=', subject),
)

/** Returns whether the person has a funding that counts, in an entry whose tournament is not long over. */
export const isBacker = (db: Db, user: UserId, boat: BoatId, now: number): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('entries')
      .innerJoin('fundings', 'fundings.entry_id', 'entries.id')
      .innerJoin('tournaments', 'tournaments.id', 'entries.tournament_id')
      .select('fundings.id')
      .where('entries.boat_id', '=', boat)
      .where('fundings.status', '=', 'completed')
      .where('fundings.set_aside_at', 'is', null)
      .where('fundings.backer_id', '=', user)
      .where('tournaments.ends_at', '>', backersFollowSince(now)),
  )

export const countFollows = (db: Db, user: UserId): Promise<number> =>
  countRows(db.selectFrom('follows').where('user_id', '=', user))

export async function putFollow(trx: Trx, follow: FollowRow): Promise<void> {
  const { muted } = follow
  await trx
    .insertInto('follows')
    .values(follow)
    .onConflict(conflict => conflict.columns(['user_id', 'subject_id']).doUpdateSet({ muted }))
    .execute()
}

export async function deleteFollow(trx: Trx, user: UserId, subject: BoatId | TournamentId): Promise<void> {
  await trx.deleteFrom('follows').where('user_id', '=', user).where('subject_id', '=', subject).execute()
}

export interface ListedFollow {
  kind: 'boat' | 'tournament'
  id: string
  name: string
  because: 'chosen' | 'backer'
  at: number
}

/** A person's follows, the latest first. Without muted ones, hidden tournaments and deleted subjects. */
const listChoices = (db: Db, user: UserId, size: number, after: Position): Promise<ListedFollow[]> =>
  db
    .selectFrom('follows')
    .leftJoin('boats', 'boats.id', 'follows.subject_id')
    .leftJoin('tournaments', 'tournaments.id', 'follows.subject_id')
    .select(['follows.kind', 'follows.subject_id as id', 'follows.created_at as at'])
    .select(sql<string>`coalesce(boats.name, tournaments.name)`.as('name'))
    .select(sql.lit<'chosen'>('chosen').as('because'))
    .where('follows.user_id', '=', user)
    .where('follows.muted', '=', 0)
    .where(({ or, eb }) => or([eb('boats.id', 'is not', null), eb('tournaments.id', 'is not', null)]))
    .where(isShownTournament)
    .$call(newestFirst('follows.created_at', 'follows.subject_id', after, size))
    .execute()

/** Boats that a person backs and made no choice about, the latest first. */
const listBackedBoats = (
  db: Db,
  user: UserId,
  size: number,
  { at, id }: Position,
  now: number,
): Promise<ListedFollow[]> =>
  db
    .selectFrom('fundings')
    .innerJoin('entries', 'entries.id', 'fundings.entry_id')
    .innerJoin('tournaments', 'tournaments.id', 'entries.tournament_id')
    .innerJoin('boats', 'boats.id', 'entries.boat_id')
    .select(({ fn }) => ['boats.id', 'boats.name', fn.max('fundings.created_at').as('at')])
    .select([sql.lit<'boat'>('boat').as('kind'), sql.lit<'backer'>('backer').as('because')])
    .where('fundings.backer_id', '=', user)
    .where('fundings.status', '=', 'completed')
    .where('fundings.set_aside_at', 'is', null)
    .where('tournaments.ends_at', '>', backersFollowSince(now))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('follows')
            .select('follows.kind')
            .where('follows.user_id', '=', user)
            .whereRef('follows.subject_id', '=', 'boats.id'),
        ),
      ),
    )
    .groupBy('boats.id')
    .having(({ eb, fn, or, and }) =>
      or([
        eb(fn.max('fundings.created_at'), '<', at),
        and([eb(fn.max('fundings.created_at'), '=', at), eb(sql.ref<string>('boats.id'), '<', id)]),
      ]),
    )
    .orderBy('at', 'desc')
    .orderBy('boats.id', 'desc')
    .limit(size)
    .execute()

const latestFirst = (a: ListedFollow, b: ListedFollow) => b.at - a.at || (a.id < b.id ? 1 : -1)

export async function listFollows(
  db: Db,
  user: UserId,
  size: number,
  after: Position,
  now: number,
): Promise<ListedFollow[]> {
  const follows = await listChoices(db, user, size, after)
  const boats = await listBackedBoats(db, user, size, after, now)
  return [...follows, ...boats].toSorted(latestFirst).slice(0, size)
}
