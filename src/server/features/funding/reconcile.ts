import { sql } from 'kysely'
import { inTransaction } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { applyPayment } from './claim.ts'
import { reconcileDisputes } from './disputes.ts'
import { findFunding, updateFunding } from './funding.queries.ts'
import type { FundingRow } from './funding.table.ts'
import { NoSuchPayment, ProviderUnreachable, paymentsOf } from './payments.ts'

const minute = 60_000
const hour = 60 * minute

/** Payments that are asked about in one round, those that were asked about longest ago first. */
const round = 100
/** Nobody comes back to pay after that: the payment is closed, so that it cannot surprise anybody. */
const abandonedAfter = 24 * hour

/** A payment whose boat nobody has named by then is given back. */
const namelessAfter = hour

/** Asks the provider about everything that is still open here: a payment is found though every message was lost. */
export async function reconcilePayments(deps: Deps): Promise<void> {
  const { db, now, log } = deps
  const { mode } = paymentsOf(deps)
  const open = await db
    .selectFrom('fundings')
    .selectAll()
    // Spelled out: SQLite takes a partial index only where it can read the condition.
    .where(sql<boolean>`status = 'pending'`)
    .where('created_at', '<', now() - (mode === 'test' ? abandonedAfter : minute))
    .where('mode', '=', mode)
    // A payment of this minute is asked about in the next, one of yesterday every hour.
    .where(
      sql<boolean>`(checked_at is null or ${now()} - checked_at >= min((${now()} - created_at) / 10, ${hour}))`,
    )
    .orderBy('checked_at')
    .limit(round)
    .execute()
  try {
    for (const row of open) await lookAt(deps, row)
    await reconcileDisputes(deps)
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error
    log.warn('the payment provider does not answer', { reason: error.message })
  }
}

async function lookAt(deps: Deps, row: FundingRow): Promise<void> {
  const { now } = deps
  const payments = paymentsOf(deps)
  if (row.intent_id === null) {
    // The provider was never reached, or we died before its answer: nobody has the secret to pay that.
    if (row.held_until < now()) await close(deps, row)
    return
  }
  try {
    const payment = await payments.find(row.intent_id)
    await applyPayment(deps, row.id, payment)
    const age = now() - row.created_at
    if (row.entry_id === null && payment.status === 'succeeded' && age > namelessAfter) {
      await payments.refund(row.intent_id, row.amount_cents, `nameless-${row.id}`)
      await close(deps, row)
    }
    if (payment.status !== 'unpaid' || age < abandonedAfter) return
    await payments.cancel(row.intent_id)
    // It may have been paid in that very moment: what it is now decides.
    await applyPayment(deps, row.id, await payments.find(row.intent_id))
  } catch (error) {
    if (!(error instanceof NoSuchPayment)) throw error
    await close(deps, row)
  }
}

const close = ({ db, now }: Deps, { id }: FundingRow) =>
  inTransaction(db, async trx => {
    const row = await findFunding(trx, id)
    if (row?.status === 'pending')
      await updateFunding(trx, id, { status: 'failed', failed_at: now(), checked_at: now() })
  })
