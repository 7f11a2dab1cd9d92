import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { FundingId, PayoutId, TournamentId, UserId } from '#contract/ids.ts'
import type { PaymentMode } from '#contract/payment-mode.ts'
import { compileFirst, compileOnce } from '#server/db/compile-once.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { anyOfJson, containsText } from '#server/db/dialect.ts'
import { atLeastZero, lesser } from '#server/db/numbers.ts'
import type { Tables } from '#server/db/tables.ts'
import { notFound } from '#server/http/errors.ts'
import { paramId } from '#server/http/param-id.ts'
import { userName } from '#server/people/auth/index.ts'
import { type PaymentSums, payableOf, type ShareState } from './payouts.rules.ts'

export const noPayout = () => notFound('There is no such payout.')

/** Returns the payout's id in a path. @throws ApiError 404 when malformed */
export const payoutIdOf = (param: string | undefined): PayoutId =>
  paramId<'payout'>(param, noPayout().message)

/** True while the backer's bank disputes the payment. */
export const isDisputed = (funding: 'fundings.id' | 'payouts.funding_id') =>
  sql<SqlBool>`exists (select 1 from disputes
    where disputes.funding_id = ${sql.ref(funding)} and disputes.status = 'open')`

/**
 * True for shares that must not be paid: results are under review, or the funding is disputed or refunded.
 */
export const isFrozen = (payouts: ExpressionBuilder<Tables, 'payouts'>) =>
  payouts.or([
    payouts('payouts.in_review', '=', sql.lit(1)),
    isDisputed('payouts.funding_id'),
    payouts.exists(
      payouts
        .selectFrom('fundings')
        .select('fundings.id')
        .whereRef('fundings.id', '=', 'payouts.funding_id')
        .where('fundings.status', '!=', sql.lit('completed')),
    ),
  ])

/** Cents paid and not returned, at most the share. */
export const paidCents = lesser(
  sql`coalesce(payouts.paid_cents, 0) - payouts.returned_cents`,
  sql`payouts.amount_cents`,
)

/** Amount paid, or the present value. */
export const shownCents = sql<number>`(case when payouts.paid_at is null
  or payouts.due_cents + payouts.to_return_cents > 0 then payouts.payable_cents else ${paidCents} end)`

/** Amount paid for a payment that its bank took back since, in whole or in part. */
export const lossCents = atLeastZero(
  sql`${paidCents} - case when fundings.status = 'refunded' then 0 else payouts.payable_cents end`,
)

/** Lowers a settled share with its payment. @param restCents that still count */
export async function lowerShare(trx: Trx, funding: FundingId, restCents: number): Promise<void> {
  const share = await trx
    .selectFrom('payouts')
    .select(['amount_cents', 'contributed_cents'])
    .where('funding_id', '=', funding)
    .executeTakeFirst()
  if (!share) return
  const payable_cents = payableOf(share.amount_cents, { ...share, left_cents: restCents })
  await trx.updateTable('payouts').set({ payable_cents }).where('funding_id', '=', funding).execute()
}

const withContext = (db: Db) =>
  db
    .selectFrom('payouts')
    .innerJoin('users', 'users.id', 'payouts.backer_id')
    .innerJoin('fundings', 'fundings.id', 'payouts.funding_id')
    .innerJoin('entries', 'entries.id', 'payouts.entry_id')
    .innerJoin('boats', 'boats.id', 'entries.boat_id')
    .innerJoin('rounds', join =>
      join
        .onRef('rounds.tournament_id', '=', 'entries.tournament_id')
        .onRef('rounds.number', '=', 'payouts.settled_in'),
    )
    .leftJoin('payout_details', 'payout_details.user_id', 'payouts.backer_id')
    .selectAll('payouts')
    .select([
      'rounds.confirmed_at as settled_at',
      shownCents.as('shown_cents'),
      'payout_details.kind',
      'payout_details.details',
      'fundings.mode',
      lossCents.as('loss_cents'),
      'users.email',
      'users.metadata',
      'users.deleted_at',
      'entries.tournament_id',
      'boats.id as boat_id',
      'boats.name',
      'boats.captain_name',
    ])
    .select(payout => isFrozen(payout).as('is_frozen'))

export type PayoutInContext = Awaited<ReturnType<ReturnType<typeof withContext>['execute']>>[number]

const ofTournament = (db: Db, tournament: TournamentId) =>
  withContext(db)
    .innerJoin('results', 'results.entry_id', 'payouts.entry_id')
    .where('results.tournament_id', '=', tournament)
    .orderBy('payouts.id')

