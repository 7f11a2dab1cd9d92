import { type RawBuilder, sql } from 'kysely'
import type { FundingId, UserId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import type { FundingStage } from '#contract/paging.ts'
import type { PaymentMode } from '#contract/payment-mode.ts'
import { day } from '#contract/time.ts'
import { compileFirst, compileOnce } from '#server/db/compile-once.ts'
import type { Db } from '#server/db/connection.ts'
import { compareRow } from '#server/db/row-order.ts'
import { notFound } from '#server/http/errors.ts'
import type { Position } from '#server/http/paging.ts'
import { paramId } from '#server/http/param-id.ts'
import { shownCents } from '#server/money/payouts/index.ts'
import { fundedEntries } from './entry-funding.queries.ts'

export const noFunding = () => notFound('There is no such funding.')

/** Returns the funding's id in a path. @throws ApiError 404 when malformed */
export const fundingIdOf = (param: string | undefined): FundingId =>
  paramId<'funding'>(param, noFunding().message)

export const isShown = sql<boolean>`(fundings.status not in ('pending', 'failed') or fundings.claimed_at is not null
  or fundings.set_aside_at is not null)`

export type MyFundingRow = Awaited<ReturnType<typeof listMine>>[number]

export interface Page {
  size: number
  after: Position
}

export const isAfter = ({ at, id }: Position) =>
  compareRow(['fundings.created_at', 'fundings.id'], '<', [at, id])

const mine = (db: Db, backer: UserId) =>
  fundedEntries(db)
    .innerJoin('fundings', 'fundings.entry_id', 'entries.id')
    .selectAll('fundings')
    .select('entries.id as id_of_entry')
    .where('fundings.backer_id', '=', backer)
    .where(isShown)
    .orderBy('fundings.created_at', 'desc')
    .orderBy('fundings.id', 'desc')

interface StagePage extends Page {
  stage?: FundingStage | undefined
  /** Milliseconds since 1970. */
  now: number
}

/** True for fundings without a refund request in a tournament that is neither cancelled nor settled. */
const atStake = sql<boolean>`(fundings.status in ('pending', 'completed') and fundings.refund_requested_at is null
  and tournaments.cancelled_at is null and settlements.settled_at is null)`

const minePage = (db: Db, backer: UserId, at: number, id: string) =>
  mine(db, backer).where(isAfter({ at, id }))

const allFundings = compileOnce((db, backer: UserId, at: number, id: string, size: number) =>
  minePage(db, backer, at, id).limit(size),
)
const settledFundings = compileOnce((db, backer: UserId, at: number, id: string, size: number) =>
  minePage(db, backer, at, id).where(sql<boolean>`not ${atStake}`).limit(size),
)
const upcomingFundings = compileOnce(
  (db, backer: UserId, at: number, id: string, now: number, size: number) =>
    minePage(db, backer, at, id).where(atStake).where('tournaments.starts_at', '>', now).limit(size),
)
const fundingsOnTheWater = compileOnce(
  (db, backer: UserId, at: number, id: string, now: number, size: number) =>
    minePage(db, backer, at, id).where(atStake).where('tournaments.starts_at', '<=', now).limit(size),
)

/** Returns the backer's fundings at a stage, newest first. */
export function listMine(db: Db, backer: UserId, { size, after: { at, id }, stage, now }: StagePage) {
  switch (stage) {
    case 'upcoming':
      return upcomingFundings(db, backer, at, id, now, size)
    case 'water':
      return fundingsOnTheWater(db, backer, at, id, now, size)
    case 'settled':
      return settledFundings(db, backer, at, id, size)
    case undefined:
      return allFundings(db, backer, at, id, size)
  }
}

/**
 * True for fundings that are at stake, or settled after this time.
 * @param settledAfter milliseconds since 1970
 */
const isRecent = (settledAfter: number) => sql<boolean>`(${atStake} or (fundings.status = 'completed'
  and fundings.refund_requested_at is null and settlements.settled_at > ${settledAfter}))`

/** Most fundings that one read considers. */
const latestRead = 500

const backedEntries = compileOnce((db, backer: UserId, settledAfter: number, now: number) =>
  db
    .selectFrom('fundings')
    .innerJoin('entries', 'entries.id', 'fundings.entry_id')
    .innerJoin('tournaments', 'tournaments.id', 'entries.tournament_id')
    .leftJoin('settlements', 'settlements.tournament_id', 'tournaments.id')
    .leftJoin('payouts', 'payouts.funding_id', 'fundings.id')
    .select(['entries.id', 'entries.tournament_id', 'settlements.settled_at'])
    .select(sql<number>`coalesce(sum(${shownCents}), 0)`.as('won'))
    .where('fundings.id', 'in', ({ selectFrom }) =>
      selectFrom('fundings as latest')
        .select('latest.id')
        .where('backer_id', '=', backer)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(sql.lit(latestRead)),
    )
    .where('fundings.set_aside_at', 'is', null)
    .where(isShown)
    .where(isRecent(settledAfter))
    .groupBy(['entries.id', 'tournaments.id', 'settlements.tournament_id'])
    .orderBy(
      sql`case when tournaments.starts_at > ${now} then 3 when settlements.settled_at is not null then 2
        when tournaments.ends_at <= ${now} then 1 else 0 end`,
    )
    .orderBy(sql`entries.current_position is null`)
    .orderBy('entries.current_position')
    .orderBy(({ fn }) => fn.max('fundings.created_at'), 'desc')
    .limit(sql.lit(limits.myBoats)),
)

/**
 * Entries that the backer's latest 500 fundings are at stake in, or that were settled lately: on the water first, then
 * those that wait for results, settled and upcoming ones; each the best placed first, then by the latest funded. `won`:
 * cents.
 */
export const listBackedEntries = (db: Db, backer: UserId, now: number) =>
  backedEntries(db, backer, now - limits.myBoatsSettledDays * day, now)

const ownAtStake = compileOnce((db, backer: UserId, boat: string, now: number) =>
  db
    .selectFrom('fundings')
    .innerJoin('entries', 'entries.id', 'fundings.entry_id')
    .innerJoin('tournaments', 'tournaments.id', 'entries.tournament_id')
    .leftJoin('settlements', 'settlements.tournament_id', 'tournaments.id')
    .select(({ fn }) => fn.max('fundings.created_at').as('latest'))
    .select('entries.id as entry')
    .select(['tournaments.id', 'tournaments.starts_at', 'tournaments.ends_at', 'tournaments.cancelled_at'])
    .where('fundings.backer_id', '=', backer)
    .where(sql<boolean>`(entries.boat_id = ${boat} or ${boat} = '')`)
    .where(atStake)
    .where('tournaments.starts_at', '<=', now)
    .groupBy(['entries.id', 'tournaments.id'])
    .orderBy('latest', 'desc')
    .limit(sql.lit(limits.ownShares)),
)

/** Entries in tournaments that started and aren't settled, with their dates; the latest funded first. @param boat null: all */
export const listOwnAtStake = (db: Db, backer: UserId, boat: string | null, now: number) =>
  ownAtStake(db, backer, boat ?? '', now)

/** Returns fundings between two times in milliseconds since 1970, newest first. @param to exclusive */
export const listMineBetween = (db: Db, backer: UserId, from: number, to: number) =>
  mine(db, backer).where('fundings.created_at', '>=', from).where('fundings.created_at', '<', to).execute()

export const findShownOfMine = (db: Db, backer: UserId, id: FundingId): Promise<MyFundingRow | undefined> =>
  mine(db, backer).where('fundings.id', '=', id).executeTakeFirst()

const sumIf = (condition: RawBuilder<unknown>, cents: RawBuilder<unknown>) =>
  sql<number>`coalesce(sum(${cents}) filter (where ${condition}), 0)`

const sums = compileFirst((db, backer: UserId, mode: PaymentMode) =>
  db
    .selectFrom('fundings')
    .innerJoin('entries', 'entries.id', 'fundings.entry_id')
    .leftJoin('payouts', 'payouts.funding_id', 'fundings.id')
    .select(({ fn }) => [
      fn.coalesce(fn.sum<number>('fundings.amount_cents'), sql.lit(0)).as('funded'),
      fn.count<number>('entries.boat_id').distinct().as('boats'),
      fn.count<number>('entries.tournament_id').distinct().as('tournaments'),
      sql<number>`coalesce(sum(${shownCents}), 0)`.as('won'),
      sumIf(sql`payouts.id is not null`, sql.ref('fundings.amount_cents')).as('settled'),
      sql<number>`coalesce(sum(payouts.due_cents), 0)`.as('owed'),
    ])
    .where('fundings.backer_id', '=', backer)
    .where('fundings.mode', '=', mode)
    .where(sql<boolean>`fundings.status = 'completed'`)
    .where('fundings.refund_requested_at', 'is', null)
    .where('fundings.refunded_at', 'is', null),
)

/** Cents of fundings that are neither refunded nor due for a refund. */
export async function sumMine(db: Db, backer: UserId, mode: PaymentMode) {
  const sum = await sums(db, backer, mode)
  if (!sum) throw new Error('a sum has no row')
  return sum
}

const latestBefore = compileFirst((db, backer: UserId, before: number) =>
  db
    .selectFrom('fundings')
    .select('created_at')
    .where('backer_id', '=', backer)
    .where('created_at', '<', before)
    .where(isShown)
    .orderBy('created_at', 'desc')
    .limit(sql.lit(1)),
)

/** Returns the UTC years with fundings of the backer, latest first. Seeks in the index once a year. */
export async function listYearsOfMine(db: Db, backer: UserId): Promise<number[]> {
  const years: number[] = []
  let before = Number.MAX_SAFE_INTEGER
  while (true) {
    const latest = await latestBefore(db, backer, before)
    if (!latest) return years
    const year = new Date(latest.created_at).getUTCFullYear()
    years.push(year)
    before = Date.UTC(year, 0, 1)
  }
}
