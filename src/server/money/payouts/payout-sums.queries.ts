import { sql } from 'kysely'
import type { PayoutId, TournamentId, UserId } from '#contract/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { containsText } from '#server/db/search.ts'
import { userName } from '#server/people/auth/index.ts'
import { isFrozen, lossCents, type Payable, type PayoutsPage, shownCents } from './payouts.queries.ts'

/** Shares of more than nothing. */
const sharesWithStatus = (db: Db) =>
  db
    .selectFrom('payouts')
    .innerJoin('results', 'results.entry_id', 'payouts.entry_id')
    .innerJoin('entries', 'entries.id', 'payouts.entry_id')
    .innerJoin('boats', 'boats.id', 'entries.boat_id')
    .innerJoin('fundings', 'fundings.id', 'payouts.funding_id')
    .select([
      'payouts.id',
      'payouts.entry_id',
      'payouts.backer_id',
      shownCents.as('amount_cents'),
      lossCents.as('loss_cents'),
      'payouts.reference',
      'results.tournament_id',
      'results.winnings_cents',
      'boats.name as boat',
    ])
    .select(payout =>
      payout
        .case()
        .when('payouts.paid_at', 'is not', null)
        .then<Payable>('paid')
        .when(isFrozen(payout))
        .then<Payable>('frozen')
        .else<Payable>('owed')
        .end()
        .as('status'),
    )
    .where(shownCents, '>', 0)

const countOf = (status: Payable) => sql<number>`sum(shares.status = ${sql.lit(status)})`
const centsOf = (status: Payable) =>
  sql<number>`sum(iif(shares.status = ${sql.lit(status)}, shares.amount_cents, 0))`

const sumsByStatus = [
  countOf('owed').as('owed_count'),
  centsOf('owed').as('owed_cents'),
  countOf('paid').as('paid_count'),
  centsOf('paid').as('paid_cents'),
  countOf('frozen').as('frozen_count'),
  centsOf('frozen').as('frozen_cents'),
  sql<number>`sum(shares.loss_cents > 0)`.as('loss_count'),
  sql<number>`sum(shares.loss_cents)`.as('loss_cents'),
] as const

/** Highest winnings first. */
export const sumByEntry = (db: Db, tournament: TournamentId) =>
  db
    .selectFrom(sharesWithStatus(db).where('results.tournament_id', '=', tournament).as('shares'))
    .select(['shares.entry_id', 'shares.boat', ...sumsByStatus])
    .groupBy('shares.entry_id')
    .orderBy('shares.winnings_cents', 'desc')
    .orderBy('shares.entry_id')
    .execute()

/** In the order of their first shares. @param after the first share of the last backer */
export function listBackersOfPayouts(
  db: Db,
  tournament: TournamentId,
  { size, after, status = 'any', typed = '', backer }: PayoutsPage,
) {
  const first = sql<PayoutId>`min(shares.id)`
  return (
    db
      .selectFrom(sharesWithStatus(db).where('results.tournament_id', '=', tournament).as('shares'))
      .innerJoin('users', 'users.id', 'shares.backer_id')
      .leftJoin('payout_details', 'payout_details.user_id', 'shares.backer_id')
      .select([
        'shares.backer_id',
        'users.email',
        'users.metadata',
        'users.deleted_at',
        'payout_details.kind',
        'payout_details.details',
        first.as('first'),
        ...sumsByStatus,
      ])
      .$if(backer !== undefined, select => select.where('shares.backer_id', '=', sql<UserId>`${backer}`))
      .groupBy('shares.backer_id')
      .$if(status !== 'any', select => select.having(countOf(status as Payable), '>', 0))
      // A backer with all shares, when any of them matches.
      .$if(typed !== '', select =>
        select.having(({ ref }) => {
          const texts = [userName, ref('users.email'), ref('shares.boat'), ref('shares.reference')]
          return sql<boolean>`max(${containsText(texts, typed)})`
        }),
      )
      .$if(after !== undefined, select => select.having(first, '>', after ?? null))
      .orderBy(first)
      .limit(size)
      .execute()
  )
}
