import { sql } from 'kysely'
import type { FundingId } from '#contract/ids.ts'
import type { PaymentMode } from '#contract/payment-mode.ts'
import { type Db, inTransaction } from '#server/db/connection.ts'
import type { ProviderReadsTable } from './funding.table.ts'

/** The state of the poll. A new one starts at the time of the first funding. */
export async function getPollState(db: Db, mode: PaymentMode, now: number): Promise<ProviderReadsTable> {
  const state = await db.selectFrom('provider_reads').selectAll().where('mode', '=', mode).executeTakeFirst()
  if (state) return state
  const { first } = await db
    .selectFrom('fundings')
    .select(({ fn }) => fn.min<number | null>('created_at').as('first'))
    .where('mode', '=', mode)
    .executeTakeFirstOrThrow()
  const start = Math.min(now, first ?? now)
  return { mode, seen_until: start, passed_at: 0, reading_until: null, reading_after: null, ask_before: null }
}

export async function savePollState(db: Db, state: ProviderReadsTable): Promise<ProviderReadsTable> {
  const { mode: _, ...values } = state
  await inTransaction(db, trx =>
    trx
      .insertInto('provider_reads')
      .values(state)
      .onConflict(conflict => conflict.column('mode').doUpdateSet(values))
      .execute(),
  )
  return state
}

/** Fundings that can still change: unsettled, or refunded since `refundedSince`. Longest unchecked first. */
export const listChangeable = (
  db: Db,
  mode: PaymentMode,
  checkedBefore: number,
  refundedSince: number,
  limit: number,
): Promise<{ id: FundingId }[]> =>
  db
    .selectFrom('fundings')
    .select('id')
    .where('mode', '=', mode)
    // Literals, for SQLite's partial index.
    .where(sql<boolean>`intent_id is not null and status <> 'pending'`)
    .where(sql<boolean>`coalesce(checked_at, 0) < ${checkedBefore}`)
    .where(sql<boolean>`(
      (status in ('completed', 'refund_pending') and not exists (
        select 1 from entries join settlements on settlements.tournament_id = entries.tournament_id
        where entries.id = fundings.entry_id))
      or (refund_requested_at is not null and refunded_at is null)
      or refunded_at > ${refundedSince}
      or (status = 'failed' and charge_id is not null and failed_at > ${refundedSince}))`)
    .orderBy(sql`coalesce(checked_at, 0)`)
    .limit(limit)
    .execute()
