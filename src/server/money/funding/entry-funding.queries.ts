import { sql } from 'kysely'
import type { BoatId, EntryId, TournamentId, UserId } from '#contract/ids.ts'
import type { GoalRule } from '#contract/tournaments/goal-rules.ts'
import { compileFirst, compileOnce } from '#server/db/compile-once.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { type FundingTimes, isRuled, type TournamentRow } from '#server/tournaments/tournaments/index.ts'

interface EntryChange {
  entry: EntryId
  backer: UserId
  cents: number
  /** A partial change: the backer count stays the same. */
  isPart?: boolean
}

/** Counts `backers` if the backer has as many completed fundings as `others` says. */
const addCents = compileOnce(
  (
    db,
    cents: number,
    backer: UserId,
    others: number,
    backers: number,
    entry: EntryId,
    change: number,
    sign: number,
  ) =>
    db
      .updateTable('entries')
      .set({
        current_funding_cents: sql<number>`current_funding_cents + ${cents}`,
        backer_count: sql<number>`backer_count + case when (select count(*) from (select 1 from fundings
          where entry_id = entries.id and status = 'completed' and backer_id = ${backer} limit 2) as latest)
          = ${others} then ${backers} else 0 end`,
      })
      .where('id', '=', entry)
      .where(sql<boolean>`current_funding_cents + ${change} between 0 and funding_goal_cents`)
      .where(sql<boolean>`(${sign} < 0 or withdrawn_at is null)`)
      .returning('current_funding_cents'),
)

/**
 * Adds cents to the entry's total, in one statement so that concurrent payments can't exceed the goal. Call
 * it before the funding's status changes.
 * @returns new total in cents, or null if over the goal or withdrawn
 */
export async function changeEntryFunding(
  trx: Trx,
  { entry, backer, cents, isPart = false }: EntryChange,
): Promise<number | null> {
  const backers = isPart ? 0 : Math.sign(cents)
  const others = cents > 0 ? 0 : 1
  const [row] = await addCents(trx, cents, backer, others, backers, entry, cents, Math.sign(cents))
  return row?.current_funding_cents ?? null
}

/** Recomputes totals from completed fundings. */
export async function recountEntryFunding(trx: Trx, entries: readonly EntryId[]): Promise<void> {
  for (const entry of entries)
    await trx
      .updateTable('entries')
      .set({
        current_funding_cents: sql<number>`(select coalesce(sum(amount_cents), 0) from fundings
          where entry_id = ${entry} and status = 'completed')`,
        backer_count: sql<number>`(select count(distinct backer_id) from fundings
          where entry_id = ${entry} and status = 'completed')`,
      })
      .where('id', '=', entry)
      .execute()
}

export interface FundedEntry extends FundingTimes, Pick<TournamentRow, 'ended_at'> {
  id: EntryId
  goal: number
  current: number
  payout_basis_points: number
  if_goal_missed: GoalRule
  goal_decided_at: number | null
  goal_was_reached: 0 | 1 | null
  current_position: number | null
  best_catch: string | null
  /** JSON: an `EntryScore`. */
  score: string | null
  awaits_captain: 0 | 1
  /** JSON: keys of pots, or null for all. */
  shared_pots: string | null
  withdrawn_at: number | null
  withdrawal_reason: string | null
  cancel_reason: string | null
  boat_id: BoatId
  boat_name: string
  captain_name: string
  owner_id: UserId
  tournament_id: TournamentId
  tournament_name: string
  location: string | null
  payout_days: number | null
  organiser_id: UserId
  organiser_banned_at: number | null
  organiser_metadata: string
  organiser_deleted_at: number | null
  /** Milliseconds since 1970, or null if no results are confirmed. */
  settled_at: number | null
  is_ruled: 0 | 1 | null
}

export const fundedEntries = (db: Db) =>
  db
    .selectFrom('entries')
    .innerJoin('boats', 'boats.id', 'entries.boat_id')
    .innerJoin('tournaments', 'tournaments.id', 'entries.tournament_id')
    .innerJoin('users as organisers', 'organisers.id', 'tournaments.organiser_id')
    .leftJoin('settlements', 'settlements.tournament_id', 'tournaments.id')
    .select([
      'entries.funding_goal_cents as goal',
      'entries.current_funding_cents as current',
      'entries.payout_basis_points',
      'entries.if_goal_missed',
      'entries.goal_decided_at',
      'entries.goal_was_reached',
      'entries.current_position',
      'entries.best_catch',
      'entries.score',
      'entries.awaits_captain',
      'entries.shared_pots',
      'entries.withdrawn_at',
      'entries.withdrawal_reason',
      'tournaments.cancel_reason',
      'boats.id as boat_id',
      'boats.name as boat_name',
      'boats.captain_name',
      'boats.owner_id',
      'tournaments.id as tournament_id',
      'tournaments.name as tournament_name',
      'tournaments.location',
      'tournaments.organiser_id',
      'organisers.banned_at as organiser_banned_at',
      'organisers.metadata as organiser_metadata',
      'organisers.deleted_at as organiser_deleted_at',
      'tournaments.starts_at',
      'tournaments.ends_at',
      'tournaments.ended_at',
      'tournaments.payout_days',
      'tournaments.funding_closes_at',
      'tournaments.funding_closed_at',
      'tournaments.started_at',
      'tournaments.cancelled_at',
      'settlements.settled_at',
    ])
    .select(isRuled.as('is_ruled'))

/** Includes withdrawn entries. */
export const findFundedEntry = compileFirst((db, id: EntryId) =>
  fundedEntries(db).select('entries.id').where('entries.id', '=', id),
)
