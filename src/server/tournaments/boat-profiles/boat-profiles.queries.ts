import { type ExpressionBuilder, sql } from 'kysely'
import type { BoatId, UserId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import type { PaymentMode } from '#contract/payment-mode.ts'
import { isOwnBoat } from '#server/boats/boats/index.ts'
import type { Db } from '#server/db/connection.ts'
import { anyOf, boatsMatching } from '#server/db/dialect.ts'
import { newestFirst } from '#server/db/row-order.ts'
import { countRows } from '#server/db/rows.ts'
import type { Tables } from '#server/db/tables.ts'
import { fromTheNewest, type Position } from '#server/http/paging.ts'
import { isShownTournament } from '#server/tournaments/tournaments/index.ts'

/** Leaves out withdrawn entries and those of banned organisers. */
const entriesWithResults = (db: Db) =>
  db
    .selectFrom('entries')
    .innerJoin('tournaments', 'tournaments.id', 'entries.tournament_id')
    .leftJoin('results', 'results.entry_id', 'entries.id')
    .where('entries.withdrawn_at', 'is', null)
    .where(isShownTournament)

export const entriesOfBoat = (db: Db, boat: BoatId) =>
  entriesWithResults(db).where('entries.boat_id', '=', boat)

/** Leaves out entries that wait for their captains. */
const entriesOfOwner = (db: Db, owner: UserId) =>
  entriesWithResults(db)
    .where('entries.awaits_captain', '=', 0)
    .where('entries.boat_id', 'in', ({ selectFrom }) =>
      selectFrom('boats').select('boats.id').where('owner_id', '=', owner),
    )

/**
 * Mode of the payments that share in an entry’s result, or null without any:
 * a settlement takes payments of one mode.
 */
export const settlementMode = sql<PaymentMode | null>`(
  select fundings.mode from payouts join fundings on fundings.id = payouts.funding_id
  where payouts.entry_id = entries.id limit 1
)`

/** @param mode whose money counts */
export const readRecord = (db: Db, boat: BoatId, mode: PaymentMode) =>
  entriesOfBoat(db, boat)
    .where('tournaments.cancelled_at', 'is', null)
    .select(({ fn }) => [
      fn.countAll<number>().as('entries'),
      fn.count<number>('results.entry_id').as('settled'),
      sumOfMode('results.raised_cents', mode).as('raised'),
      sumOfMode('results.pool_cents', mode).as('paidBack'),
      placesUpTo(1).as('firsts'),
      placesUpTo(3).as('podiums'),
    ])
    .executeTakeFirstOrThrow()

const sumOfMode = (column: 'results.raised_cents' | 'results.pool_cents', mode: PaymentMode) =>
  sql<number>`coalesce(sum(${sql.ref(column)}) filter (where ${settlementMode} = ${mode}), 0)`

const placesUpTo = (last: number) =>
  sql<number>`count(*) filter (where results.entry_id is not null and entries.current_position <= ${sql.lit(last)})`

/** Selects the entries of one boat, or of all boats of a person. */
export type EntriesOf = { boat: BoatId } | { owner: UserId }

/** The latest tournament first. */
export const listBoatEntries = (db: Db, of: EntriesOf, size: number, after: Position) =>
  ('boat' in of ? entriesOfBoat(db, of.boat) : entriesOfOwner(db, of.owner))
    .select([
      'entries.id',
      'tournaments.starts_at',
      'results.winnings_cents',
      'results.raised_cents',
      'results.pool_cents',
    ])
    .$call(newestFirst('tournaments.starts_at', 'entries.id', after, size))
    .execute()

export type BoatEntryRow = Awaited<ReturnType<typeof listBoatEntries>>[number]

/** Condition for tournaments that are shown and not over. */
const isOpen = (now: number) => (where: ExpressionBuilder<Tables, 'tournaments'>) =>
  where.and([
    where('tournaments.cancelled_at', 'is', null),
    where('tournaments.ends_at', '>', now),
    isShownTournament,
  ])

interface OthersPage {
  viewer: UserId
  size: number
  /** `at`: 1 of a live boat, 0 of another. */
  after: Position
  /** Words of the boat's or the captain's name. */
  search: string
  now: number
}

const boatColumns = ['id', 'name', 'captain_name', 'description', 'image_id'] as const

/** Returns boats: those in live tournaments first, then the newest. */
export async function listBoatsOfOthers(db: Db, page: OthersPage) {
  const { size, after } = page
  const live = after.at === 0 ? [] : await boatsOfOthers(db, page, 'in', size)
  if (live.length === size) return live
  const from = after.at === 0 ? after : fromTheNewest
  return [...live, ...(await boatsOfOthers(db, { ...page, after: from }, 'not in', size - live.length))]
}

async function boatsOfOthers(
  db: Db,
  { viewer, after, search, now }: OthersPage,
  isLive: 'in' | 'not in',
  size: number,
) {
  const tournaments = db.selectFrom('tournaments').where(isOpen(now)).where('starts_at', '<=', now)
  const live = db
    .selectFrom('entries')
    .where('withdrawn_at', 'is', null)
    .where('tournament_id', 'in', tournaments.select('id'))
    .select('boat_id')
  // Read first: a join would read all entries of the site.
  let boats = db
    .with(
      cte => cte('live').materialized(),
      () => live,
    )
    .selectFrom('boats')
    .select(boatColumns)
    .where('id', isLive, ({ selectFrom }) => selectFrom('live').select('live.boat_id'))
  boats = boats.where(where => where.not(isOwnBoat(viewer)(where)))
  if (after.id !== fromTheNewest.id) boats = boats.where('id', '<', after.id as BoatId)
  if (search.trim() !== '') boats = boats.where('id', 'in', boatsMatching(search))
  const rows = await boats.orderBy('id', 'desc').limit(size).execute()
  return rows.map(row => ({ ...row, at: isLive === 'in' ? 1 : 0 }))
}

/** The first to start first. */
export const listEntriesOfBoats = (db: Db, boats: readonly BoatId[], now: number) =>
  db
    .selectFrom('entries')
    .innerJoin('tournaments', 'tournaments.id', 'entries.tournament_id')
    .where('entries.withdrawn_at', 'is', null)
    .where(isOpen(now))
    .where('entries.boat_id', 'in', anyOf(boats))
    .select(['entries.id', 'entries.boat_id'])
    .orderBy('tournaments.starts_at')
    .orderBy('entries.id')
    .limit(boats.length * limits.boatEntriesPageMax)
    .execute()

export const listHeaviestCatches = (db: Db, boat: BoatId) =>
  entriesOfBoat(db, boat)
    .innerJoin('catches', 'catches.entry_id', 'entries.id')
    .leftJoin('updates', 'updates.catch_id', 'catches.id')
    .select([
      'updates.image_id',
      'catches.id',
      'catches.weight_hundredths',
      'catches.ounces',
      'catches.species',
      'catches.caught_at',
      'tournaments.id as tournament_id',
      'tournaments.name as tournament_name',
    ])
    .where('catches.weight_hundredths', 'is not', null)
    .where('catches.disqualified_at', 'is', null)
    .where('entries.disqualified_at', 'is', null)
    .$narrowType<{ weight_hundredths: number }>()
    .orderBy('catches.weight_hundredths', 'desc')
    .orderBy('catches.caught_at')
    .orderBy('catches.id')
    .limit(limits.heaviestCatches)
    .execute()

export type HeavyCatch = Awaited<ReturnType<typeof listHeaviestCatches>>[number]

/** Counts approved members with an account. */
export const countCrew = (db: Db, boat: BoatId): Promise<number> =>
  countRows(
    db
      .selectFrom('crew_members')
      .innerJoin('users', 'users.id', 'crew_members.user_id')
      .where('crew_members.boat_id', '=', boat)
      .where('crew_members.approved_at', 'is not', null)
      .where('users.deleted_at', 'is', null),
  )
