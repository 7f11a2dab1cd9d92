import { sql } from 'kysely'
import type { FundingId } from '#contract/ids.ts'
import type { PaymentMode } from '#contract/payment-mode.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { hasRow } from '#server/db/rows.ts'
import type { Dispute } from '#server/money/payments/payment-provider.ts'
import { resumeRefund } from './refund.queries.ts'

/** Stores a dispute. An open one freezes the share and delays the refund. @returns whether its status is new */
export async function saveDispute(
  trx: Trx,
  funding: FundingId,
  { id, cents, reason, status, evidenceDueAt }: Dispute,
  now: number,
): Promise<boolean> {
  const before = await trx.selectFrom('disputes').select('status').where('id', '=', id).executeTakeFirst()
  const closed_at = status === 'open' ? null : now
  const { numInsertedOrUpdatedRows: rowCount } = await trx
    .insertInto('disputes')
    .values({
      id,
      funding_id: funding,
      amount_cents: cents,
      reason,
      status,
      created_at: now,
      closed_at,
      checked_at: now,
      evidence_due_at: evidenceDueAt,
    })
    .onConflict(conflict =>
      conflict
        .column('id')
        .doUpdateSet({
          status,
          amount_cents: cents,
          closed_at,
          checked_at: now,
          evidence_due_at: evidenceDueAt,
        })
        // Events may be late: only an appeal changes a decided dispute.
        .where(where =>
          where.or([
            where('disputes.status', '=', 'open'),
            where.and([where('disputes.status', '=', 'lost'), sql<boolean>`${status} = 'won'`]),
          ]),
        ),
    )
    .executeTakeFirstOrThrow()
  if (status !== 'open' && rowCount !== 0n) await resumeRefund(trx, funding, now)
  return rowCount !== 0n && before?.status !== status
}

/** A dispute with its boat and tournament, which a payment without an entry lacks. */
export const findDisputeFacts = (db: Db, id: string) =>
  db
    .selectFrom('disputes')
    .innerJoin('fundings', 'fundings.id', 'disputes.funding_id')
    .leftJoin('entries', 'entries.id', 'fundings.entry_id')
    .leftJoin('boats', 'boats.id', 'entries.boat_id')
    .leftJoin('tournaments', 'tournaments.id', 'entries.tournament_id')
    .select([
      'disputes.amount_cents',
      'disputes.reason',
      'disputes.status',
      'disputes.evidence_due_at',
      'disputes.funding_id',
      'disputes.created_at',
      'fundings.backer_id',
      'fundings.status as funding_status',
      'fundings.amount_cents as funding_cents',
      'entries.id as entry_id',
      'boats.name as boat',
      'tournaments.id as tournament_id',
      'tournaments.name as tournament',
      'tournaments.organiser_id',
    ])
    .where('disputes.id', '=', id)
    .executeTakeFirst()

/** Returns open disputes, the longest unchecked first. */
export const listOpenDisputes = (
  db: Db,
  mode: PaymentMode,
  checkedBefore: number,
  limit: number,
): Promise<{ id: string; funding_id: FundingId }[]> =>
  db
    .selectFrom('disputes')
    .innerJoin('fundings', 'fundings.id', 'disputes.funding_id')
    .select(['disputes.id', 'disputes.funding_id'])
    // A literal, for SQLite's partial index.
    .where('disputes.status', '=', sql.lit('open'))
    .where('disputes.checked_at', '<=', checkedBefore)
    .where('fundings.mode', '=', mode)
    .orderBy('disputes.checked_at')
    .limit(limit)
    .execute()

export async function markDisputeChecked(trx: Trx, id: string, now: number): Promise<void> {
  await trx.updateTable('disputes').set({ checked_at: now }).where('id', '=', id).execute()
}

export const hasOpenDispute = (db: Db, funding: FundingId): Promise<boolean> =>
  hasRow(
    db.selectFrom('disputes').select('id').where('funding_id', '=', funding).where('status', '=', 'open'),
  )

/** Cents that banks have withdrawn. */
export async function sumLostDisputes(db: Db, funding: FundingId): Promise<number> {
  const { cents } = await db
    .selectFrom('disputes')
    .select(sql<number>`coalesce(sum(amount_cents), 0)`.as('cents'))
    .where('funding_id', '=', funding)
    .where('status', '=', 'lost')
    .executeTakeFirstOrThrow()
  return cents
}
