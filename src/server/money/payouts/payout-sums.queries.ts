import { sql } from 'kysely'
import type { PayoutId, TournamentId, UserId } from '#contract/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { containsText } from '#server/db/dialect.ts'
import { userName } from '#server/people/auth/index.ts'
import {
  isFrozen,
  lossCents,
  type Payable,
  type PayoutsPage,
  paidCents,
  shownCents,
} from './payouts.queries.ts'

/** Shares of more than nothing. */
const sharesWithStatus = (db: Db, tournament: TournamentId) =>
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
      'payouts.due_cents',
      'payouts.to_return_cents',
      'payouts.settled_in',
      paidCents.as('paid_cents'),
      lossCents.as('loss_cents'),
      'payouts.reference',
      'results.winnings_cents',
      'boats.name as boat',
      'fundings.mode',
    ])
    .select(payout => isFrozen(payout).as('is_frozen'))
    .where('results.tournament_id', '=', tournament)
    .where(({ eb, or }) => or([eb(shownCents, '>', 0), eb('payouts.to_return_cents', '>', 0)]))

/** A share that grew after it was paid is paid in part and owed in part. */
const partOf = {
  owed: sql<number>`case when shares.is_frozen then 0 else shares.due_cents end`,
  paid: sql.ref<number>('shares.paid_cents'),
  frozen: sql<number>`case when shares.is_frozen then shares.due_cents else 0 end`,
  'to-return': sql.ref<number>('shares.to_return_cents'),
  loss: sql.ref<number>('shares.loss_cents'),
} as const

const countOf = (part: keyof typeof partOf) => sql<number>`count(*) filter (where ${partOf[part]} > 0)`
/** Counts the shares that the list of paid shares shows: those neither owed nor to be returned in part. */
const paidCount = sql<number>`count(*) filter (where ${partOf.paid} > 0
  and shares.due_cents = 0 and shares.to_return_cents = 0)`
const centsOf = (part: keyof typeof partOf) => sql<number>`sum(${partOf[part]})`

const sumsByStatus = [
  countOf('owed').as('owed_count'),
  centsOf('owed').as('owed_cents'),
  paidCount.as('paid_count'),
  centsOf('paid').as('paid_cents'),
  countOf('frozen').as('frozen_count'),
  centsOf('frozen').as('frozen_cents'),
  countOf('to-return').as('return_count'),
  centsOf('to-return').as('return_cents'),
  countOf('loss').as('loss_count'),
  centsOf('loss').as('loss_cents'),
] as const

/**
 * Sums the shares by entry, highest winnings first.
 * `owed_since`: first round that settled an owed share, or null. All shares of a settlement have one `mode`.
 */
export const sumByEntry = (db: Db, tournament: TournamentId) =>
  db
    .selectFrom(sharesWithStatus(db, tournament).as('shares'))
    .select(['shares.entry_id', 'shares.boat', 'shares.mode', ...sumsByStatus])
    .select(sql<number | null>`min(shares.settled_in) filter (where ${partOf.owed} > 0)`.as('owed_since'))
    .groupBy(['shares.entry_id', 'shares.boat', 'shares.mode', 'shares.winnings_cents'])
    .orderBy('shares.winnings_cents', 'desc')
    .orderBy('shares.entry_id')
    .execute()

/** Returns backers in the order of their first shares. @param after the first share of the last backer */
export function listBackersOfPayouts(
  db: Db,
  tournament: TournamentId,
  { size, after, status = 'any', search = '', backer }: PayoutsPage,
) {
  const first = sql<PayoutId>`min(shares.id)`
  return (
    db
      .selectFrom(sharesWithStatus(db, tournament).as('shares'))
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
      .groupBy(['shares.backer_id', 'users.id', 'payout_details.user_id'])
      .$if(status !== 'any', select =>
        select.having(status === 'paid' ? paidCount : countOf(status as Payable), '>', 0),
      )
      // A backer with all shares, when any of them matches.
      .$if(search !== '', select =>
        select.having(({ ref }) => {
          const texts = [userName, ref('users.email'), ref('shares.boat'), ref('shares.reference')]
          return sql<boolean>`count(*) filter (where ${containsText(texts, search)}) > 0`
        }),
      )
      .$if(after !== undefined, select => select.having(first, '>', after ?? null))
      .orderBy(first)
      .limit(size)
      .execute()
  )
}
