import { sql } from 'kysely'
import type { EntryId, UserId } from '#contract/ids.ts'
import { compileFirst } from '#server/db/compile-once.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { isRuled } from '#server/tournaments/tournaments/index.ts'

interface EntryChange {
  entry: EntryId
  backer: UserId
  cents: number
  /** A partial change: the backer count stays the same. */
  isPart?: boolean
}

/** Counts `backers` if the backer has as many completed fundings as `others` says. */
const addCents = compileFirst(
  (db, entry: EntryId, backer: UserId, cents: number, others: number, backers: number) =>
    db
      .updateTable('entries')
      .set({
        current_funding_cents: sql<number>`current_funding_cents + ${cents}`,
        backer_count: sql<number>`backer_count + case when (select count(*) from (select 1 from fundings
          where entry_id = entries.id and status = 'completed' and backer_id = ${backer} limit 2) as latest)
          = ${others} then ${backers} else 0 end`,
      })
      .where('id', '=', entry)
      .where(sql<boolean>`current_funding_cents + ${cents} between 0 and funding_goal_cents`)
      .where(sql<boolean>`(${cents} < 0 or withdrawn_at is null)`)
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
  const row = await addCents(trx, entry, backer, cents, others, backers)
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

/** `settled_at`: null if no results are confirmed. */
export type FundedEntry = NonNullable<Awaited<ReturnType<typeof findFundedEntry>>>
