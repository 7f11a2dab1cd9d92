import { type ExpressionBuilder, sql } from 'kysely'
import type { TournamentId, UserId } from '#contract/ids.ts'
import type { TournamentStage } from '#contract/money/my-tournaments.ts'
import type { PaymentMode } from '#contract/payment-mode.ts'
import { compileFirst } from '#server/db/compile-once.ts'
import type { Db } from '#server/db/connection.ts'
import { anyOf } from '#server/db/dialect.ts'
import { atLeastZero } from '#server/db/numbers.ts'
import { compareRow } from '#server/db/row-order.ts'
import type { Tables } from '#server/db/tables.ts'
import { isOwed } from '#server/money/payouts/index.ts'
import { hasBoats, hasResults } from '#server/tournaments/tournaments/index.ts'
import { type StagePlace, stages } from './my-tournaments.rules.ts'

type Builder = ExpressionBuilder<Tables, 'tournaments'>

/** True for shares that may be owed: those of live payments in any mode of the site. */
const counts = (mode: PaymentMode) =>
  sql<boolean>`(select mode from fundings where fundings.id = payouts.funding_id) in (${mode}, 'live')`

const owesShares =
  (mode: PaymentMode) =>
  ({ exists, selectFrom }: Builder) =>
    exists(
      selectFrom('results')
        .innerJoin('payouts', 'payouts.entry_id', 'results.entry_id')
        .select('payouts.id')
        .whereRef('results.tournament_id', '=', 'tournaments.id')
        .where(counts(mode))
        .where(isOwed),
    )

/** Returns the condition that a tournament is at the stage. A tournament without boats awaits no results. */
function isAt(stage: TournamentStage, mode: PaymentMode, now: number) {
  return (tournament: Builder) => {
    const { and, or, not } = tournament
    const isUnpaid = owesShares(mode)(tournament)
    const isRunning = tournament('cancelled_at', 'is', null)
    const isOver = tournament('ends_at', '<=', now)
    switch (stage) {
      case 'live':
        return and([isRunning, tournament('starts_at', '<=', now), tournament('ends_at', '>', now)])
      case 'results':
        return and([isRunning, isOver, not(hasResults(tournament)), hasBoats(tournament)])
      case 'payouts':
        return and([isRunning, isOver, isUnpaid])
      case 'upcoming':
        return and([isRunning, tournament('starts_at', '>', now)])
      case 'finished':
        return or([
          not(isRunning),
          and([isOver, hasResults(tournament), not(isUnpaid)]),
          and([isOver, not(hasResults(tournament)), not(hasBoats(tournament))]),
        ])
    }
  }
}

const anyOwn = compileFirst((db, organiser: UserId) =>
  db.selectFrom('tournaments').select('id').where('organiser_id', '=', organiser).limit(sql.lit(1)),
)

export interface OwnListing {
  size: number
  /** Last place of the previous page, or null for the first page. */
  after: StagePlace | null
  /** The site's mode. */
  mode: PaymentMode
}

/** The next to end or to start first; of those that are over, the latest first. @param now milliseconds since 1970 */
export async function listOwnTournaments(
  db: Db,
  organiser: UserId,
  { size, after, mode }: OwnListing,
  now: number,
): Promise<StagePlace[]> {
  const places: StagePlace[] = []
  // Most people organise none, and home asks for each of them.
  if ((await anyOwn(db, organiser)) === undefined) return places
  for (const stage of stages.slice(after === null ? 0 : stages.indexOf(after.stage))) {
    if (places.length >= size) break
    const by = stage === 'upcoming' ? 'starts_at' : 'ends_at'
    const isAscending = stage === 'upcoming' || stage === 'live'
    const direction = isAscending ? 'asc' : 'desc'
    const rows = await db
      .selectFrom('tournaments')
      .select(['id', `${by} as at`])
      .where('organiser_id', '=', organiser)
      .where(isAt(stage, mode, now))
      .$if(after?.stage === stage, query =>
        after === null
          ? query
          : query.where(compareRow([by, 'id'], isAscending ? '>' : '<', [after.at, after.id])),
      )
      .orderBy(by, direction)
      .orderBy('id', direction)
      .limit(size - places.length)
      .execute()
    places.push(...rows.map(({ id, at }) => ({ stage, at, id })))
  }
  return places
}

