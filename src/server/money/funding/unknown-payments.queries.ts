import type { EntryId, UserId } from '#contract/ids.ts'
import { isoDate } from '#contract/iso.ts'
import type { PaymentMode } from '#contract/payment-mode.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { countRows, hasRow } from '#server/db/rows.ts'
import type { Dispute, Payment, PaymentEvent } from '#server/money/payments/payment-provider.ts'
import type { UnknownPaymentsTable } from './funding.table.ts'

/** Limits stored rows: the provider account may be shared with other systems. */
const maxRows = 10_000

interface UnknownPayment {
  intentId: string
  /** Null if the provider doesn't know it. */
  payment: Payment | null
  event: Pick<PaymentEvent, 'id' | 'type' | 'funding' | 'dispute'>
  mode: PaymentMode
  /** Why it can't be recorded; default: what is stored. */
  refusal?: string
  now: number
}

/** @returns false when {@link maxRows} rows are stored */
export async function saveUnknownPayment(
  trx: Trx,
  { intentId, payment, event, mode, refusal = disputeText(event.dispute), now }: UnknownPayment,
): Promise<boolean> {
  const values = {
    received_cents: payment?.currency === 'usd' ? payment.received : null,
    funding_id: payment?.funding ?? event.funding,
    user_id: payment?.backer ?? null,
    entry_id: payment?.entry ?? null,
    last_seen_at: now,
    ...(refusal !== undefined && { refusal }),
  }
  const update = await trx
    .updateTable('unknown_payments')
    .set(values)
    .where('intent_id', '=', intentId)
    .executeTakeFirst()
  if (update.numUpdatedRows > 0n) return true
  if ((await countUnknownPayments(trx)) >= maxRows) return false
  await trx
    .insertInto('unknown_payments')
    .values({
      intent_id: intentId,
      mode,
      event_id: event.id,
      event_type: event.type,
      first_seen_at: now,
      refusal: null,
      ...values,
    })
    .execute()
  return true
}

function disputeText(dispute: Dispute | null): string | undefined {
  if (dispute === null) return undefined
  const { status, evidenceDueAt: dueAt } = dispute
  if (status !== 'open') return `its backer’s bank disputed it, and that is ${status}`
  return `its backer’s bank disputes it: answer at the provider${dueAt === null ? '' : ` by ${isoDate(dueAt)}`}`
}

export const countUnknownPayments = (db: Db): Promise<number> => countRows(db.selectFrom('unknown_payments'))

export const listUnknownPayments = (db: Db, limit = maxRows): Promise<UnknownPaymentsTable[]> =>
  db
    .selectFrom('unknown_payments')
    .selectAll()
    .orderBy('first_seen_at')
    .orderBy('intent_id')
    .limit(limit)
    .execute()

export const deleteUnknownPayment = async (trx: Trx, intentId: string): Promise<boolean> =>
  (await trx.deleteFrom('unknown_payments').where('intent_id', '=', intentId).executeTakeFirst())
    .numDeletedRows > 0n

export const saveRefusal = async (trx: Trx, intentId: string, refusal: string): Promise<void> =>
  void (await trx
    .updateTable('unknown_payments')
    .set({ refusal })
    .where('intent_id', '=', intentId)
    .execute())

export const hasUser = (db: Db, id: UserId): Promise<boolean> =>
  hasRow(db.selectFrom('users').select('id').where('id', '=', id))

export const hasEntry = (db: Db, id: EntryId): Promise<boolean> =>
  hasRow(db.selectFrom('entries').select('id').where('id', '=', id))
