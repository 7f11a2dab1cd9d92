import type { FundingId } from '#contract/ids.ts'
import type { Db } from '#server/db/connection.ts'
import type { Fault } from '#server/features/ledger/index.ts'
import { NoSuchPayment } from '#server/payments/payment-provider.ts'
import { sumLost } from './disputes.queries.ts'
import { findFunding } from './funding.queries.ts'
import { pendingCents } from './funding.rules.ts'
import type { FundingRow } from './funding.table.ts'
import type { PaymentDeps } from './sync-payment.ts'

/** Requests at a time are one; Stripe takes 25 in a second with test keys, and the server needs some. */
const betweenMs = 50
const slice = 200

export interface Compared {
  /** Fundings that were compared so far. */
  done: number
  total: number
  /** What was found at the last of them. */
  fault: Fault | null
}

const compared = (db: Db, mode: FundingRow['mode']) =>
  db
    .selectFrom('fundings')
    .where('mode', '=', mode)
    .where('intent_id', 'is not', null)
    // What was never paid counts nothing, here and there.
    .where(where =>
      where.or([where('status', 'not in', ['pending', 'failed']), where('charge_id', 'is not', null)]),
    )

/**
 * Asks the provider about every payment that counts, or counted, and compares the cents that are left of it. Changes
 * nothing. Takes 50 ms for each at least, so that the provider's limits leave room for the server.
 * @throws ProviderUnreachable
 */
export async function* compareWithProvider(deps: PaymentDeps, wait = Bun.sleep): AsyncGenerator<Compared> {
  const { db } = deps
  const { mode } = deps.payments
  const { total } = await compared(db, mode)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  let done = 0
  for (let after: FundingId | null = null; ; ) {
    const rows: { id: FundingId }[] = await compared(db, mode)
      .select('id')
      .$if(after !== null, list => list.where('id', '>', after))
      .orderBy('id')
      .limit(slice)
      .execute()
    for (const { id } of rows) {
      const first = await findFault(deps, id)
      // The server goes on meanwhile: what is still so when it is asked again is a fault.
      if (first) await wait(betweenMs * 10)
      const fault = first && (await findFault(deps, id))
      done += 1
      yield { done, total: Math.max(total, done), fault }
      await wait(betweenMs)
    }
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

async function findFault(deps: PaymentDeps, id: FundingId): Promise<Fault | null> {
  const row = await findFunding(deps.db, id)
  if (!row?.intent_id) return null
  const where = `funding ${id} (${row.intent_id})`
  const here = row.status === 'completed' || row.status === 'refund_pending' ? row.amount_cents : 0
  try {
    const payment = await deps.payments.find(row.intent_id)
    const listed = payment.disputes.reduce(
      (sum, { status, cents }) => (status === 'lost' ? sum + cents : sum),
      0,
    )
    const lost = payment.disputes.length > 0 ? listed : await sumLost(deps.db, id)
    const there = payment.received - (payment.refunded - pendingCents(payment)) - lost
    if (here === Math.max(0, there)) return null
    const note = row.refund_error === null ? '' : ` (${row.refund_error})`
    return { where, what: `counts ${here} cents, the provider holds ${there}${note}` }
  } catch (error) {
    if (!(error instanceof NoSuchPayment)) throw error
    return here === 0 ? null : { where, what: `counts ${here} cents, the provider does not know the payment` }
  }
}
