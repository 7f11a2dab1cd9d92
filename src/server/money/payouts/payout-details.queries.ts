import { sql } from 'kysely'
import type { UserId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import type { PayoutDestination } from '#contract/money/payouts.ts'
import type { PaymentMode } from '#contract/payment-mode.ts'
import { day } from '#contract/time.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { hasRow } from '#server/db/rows.ts'

export async function findPayoutDetails(db: Db, user: UserId): Promise<PayoutDestination | null> {
  const row = await db
    .selectFrom('payout_details')
    .select(['kind', 'details'])
    .where('user_id', '=', user)
    .executeTakeFirst()
  return row ?? null
}

export async function storePayoutDetails(
  trx: Trx,
  user: UserId,
  details: PayoutDestination,
  now: number,
): Promise<void> {
  const row = { ...details, updated_at: now }
  await trx
    .insertInto('payout_details')
    .values({ user_id: user, ...row })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(row))
    .execute()
}

export async function deletePayoutDetails(db: Db, user: UserId): Promise<void> {
  await db.deleteFrom('payout_details').where('user_id', '=', user).execute()
}

/**
 * Selects backers of tournaments that may still pay winnings: neither cancelled nor settled. Includes payments that
 * have begun and may arrive.
 */
const backersInPlay = (db: Db, now: number) =>
  db
    .selectFrom('fundings')
    .innerJoin('entries', 'entries.id', 'fundings.entry_id')
    .innerJoin('tournaments', 'tournaments.id', 'entries.tournament_id')
    .leftJoin('settlements', 'settlements.tournament_id', 'tournaments.id')
    .select('fundings.backer_id')
    .where(({ or, and, eb }) =>
      or([
        eb('fundings.status', '=', 'completed'),
        and([eb('fundings.status', '=', 'pending'), eb('fundings.held_until', '>', now)]),
      ]),
    )
    .where('fundings.refund_requested_at', 'is', null)
    .where('tournaments.cancelled_at', 'is', null)
    .where('settlements.settled_at', 'is', null)

/** Selects shares that are still to be paid, frozen ones too, or that a review may change. */
const openShares = (db: Db) =>
  db
    .selectFrom('payouts')
    .select('payouts.id')
    .where(({ eb, or }) => or([eb('payouts.due_cents', '>', 0), eb('payouts.in_review', '=', 1)]))

/**
 * Returns whether a boat may still win, or a share that is frozen now may be paid later.
 * @param mode of the site; live money stays owed in any
 */
export const mayWin = async (db: Db, backer: UserId, mode: PaymentMode, now: number): Promise<boolean> =>
  (await hasRow(backersInPlay(db, now).where('fundings.backer_id', '=', backer))) ||
  (await hasRow(
    openShares(db)
      .innerJoin('fundings', 'fundings.id', 'payouts.funding_id')
      .where('payouts.backer_id', '=', backer)
      .where('fundings.mode', 'in', [mode, 'live'])
      .where('fundings.status', '=', 'completed'),
  ))

/**
 * Deletes the details of deleted accounts once all their shares are paid and no others can follow, and
 * `limits.payoutDetailsDays` after the deletion at the latest.
 */
export async function sweepPayoutDetails(db: Db, now: number): Promise<void> {
  const deletedUsers = db.selectFrom('users').select('users.id').where('users.deleted_at', 'is not', null)
  const latest = now - limits.payoutDetailsDays * day
  const person = sql.ref<UserId>('payout_details.user_id')
  const unpaid = openShares(db).where('payouts.backer_id', '=', person)
  await db
    .deleteFrom('payout_details')
    .where('user_id', 'in', deletedUsers)
    .where(({ or, and, eb, not, exists }) =>
      or([
        eb('user_id', 'in', deletedUsers.where('users.deleted_at', '<', latest)),
        and([
          not(exists(unpaid)),
          not(exists(backersInPlay(db, now).where('fundings.backer_id', '=', person))),
        ]),
      ]),
    )
    .execute()
}
