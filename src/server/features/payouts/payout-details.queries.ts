import type { UserId } from '#contract/ids.ts'
import type { PayoutDestination } from '#contract/payouts.ts'
import type { Db, Trx } from '#server/db/connection.ts'

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

/** Deletes those of deleted accounts once nothing more is to be paid. */
export async function sweepPayoutDetails(db: Db): Promise<void> {
  await db
    .deleteFrom('payout_details')
    .where('user_id', 'in', select =>
      select.selectFrom('users').select('users.id').where('users.deleted_at', 'is not', null),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payouts')
            .select('payouts.id')
            .whereRef('payouts.backer_id', '=', 'payout_details.user_id')
            .where('payouts.paid_at', 'is', null)
            .where('payouts.payable_cents', '>', 0),
        ),
      ),
    )
    .execute()
}
