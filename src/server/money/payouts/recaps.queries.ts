import { sql } from 'kysely'
import type { CatchId, TournamentId, UserId } from '#contract/ids.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { anyOfJson } from '#server/db/dialect.ts'
import { countRows } from '#server/db/rows.ts'
import { record } from '#server/record/index.ts'
import { shownCents } from './payouts.queries.ts'

/** Makes the recap of a tournament whose results are official: the first time, later rounds change its figures. */
export async function makeRecap(
  trx: Trx,
  { tournament, at, by }: { tournament: TournamentId; at: number; by: UserId | null },
): Promise<void> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('recaps')
    .values({ tournament_id: tournament, official_at: at })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows) await record(trx, { kind: 'recap-made', tournament, at, by })
}

/** Returns when results were first official, in milliseconds since 1970, or null. */
export async function findOfficialAt(db: Db, tournament: TournamentId): Promise<number | null> {
  const row = await db
    .selectFrom('recaps')
    .select('official_at')
    .where('tournament_id', '=', tournament)
    .executeTakeFirst()
  return row?.official_at ?? null
}

const fishOf = (db: Db, tournament: TournamentId) =>
  db
    .selectFrom('entries')
    .innerJoin('catches', 'catches.entry_id', 'entries.id')
    .where('entries.tournament_id', '=', tournament)
    .where('entries.withdrawn_at', 'is', null)
    .where('entries.disqualified_at', 'is', null)
    .where('catches.disqualified_at', 'is', null)

/** Hundredths of a pound. */
const hundredths = sql<number | null>`coalesce(catches.weight_hundredths, catches.ounces * 100 / 16)`

/**
 * The heaviest, or the longest where none was weighed; of equal ones, the one caught first.
 * @param eligible ids of the catches that count; null: all
 */
export const findBiggestFish = (db: Db, tournament: TournamentId, eligible: ReadonlySet<string> | null) =>
  fishOf(db, tournament)
    .$if(eligible !== null, select =>
      select.where('catches.id', 'in', anyOfJson<CatchId>(JSON.stringify([...(eligible ?? [])]))),
    )
    .innerJoin('boats', 'boats.id', 'entries.boat_id')
    .select([
      'boats.id as boat_id',
      'boats.name as boat',
      'catches.species',
      'catches.weight_hundredths',
      'catches.ounces',
      'catches.length_hundredths',
    ])
    .where(sql`coalesce(${hundredths}, catches.length_hundredths)`, 'is not', null)
    .orderBy(hundredths, order => order.desc().nullsLast())
    .orderBy('catches.length_hundredths', order => order.desc().nullsLast())
    .orderBy('catches.caught_at')
    .orderBy('catches.id')
    .limit(1)
    .executeTakeFirst()

export const countFish = (db: Db, tournament: TournamentId): Promise<number> =>
  countRows(fishOf(db, tournament))

/** Shares of payments that count: not of those that a bank took back. */
const sharesOf = (db: Db, tournament: TournamentId) =>
  db
    .selectFrom('results')
    .innerJoin('payouts', 'payouts.entry_id', 'results.entry_id')
    .innerJoin('fundings', 'fundings.id', 'payouts.funding_id')
    .where('results.tournament_id', '=', tournament)
    .where('fundings.status', '=', 'completed')

/** Counts the people with a share. */
export async function countSharers(db: Db, tournament: TournamentId): Promise<number> {
  const { count } = await sharesOf(db, tournament)
    .select(({ fn }) => fn.count<number>('payouts.backer_id').distinct().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Cents that a person put in and won, less what was refunded. */
export const sumOwnResult = (db: Db, tournament: TournamentId, backer: UserId) =>
  sharesOf(db, tournament)
    .select([
      sql<number>`coalesce(sum(fundings.amount_cents), 0)`.as('funded'),
      sql<number>`coalesce(sum(${shownCents}), 0)`.as('won'),
    ])
    .where('payouts.backer_id', '=', backer)
    .executeTakeFirstOrThrow()
