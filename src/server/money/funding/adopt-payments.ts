import { type FundingId, isId } from '#contract/ids.ts'
import { inTransaction, type Trx } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import type { Payment } from '#server/money/payments/payment-provider.ts'
import { findByIntent, findFunding, insertFunding, updateFunding } from './funding.queries.ts'
import { assessPayment, foreignText, isFullyRefunded, isRecorded } from './funding.rules.ts'
import type { FundingRow } from './funding.table.ts'
import { refundPaymentWithoutEntry } from './reconcile-payments.ts'
import { findPayment, type PaymentDeps, syncPayment } from './sync-payment.ts'
import {
  deleteUnknownPayment,
  hasEntry,
  hasUser,
  listUnknownPayments,
  saveRefusal,
} from './unknown-payments.queries.ts'

/** `refund pending`: recorded, and the server refunds it. `known`: a funding has the payment already. */
export interface AdoptedPayment {
  intentId: string
  cents: number
  outcome: 'recorded' | 'refund pending' | 'refunded' | 'known' | 'refused'
  reason: string | null
}

type Needs = PaymentDeps & Pick<Deps, 'termsVersions'>

const foreign = 'it was not made by this site'

/**
 * Records payments that only the provider knows; refunds those without room. Idempotent.
 * @param since milliseconds since 1970
 * @throws ProviderUnreachable
 */
export async function* adoptPayments(deps: Needs, since: number): AsyncGenerator<AdoptedPayment> {
  const { db, payments } = deps
  const ids = new Set<string>()
  for (const { intent_id: id, mode, last_seen_at: at } of await listUnknownPayments(db)) {
    if (mode !== payments.mode || at < since) continue
    ids.add(id)
    const payment = await adopt(deps, id)
    if (payment) yield payment
  }
  for (let after: string | null = null; ; ) {
    const page = await payments.listPayments(since, after)
    for (const id of page?.ids ?? []) {
      if (ids.has(id) || (await findByIntent(db, id))) continue
      const payment = await adopt(deps, id)
      // Another site may share the provider account.
      if (payment && payment.reason !== foreign) yield payment
    }
    if (!page?.next) return
    after = page.next
  }
}

/** @returns null when nothing was paid */
async function adopt(deps: Needs, intentId: string): Promise<AdoptedPayment | null> {
  const { db, payments } = deps
  const payment = await findPayment(payments, intentId)
  if (payment?.received === 0) return null
  const isRefunded = payment !== null && isFullyRefunded(payment)
  const result = await inTransaction(db, async trx => {
    const insertion = payment
      ? await insertAdopted(deps, trx, payment)
      : { refusal: 'the provider does not know it' }
    if ('refusal' in insertion && !isRefunded) await saveRefusal(trx, intentId, insertion.refusal)
    else await deleteUnknownPayment(trx, intentId)
    return insertion
  })
  const base = { intentId, cents: payment?.received ?? 0, reason: null }
  if ('refusal' in result)
    return { ...base, outcome: isRefunded ? 'refunded' : 'refused', reason: result.refusal }
  if (result.isKnown) return { ...base, outcome: 'known' }
  await syncPayment(deps, result.id)
  await refundPaymentWithoutEntry(deps, result.id)
  return { ...base, outcome: outcomeOf(await findFunding(db, result.id)) }
}

function outcomeOf(row: FundingRow | undefined): AdoptedPayment['outcome'] {
  if (row?.status === 'completed') return 'recorded'
  return row?.status === 'refund_pending' || (row?.refund_requested_at && !row.refunded_at)
    ? 'refund pending'
    : 'refunded'
}

type Insertion = { id: FundingId; isKnown: boolean } | { refusal: string }

async function insertAdopted(deps: Needs, trx: Trx, payment: Payment): Promise<Insertion> {
  const { id: intentId, funding: id, backer, entry, received } = payment
  const funding = await findByIntent(trx, intentId)
  if (funding && !isRecorded(funding) && assessPayment(funding, payment) === 'foreign')
    return { refusal: foreignText(payment) }
  if (funding) return { id: funding.id, isKnown: isRecorded(funding) }
  if (!isId<'funding'>(id)) return { refusal: foreign }
  const row = await findFunding(trx, id)
  if (row?.intent_id === null) {
    await updateFunding(trx, id, { intent_id: intentId })
    return { id, isKnown: false }
  }
  if (row) return { refusal: 'its funding has another payment' }
  if (payment.currency !== 'usd') return { refusal: foreignText(payment) }
  if (!isId<'user'>(backer) || !(await hasUser(trx, backer)))
    return { refusal: 'its backer has no account here: refund it at the provider' }
  const paidAt = payment.paidAt ?? deps.now()
  await insertFunding(trx, {
    id,
    entry_id: isId<'entry'>(entry) && (await hasEntry(trx, entry)) ? entry : null,
    backer_id: backer,
    amount_cents: received,
    // The provider doesn't know it.
    terms_version: await deps.termsVersions.at(trx, paidAt),
    message: null,
    status: 'pending',
    mode: deps.payments.mode,
    intent_id: intentId,
    created_at: paidAt,
    held_until: paidAt,
  })
  return { id, isKnown: false }
}