/** Returns all shares in the order of the settlement: highest winnings first. */
export const listAllPayouts = (db: Db, tournament: TournamentId): Promise<PayoutInContext[]> =>
  ofTournament(db, tournament).execute()

export type Payable = 'owed' | 'paid' | 'frozen' | 'to-return'

/** A literal, so that SQLite uses the index of such shares. */
const isDue = sql<SqlBool>`payouts.due_cents > 0`

/** See `payoutStatus`. */
const hasStatus =
  (status: Payable | 'any') =>
  (where: ExpressionBuilder<Tables, 'payouts'>): Expression<SqlBool> => {
    const isToReturn = where('payouts.to_return_cents', '>', 0)
    switch (status) {
      case 'owed':
        return where.and([isDue, where.not(isFrozen(where))])
      case 'frozen':
        return where.and([isDue, isFrozen(where)])
      case 'to-return':
        return isToReturn
      case 'paid':
        return where.and([where.not(isDue), where.not(isToReturn), where(paidCents, '>', 0)])
      case 'any':
        return where.or([where(shownCents, '>', 0), isToReturn])
    }
  }

/** True for shares that are still to be paid and not frozen. */
export const isOwed = hasStatus('owed')

export interface PayoutsPage {
  size: number
  /** Exclusive bound. */
  after: PayoutId | undefined
  status?: Payable | 'any' | undefined
  /** A part of the backer's name or address, the boat's name or the reference. */
  search?: string | undefined
  backer?: string | undefined
}

/** Returns a page of shares in the order of {@link listAllPayouts}. */
export const listPayouts = (
  db: Db,
  tournament: TournamentId,
  { size, after, status, search = '', backer }: PayoutsPage,
): Promise<PayoutInContext[]> =>
  ofTournament(db, tournament)
    .$if(after !== undefined, select => select.where('payouts.id', '>', after ?? null))
    .$if(status !== undefined, select => select.where(hasStatus(status ?? 'any')))
    .$if(backer !== undefined, select => select.where('payouts.backer_id', '=', sql<UserId>`${backer}`))
    .$if(search !== '', select =>
      select.where(({ ref }) =>
        containsText([userName, ref('users.email'), ref('boats.name'), ref('payouts.reference')], search),
      ),
    )
    .limit(size)
    .execute()

const unpaid = compileFirst((db, backer: UserId, mode: PaymentMode) =>
  db
    .selectFrom('payouts')
    .innerJoin('fundings', 'fundings.id', 'payouts.funding_id')
    .select(({ fn }) => fn.sum<number | null>('payouts.due_cents').as('cents'))
    .where('payouts.backer_id', '=', backer)
    .where('fundings.mode', '=', mode)
    .where(isDue)
    .where(payout => payout.not(isFrozen(payout))),
)

/** Cents of a person's shares of payments of a mode that are not paid. */
export const sumUnpaid = async (db: Db, backer: UserId, mode: PaymentMode): Promise<number> =>
  (await unpaid(db, backer, mode))?.cents ?? 0

/** @throws ApiError 404 */
export async function getPayout(db: Db, id: PayoutId): Promise<PayoutInContext> {
  const row = await withContext(db).where('payouts.id', '=', id).executeTakeFirst()
  if (!row) throw noPayout()
  return row
}

const payoutsOf = compileOnce((db, fundings: string) =>
  db
    .selectFrom('payouts')
    .select(['funding_id', 'due_cents', 'to_return_cents', 'paid_cents', 'returned_cents', 'in_review'])
    .select(shownCents.as('shown_cents'))
    .select(({ selectFrom }) =>
      selectFrom('rounds')
        .innerJoin('entries', 'entries.tournament_id', 'rounds.tournament_id')
        .select('rounds.confirmed_at')
        .whereRef('entries.id', '=', 'payouts.entry_id')
        .whereRef('rounds.number', '=', 'payouts.settled_in')
        .as('round_at'),
    )
    .select(payout => isFrozen(payout).as('is_frozen'))
    .where('funding_id', 'in', anyOfJson<FundingId>(fundings)),
)

/**
 * Returns the shares of settled fundings. `round_at`: when the round was confirmed that settled the share.
 */
export async function payoutsOfFundings(
  db: Db,
  fundings: readonly FundingId[],
): Promise<Map<FundingId, ShareState & PaymentSums & { round_at: number | null; in_review: 0 | 1 }>> {
  const rows = await payoutsOf(db, JSON.stringify(fundings))
  return new Map(rows.map(row => [row.funding_id, row]))
}
