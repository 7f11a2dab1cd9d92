import { type FundingId, isId } from '#contract/ids.ts'
import { type Db, inTransaction, type Trx } from '#server/db/connection.ts'
import { NoSuchPayment, type Payment, type PaymentEvent } from '#server/payments/payment-provider.ts'
import { saveDispute } from './disputes.queries.ts'
import { findByCharge, findByIntent, findFunding, updateFunding } from './funding.queries.ts'
import { type PaymentDeps, syncPayment } from './sync-payment.ts'
import { saveUnknownPayment } from './unknown-payments.queries.ts'

/**
 * A message of the provider has its effect, once, in whatever order messages come: it only says what to look at, and
 * the payment itself is asked for.
 * @throws ProviderUnreachable: it sends the message again
 */
export async function handleEvent(deps: PaymentDeps, event: PaymentEvent): Promise<void> {
  const { db } = deps
  if (await isKnown(db, event.id)) return
  const store = (trx: Trx) => storeEvent(trx, event, deps.now())
  const funding = await findFundingOfEvent(deps, event)
  if (funding === null) return handleUnknownPayment(deps, event)
  const { dispute } = event
  try {
    await syncPayment(deps, funding, { dispute, write: store })
  } catch (error) {
    if (!(error instanceof NoSuchPayment)) throw error
    await inTransaction(db, async trx => {
      await store(trx)
      if (dispute) await saveDispute(trx, funding, dispute, deps.now())
    })
  }
}

/** Forgets messages that the provider sends no more: it tries for three days, and lists them for 30. */
export async function sweepWebhookEvents(db: Db, receivedBefore: number): Promise<void> {
  await db.deleteFrom('webhook_events').where('received_at', '<', receivedBefore).execute()
}

const storeEvent = async (trx: Trx, { id, type }: PaymentEvent, now: number): Promise<void> =>
  void (await trx
    .insertInto('webhook_events')
    .values({ id, type, received_at: now })
    .onConflict(conflict => conflict.column('id').doNothing())
    .execute())

const isKnown = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('webhook_events').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** Which funding it is about; null: none that we know. */
async function findFundingOfEvent({ db }: PaymentDeps, event: PaymentEvent): Promise<FundingId | null> {
  const { intentId, charge } = event
  const row =
    (intentId === null ? undefined : await findByIntent(db, intentId)) ??
    (charge === null ? undefined : await findByCharge(db, charge))
  return row?.id ?? null
}

/** Nothing was paid: such an event of a payment that we do not know is of no interest. */
const unpaidTypes = new Set([
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.canceled',
])

/**
 * No funding has this payment. One whose id we were never told (we died meanwhile) is known by what we wrote on it; any
 * other that has money is kept for the operator: most often the database is older than the payment.
 */
async function handleUnknownPayment(deps: PaymentDeps, event: PaymentEvent): Promise<void> {
  const { db, log, now } = deps
  const { intentId } = event
  const payment = intentId === null ? null : await findPayment(deps, intentId)
  const written = payment?.funding ?? event.funding
  if (intentId !== null && isId<'funding'>(written) && (await linkIntent(deps, written, intentId))) {
    await syncPayment(deps, written, {
      dispute: event.dispute,
      write: trx => storeEvent(trx, event, now()),
    }).catch((error: unknown) => {
      if (!(error instanceof NoSuchPayment)) throw error
    })
    return
  }
  const hasMoney = payment ? payment.received > 0 : !unpaidTypes.has(event.type)
  const isKept = intentId !== null && hasMoney
  const isFull = await inTransaction(db, async trx => {
    await storeEvent(trx, event, now())
    if (!isKept) return false
    return !(await saveUnknownPayment(trx, {
      intentId,
      payment,
      event,
      mode: deps.payments.mode,
      now: now(),
    }))
  })
  if (!isKept) return
  log.error(
    isFull
      ? 'a payment is not in the database, and the list of such payments is full: run "admin adopt-payments"'
      : 'a payment is not in the database: see "admin unknown-payments", record it with "admin adopt-payments"',
    { payment: intentId, event: event.type },
  )
}

const findPayment = (deps: PaymentDeps, intentId: string): Promise<Payment | null> =>
  deps.payments.find(intentId).catch((error: unknown) => {
    if (error instanceof NoSuchPayment) return null
    throw error
  })

/** Writes down which payment a funding has, where we died before we could. @returns whether it is its payment */
const linkIntent = (deps: PaymentDeps, id: FundingId, intentId: string): Promise<boolean> =>
  inTransaction(deps.db, async trx => {
    const row = await findFunding(trx, id)
    if (row?.mode !== deps.payments.mode || (row.intent_id !== null && row.intent_id !== intentId))
      return false
    await updateFunding(trx, id, { intent_id: intentId })
    return true
  })