/** Returns number and cents of the shares that are still to be paid, by tournament. */
export async function sumOwed(
  db: Db,
  tournaments: readonly TournamentId[],
  mode: PaymentMode,
): Promise<Map<string, { shares: number; cents: number }>> {
  if (tournaments.length === 0) return new Map()
  const rows = await db
    .selectFrom('results')
    .innerJoin('payouts', 'payouts.entry_id', 'results.entry_id')
    .select(({ fn }) => [
      'results.tournament_id as id',
      fn.countAll<number>().as('shares'),
      fn.sum<number>('payouts.due_cents').as('cents'),
    ])
    .where('results.tournament_id', 'in', anyOf(tournaments))
    .where(counts(mode))
    .where(isOwed)
    .groupBy('results.tournament_id')
    .execute()
  return new Map(rows.map(({ id, shares, cents }) => [id, { shares, cents }]))
}

/** Cents that were raised for the boats and not handed over, by tournament. */
export async function sumHeld(
  db: Db,
  tournaments: readonly TournamentId[],
  mode: PaymentMode,
): Promise<Map<string, number>> {
  if (tournaments.length === 0) return new Map()
  const rows = await db
    .selectFrom('entries')
    .select([
      'tournament_id as id',
      sql<number>`sum(${atLeastZero(sql`current_funding_cents - handed_over_cents`)})`.as('cents'),
    ])
    .where('tournament_id', 'in', anyOf(tournaments))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('fundings')
          .select('fundings.id')
          .whereRef('fundings.entry_id', '=', 'entries.id')
          .where('fundings.status', '=', 'completed')
          .where('fundings.mode', 'in', [mode, 'live']),
      ),
    )
    .groupBy('tournament_id')
    .execute()
  return new Map(rows.map(({ id, cents }) => [id, cents]))
}

/** Counts open protests by tournament. Tournaments without one are left out. */
export async function countOpenProtests(
  db: Db,
  tournaments: readonly TournamentId[],
): Promise<Map<string, number>> {
  if (tournaments.length === 0) return new Map()
  const rows = await db
    .selectFrom('protests')
    .select(({ fn }) => ['tournament_id as id', fn.countAll<number>().as('count')])
    .where('tournament_id', 'in', anyOf(tournaments))
    .where('state', '=', sql.lit('open'))
    .groupBy('tournament_id')
    .execute()
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** Boats that ask for one of these pots and aren't in it, by tournament. @param pots keys, by tournament */
export async function countBoatsAsking(
  db: Db,
  pots: ReadonlyMap<TournamentId, readonly string[]>,
): Promise<Map<string, number>> {
  if (pots.size === 0) return new Map()
  const rows = await db
    .selectFrom('entries')
    .innerJoin('pot_entries', 'pot_entries.entry_id', 'entries.id')
    .select(({ fn }) => [
      'entries.tournament_id as id',
      fn.count<number>('entries.id').distinct().as('count'),
    ])
    .where(({ and, eb, or }) =>
      or(
        [...pots].map(([id, keys]) =>
          and([eb('entries.tournament_id', '=', id), eb('pot_entries.pot', 'in', anyOf(keys))]),
        ),
      ),
    )
    .where('entries.withdrawn_at', 'is', null)
    .where('pot_entries.wanted', '=', 1)
    .where('pot_entries.confirmed_at', 'is', null)
    .groupBy('entries.tournament_id')
    .execute()
  return new Map(rows.map(({ id, count }) => [id, count]))
}
