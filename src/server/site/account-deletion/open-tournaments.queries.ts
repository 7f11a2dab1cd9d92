import { sql } from 'kysely'
import type { TournamentId, UserId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import type { PaymentMode } from '#contract/payment-mode.ts'
import type { Db } from '#server/db/connection.ts'

/** A tournament that others' money depends on. Amounts are cents, times milliseconds since 1970. */
export interface OpenTournament {
  id: TournamentId
  name: string
  ends_at: number
  cancelled_at: number | null
  settled_at: number | null
  /** Boats that take part. */
  entries: number
  /** Counted money that the boats did not get, without `refunds`. */
  held: number
  /** Money that is being refunded. */
  refunds: number
  /** Winnings that are not marked as paid, also while a bank decides on a dispute. */
  owed: number
}

const isBeingRefunded = sql`fundings.refund_requested_at is not null and fundings.refunded_at is null`

/** Live money depends on its organiser in any mode of the site. */
const sumsOf = (mode: PaymentMode) => {
  const counts = sql`fundings.mode in (${mode}, 'live')`
  return {
    entries: sql<number>`(select count(*) from entries
    where entries.tournament_id = tournaments.id and entries.withdrawn_at is null)`,
    held: sql<number>`(select coalesce(sum(entry.held) filter (where entry.held > 0), 0) from (
    select current_funding_cents - handed_over_cents
      - (select coalesce(sum(fundings.amount_cents), 0) from fundings
        where fundings.entry_id = entries.id and fundings.status = 'completed' and ${isBeingRefunded}) as held
    from entries where entries.tournament_id = tournaments.id and exists (
      select 1 from fundings where fundings.entry_id = entries.id and fundings.status = 'completed' and ${counts})
    ) as entry)`,
    refunds: sql<number>`(select coalesce(sum(fundings.amount_cents), 0) from entries
    join fundings on fundings.entry_id = entries.id
    where entries.tournament_id = tournaments.id and fundings.status in ('completed', 'refund_pending')
      and ${isBeingRefunded} and ${counts})`,
    owed: sql<number>`(select coalesce(sum(payouts.due_cents), 0) from results
    join payouts on payouts.entry_id = results.entry_id
    join fundings on fundings.id = payouts.funding_id
    where results.tournament_id = tournaments.id and payouts.due_cents > 0 and fundings.status = 'completed'
      and ${counts})`,
  }
}

/**
 * Unfinished work of an organiser: tournaments with boats or money and no results, money that was neither handed
 * over nor refunded, and unpaid winnings.
 * @param of null: of banned and deleted accounts @param mode of the site
 */
export function listOpenTournaments(db: Db, of: UserId | null, mode: PaymentMode): Promise<OpenTournament[]> {
  const sums = sumsOf(mode)
  return db
    .selectFrom(
      db
        .selectFrom('tournaments')
        .innerJoin('users', 'users.id', 'tournaments.organiser_id')
        .leftJoin('settlements', 'settlements.tournament_id', 'tournaments.id')
        .select([
          'tournaments.id',
          'tournaments.name',
          'tournaments.ends_at',
          'tournaments.cancelled_at',
          'settlements.settled_at',
          sums.entries.as('entries'),
          sums.held.as('held'),
          sums.refunds.as('refunds'),
          sums.owed.as('owed'),
        ])
        .where(({ eb, or }) =>
          of === null
            ? or([eb('users.banned_at', 'is not', null), eb('users.deleted_at', 'is not', null)])
            : eb('tournaments.organiser_id', '=', of),
        )
        .as('tournament'),
    )
    .selectAll()
    .where(({ and, eb, or }) =>
      or([
        eb('held', '>', 0),
        eb('refunds', '>', 0),
        eb('owed', '>', 0),
        and([eb('entries', '>', 0), eb('cancelled_at', 'is', null), eb('settled_at', 'is', null)]),
      ]),
    )
    .orderBy('ends_at')
    .orderBy('id')
    .limit(limits.openTournaments)
    .execute()
}
