import type { FundingId } from '#contract/ids.ts'
import type { Fault } from '#server/money/ledger/index.ts'
import { NoSuchPayment } from '#server/money/payments/payment-provider.ts'
import { sumLostDisputes } from './disputes.queries.ts'
import { findFunding } from './funding.queries.ts'
import { pendingRefundCents } from './funding.rules.ts'
import { countPaid, listPaidIds } from './site-fundings.queries.ts'
import type { PaymentDeps } from './sync-payment.ts'

/** Stripe allows 25 test requests a second. */
const pauseMs = 50
const batchSize = 200

export interface Comparison {
  /** Fundings so far. */
  done: number
  total: number
  fault: Fault | null
}

/** Compares every payment with the provider and changes nothing. @throws ProviderUnreachable */
export async function* compareWithProvider(deps: PaymentDeps): AsyncGenerator<Comparison> {
  const { db, payments } = deps
  const total = await countPaid(db, payments.mode)
  let done = 0
  for (let after: FundingId | null = null; ; ) {
    const ids: FundingId[] = await listPaidIds(db, payments.mode, after, batchSize)
    for (const id of ids) {
      // The server may be changing it: only persistent faults count.
      const isSuspect = (await findFault(deps, id)) !== null
      if (isSuspect) await Bun.sleep(pauseMs * 10)
      const fault = isSuspect ? await findFault(deps, id) : null
      done += 1
      yield { done, total: Math.max(total, done), fault }
      await Bun.sleep(pauseMs)
    }
    const last = ids.at(-1)
    if (!last) return
    after = last
  }
}

async function findFault({ db, payments }: PaymentDeps, id: FundingId): Promise<Fault | null> {
  const row = await findFunding(db, id)
  if (!row?.intent_id) return null
  const where = `funding ${id} (${row.intent_id})`
  const here = row.status === 'completed' || row.status === 'refund_pending' ? row.amount_cents : 0
  try {
    const payment = await payments.find(row.intent_id)
    const listedCents = payment.disputes.reduce(
      (sum, { status, cents }) => (status === 'lost' ? sum + cents : sum),
      0,
    )
    const lostCents = payment.disputes.length > 0 ? listedCents : await sumLostDisputes(db, id)
    const there = payment.received - (payment.refunded - pendingRefundCents(payment)) - lostCents
    if (here === Math.max(0, there)) return null
    const note = row.refund_error === null ? '' : ` (${row.refund_error})`
    return { where, what: `counts ${here} cents, the provider holds ${there}${note}` }
  } catch (error) {
    if (!(error instanceof NoSuchPayment)) throw error
    return here === 0 ? null : { where, what: `counts ${here} cents, the provider does not know the payment` }
  }
}
