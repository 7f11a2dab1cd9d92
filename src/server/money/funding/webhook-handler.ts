import { type FundingId, isId } from '#contract/ids.ts'
import { type Db, inTransaction, type Trx } from '#server/db/connection.ts'
import type { PaymentEvent } from '#server/money/payments/payment-provider.ts'
import { applyDispute } from './apply-dispute.ts'
import { findByCharge, findByIntent, findFunding, updateFunding } from './funding.queries.ts'
import type { FundingRow } from './funding.table.ts'
import { queueSync } from './sync-job.ts'
import { findPayment, type PaymentDeps, syncByMessage } from './sync-payment.ts'
import { saveUnknownPayment } from './unknown-payments.queries.ts'
import { hasEvent, saveEvent } from './webhook-events.queries.ts'

/**
 * Fetches the payment instead of trusting the event, so that the order of events doesn't matter.
 * @throws ProviderUnreachable; the provider redelivers
 */
export async function handleEvent(deps: PaymentDeps, event: PaymentEvent): Promise<void> {
  if (await hasEvent(deps.db, event.id)) return
  const funding = await findFundingOf(deps.db, event)
  return funding ? syncByEvent(deps, funding.id, event) : handleUnknownPayment(deps, event)
}

async function findFundingOf(db: Db, { intentId, charge }: PaymentEvent): Promise<FundingRow | undefined> {
  return (
    (intentId === null ? undefined : await findByIntent(db, intentId)) ??
    (charge === null ? undefined : await findByCharge(db, charge))
  )
}

const syncByEvent = (deps: PaymentDeps, id: FundingId, event: PaymentEvent): Promise<void> =>
  syncByMessage(deps, id, {
    dispute: event.dispute,
    alsoWrite: trx => saveEvent(trx, event, deps.now()),
  })

/** Leaves the payment of an event to a job, or to the operator, so that it doesn't hold up later events. */
export async function postponeEvent(deps: PaymentDeps, event: PaymentEvent): Promise<void> {
  const { db, now, payments } = deps
  const { intentId, dispute } = event
  await inTransaction(db, async trx => {
    await saveEvent(trx, event, now())
    const funding = await findFundingOf(trx, event)
    if (funding) {
      // Some servers don't list disputes.
      if (dispute) await applyDispute(trx, funding.id, dispute, now())
      await queueSync(trx, funding.id, now())
    } else if (intentId !== null && !unpaidTypes.has(event.type))
      await saveUnknownPayment(trx, { intentId, payment: null, event, mode: payments.mode, now: now() })
  })
}

const unpaidTypes = new Set([
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.canceled',
])

/**
 * Links the payment to the funding that its metadata names, as after a crash.
 * Stores other paid payments for the operator.
 */
async function handleUnknownPayment(deps: PaymentDeps, event: PaymentEvent): Promise<void> {
  const { db, log, now, payments } = deps
  const { intentId } = event
  const markHandled = (trx: Trx) => saveEvent(trx, event, now())
  const payment = intentId === null ? null : await findPayment(payments, intentId)
  const funding = payment?.funding ?? event.funding
  if (intentId !== null && isId<'funding'>(funding) && (await linkIntent(deps, funding, intentId)))
    return syncByEvent(deps, funding, event)
  const isPaid = payment ? payment.received > 0 : !unpaidTypes.has(event.type)
  if (intentId === null || !isPaid) return inTransaction(db, markHandled)
  const isSaved = await inTransaction(db, async trx => {
    await markHandled(trx)
    return saveUnknownPayment(trx, { intentId, payment, event, mode: payments.mode, now: now() })
  })
  log.error(
    isSaved
      ? 'a payment is not in the database: see "admin unknown-payments", record it with "admin adopt-payments"'
      : 'a payment is not in the database, and the list of such payments is full: run "admin adopt-payments"',
    { payment: intentId, event: event.type },
  )
}

/** @returns false when the funding is unknown or has another intent */
const linkIntent = ({ db, payments }: PaymentDeps, id: FundingId, intentId: string): Promise<boolean> =>
  inTransaction(db, async trx => {
    const row = await findFunding(trx, id)
    if (row?.mode !== payments.mode || (row.intent_id !== null && row.intent_id !== intentId)) return false
    await updateFunding(trx, id, { intent_id: intentId })
    return true
  })
