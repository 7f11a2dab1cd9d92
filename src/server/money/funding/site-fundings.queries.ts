import { sql } from 'kysely'
import type { FundingId } from '#contract/ids.ts'
import type { PaymentMode } from '#contract/payment-mode.ts'
import type { Db } from '#server/db/connection.ts'
import { countRows } from '#server/db/rows.ts'
import type { FundingRow } from './funding.table.ts'

export type StateCount = Pick<FundingRow, 'mode' | 'status'> & { count: number }

/** Counts all fundings by mode and status, through the index `fundings_mode`. */
export async function countByState(db: Db): Promise<StateCount[]> {
  const { rows } = await sql<StateCount>`
    select mode || '' as mode, status, count(*) as count from fundings group by mode || '', status`.execute(
    db,
  )
  return rows
}

/** Refunds that were given up or that a bank returned, for a person to settle. */
export const countFailedRefunds = (db: Db): Promise<number> =>
  countRows(db.selectFrom('fundings').where('refund_failed_at', 'is not', null))

export const countOpenDisputes = (db: Db): Promise<number> =>
  countRows(db.selectFrom('disputes').where('status', '=', 'open'))

/**
 * Returns the refunds that {@link countFailedRefunds} counts. Those that weren't requested here were made at the
 * provider, in part.
 */
export const listFailedRefunds = (db: Db, limit: number) =>
  db
    .selectFrom('fundings')
    .leftJoin('entries', 'entries.id', 'fundings.entry_id')
    .leftJoin('boats', 'boats.id', 'entries.boat_id')
    .leftJoin('tournaments', 'tournaments.id', 'entries.tournament_id')
    .leftJoin('users', 'users.id', 'fundings.backer_id')
    .select([
      'fundings.id',
      'fundings.amount_cents',
      'fundings.refund_error',
      'fundings.refund_failed_at',
      'fundings.refund_requested_at',
      'boats.name as boat',
      'tournaments.name as tournament',
      'users.metadata',
      'users.email',
      'users.deleted_at',
    ])
    .where('fundings.refund_failed_at', 'is not', null)
    .orderBy('fundings.id')
    .limit(limit)
    .execute()

const payments = (db: Db, mode: PaymentMode) =>
  db
    .selectFrom('fundings')
    .where('mode', '=', mode)
    .where('intent_id', 'is not', null)
    .where(where =>
      where.or([where('status', 'not in', ['pending', 'failed']), where('charge_id', 'is not', null)]),
    )

export const countPaid = (db: Db, mode: PaymentMode): Promise<number> => countRows(payments(db, mode))

export async function listPaidIds(
  db: Db,
  mode: PaymentMode,
  after: FundingId | null,
  limit: number,
): Promise<FundingId[]> {
  const rows = await payments(db, mode)
    .select('id')
    .$if(after !== null, list => list.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
