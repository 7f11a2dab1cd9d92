import { type EntryId, type FundingId, isId, type UserId } from '#contract/ids.ts'
import { inTransaction, type Trx } from '#server/db/connection.ts'
import { NoSuchPayment, type Payment } from '#server/payments/payment-provider.ts'
import { findByIntent, findFunding, insertFunding, updateFunding } from './funding.queries.ts'
import { isRecorded, pendingCents } from './funding.rules.ts'
import type { FundingRow } from './funding.table.ts'
import { refundPaymentWithoutEntry } from './reconcile-payments.ts'
import { type PaymentDeps, syncPayment } from './sync-payment.ts'
import { deleteUnknownPayment, listUnknownPayments, saveRefusal } from './unknown-payments.queries.ts'

/** What became of a payment. `known`: a funding has it. */
export interface Adopted {
  intentId: string
  cents: number
  outcome: 'recorded' | 'goes back' | 'went back' | 'known' | 'refused'
  /** Why it was refused, also of one that went back before it could be recorded. */
  reason: string | null
}

/**
 * Records payments that the provider has and this database has not, from what we wrote on them: those of events that
 * named them, and those that the provider lists since a time. Where there is no room, they go back as any late payment.
 * Again: nothing.
 * @param since milliseconds since 1970
 * @throws ProviderUnreachable
 */
export async function* adoptPayments(deps: PaymentDeps, since: number): AsyncGenerator<Adopted> {
  const seen = new Set<string>()
  for (const { intent_id: id, mode, last_seen_at: at } of await listUnknownPayments(deps.db)) {
    if (mode !== deps.payments.mode || at < since) continue
    seen.add(id)
    const adopted = await adopt(deps, id)
    if (adopted) yield adopted
  }
  for (let after: string | null = null; ; ) {
    const page = await deps.payments.listPayments(since, after)
    for (const id of page?.ids ?? []) {
      if (seen.has(id) || (await findByIntent(deps.db, id))) continue
      const adopted = await adopt(deps, id)
      // Another site may use the same account: only what is written on it makes a payment one of ours.
      if (adopted && adopted.reason !== foreign) yield adopted
    }
    if (!page?.next) return
    after = page.next
  }
}

const foreign = 'it was not made by this site'

/** @returns null: nothing was paid */
async function adopt(deps: PaymentDeps, intentId: string): Promise<Adopted | null> {
  const { db } = deps
  const payment = await deps.payments.find(intentId).catch((error: unknown) => {
    if (error instanceof NoSuchPayment) return null
    throw error
  })
  if (payment?.received === 0) return null
  // The operator refunded it there: nothing of it is left to record.
  const isGone = payment !== null && payment.refunded - pendingCents(payment) >= payment.received
  const result = await inTransaction(db, async trx => {
    const inserted = payment
      ? await insertAdopted(deps, trx, payment)
      : { refusal: 'the provider does not know it' }
    if ('refusal' in inserted && !isGone) await saveRefusal(trx, intentId, inserted.refusal)
    else await deleteUnknownPayment(trx, intentId)
    return inserted
  })
  const said = { intentId, cents: payment?.received ?? 0, reason: null }
  if ('refusal' in result)
    return { ...said, outcome: isGone ? 'went back' : 'refused', reason: result.refusal }
  if (result.isKnown) return { ...said, outcome: 'known' }
  await syncPayment(deps, result.id)
  await refundPaymentWithoutEntry(deps, result.id)
  return { ...said, outcome: outcomeOf(await findFunding(db, result.id)) }
}

function outcomeOf(row: FundingRow | undefined): Adopted['outcome'] {
  if (row?.status === 'completed') return 'recorded'
  return row?.status === 'refund_pending' || (row?.refund_requested_at && !row.refunded_at)
    ? 'goes back'
    : 'went back'
}

type Inserted = { id: FundingId; isKnown: boolean } | { refusal: string }

async function insertAdopted(deps: PaymentDeps, trx: Trx, payment: Payment): Promise<Inserted> {
  const { id: intentId, funding, backer, entry, received } = payment
  const known = await findByIntent(trx, intentId)
  if (known) return { id: known.id, isKnown: isRecorded(known) }
  if (!isId<'funding'>(funding)) return { refusal: foreign }
  const row = await findFunding(trx, funding)
  if (row?.intent_id === null) {
    await updateFunding(trx, funding, { intent_id: intentId })
    return { id: funding, isKnown: false }
  }
  if (row) return { refusal: 'its funding has another payment' }
  if (payment.currency !== 'usd') return { refusal: `it is in ${payment.currency}` }
  if (!isId<'user'>(backer) || !(await hasUser(trx, backer)))
    return { refusal: 'its backer has no account here: refund it at the provider' }
  const paidAt = payment.paidAt ?? deps.now()
  await insertFunding(trx, {
    id: funding,
    // A boat that is not here any more: the payment goes back.
    entry_id: isId<'entry'>(entry) && (await hasEntry(trx, entry)) ? entry : null,
    backer_id: backer,
    amount_cents: received,
    message: null,
    status: 'pending',
    mode: deps.payments.mode,
    intent_id: intentId,
    created_at: paidAt,
    held_until: paidAt,
  })
  return { id: funding, isKnown: false }
}

const hasUser = async (trx: Trx, id: UserId): Promise<boolean> =>
  (await trx.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

const hasEntry = async (trx: Trx, id: EntryId): Promise<boolean> =>
  (await trx.selectFrom('entries').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
