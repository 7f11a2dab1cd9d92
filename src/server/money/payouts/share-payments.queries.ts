import type { UserId } from '#contract/ids.ts'
import { sum } from '#contract/numbers.ts'
import type { Trx } from '#server/db/connection.ts'
import { conflict } from '#server/http/errors.ts'
import { writeMovement } from '#server/money/ledger/index.ts'
import type { PayoutInContext } from './payouts.queries.ts'

export async function markPaid(
  trx: Trx,
  payout: PayoutInContext,
  { by, reference, now }: { by: UserId; reference: string | null; now: number },
): Promise<void> {
  const { due_cents: due, paid_at: at, paid_by: earlierBy, paid_cents: paidCents } = payout
  const earlier = readEarlier(payout)
  if (at !== null && earlierBy !== null && paidCents !== null)
    earlier.push({
      cents: paidCents - sumOf(earlier),
      at,
      by: earlierBy,
      reference: payout.reference,
      waived: payout.waived_cents,
    })
  await trx
    .updateTable('payouts')
    .set({
      paid_at: now,
      paid_by: by,
      paid_cents: (paidCents ?? 0) + due,
      earlier_payments: JSON.stringify(earlier),
      reference,
    })
    .where('id', '=', payout.id)
    .execute()
  const refs = refsOf(payout)
  await writeMovement(trx, { kind: 'payout', from: 'shares', to: 'payouts', cents: due, refs, now })
}

/** Returns whether the organiser waived a part of what was paid, since the last payment. */
const isWaived = (payout: PayoutInContext): boolean =>
  payout.waived_cents > (readEarlier(payout).at(-1)?.waived ?? 0)

/** Returns whether earlier payments cover what the backer returned, and the organiser waived nothing since. */
export const canUndoPaid = (payout: PayoutInContext): boolean =>
  !isWaived(payout) && sumOf(readEarlier(payout)) >= payout.returned_cents

/** Takes the last payment back with a second ledger movement. @throws ApiError 409 unless {@link canUndoPaid} */
export async function undoPaid(
  trx: Trx,
  payout: PayoutInContext,
  reason: string | null,
  now: number,
): Promise<void> {
  const earlier = readEarlier(payout)
  const earlierCents = sumOf(earlier)
  const last = earlier.pop()
  if (!canUndoPaid(payout))
    throw conflict(
      isWaived(payout)
        ? 'You waived what this share was paid too much, so its payment can’t be taken back.'
        : 'The backer returned money of this payment, so it can’t be taken back.',
    )
  await trx
    .updateTable('payouts')
    .set({
      paid_at: last?.at ?? null,
      paid_by: last?.by ?? null,
      paid_cents: last ? earlierCents : null,
      earlier_payments: JSON.stringify(earlier),
      reference: last?.reference ?? null,
      undone_at: now,
      undone_reason: reason,
    })
    .where('id', '=', payout.id)
    .execute()
  const cents = (payout.paid_cents ?? 0) - earlierCents
  const refs = refsOf(payout)
  await writeMovement(trx, { kind: 'payout-undone', from: 'payouts', to: 'shares', cents, refs, now })
}

/** A payment before the last, of a share that grew after it. */
interface EarlierPayment {
  cents: number
  at: number
  by: UserId
  reference: string | null
  /** Cents that were waived before the next payment. Absent in older ones. */
  waived?: number
}

const readEarlier = ({ earlier_payments: json }: Pick<PayoutInContext, 'earlier_payments'>) =>
  JSON.parse(json) as EarlierPayment[]

/** Payments of a share that are marked, oldest first. Cents; milliseconds since 1970. */
export function paymentsOf(
  payout: Pick<PayoutInContext, 'earlier_payments' | 'paid_at' | 'paid_cents'>,
): { cents: number; at: number }[] {
  const { paid_at: at, paid_cents: paidCents } = payout
  if (at === null) return []
  const earlier = readEarlier(payout)
  return [...earlier, { cents: (paidCents ?? 0) - sumOf(earlier), at }]
}

const sumOf = (payments: readonly EarlierPayment[]) => sum(payments.map(({ cents }) => cents))

/** The end of an overpayment: the backer returned it, or the organiser waives and thus bears it. */
export type ReturnKind = 'returned' | 'waived'

/** @param cents at most what is to be returned @param note reference or reason */
export async function endOverpayment(
  trx: Trx,
  payout: PayoutInContext,
  { kind, cents, note, now }: { kind: ReturnKind; cents: number; note: string | null; now: number },
): Promise<void> {
  const changes =
    kind === 'returned'
      ? { returned_cents: payout.returned_cents + cents, returned_reference: note }
      : { waived_cents: payout.waived_cents + cents, waived_reason: note }
  await trx.updateTable('payouts').set(changes).where('id', '=', payout.id).execute()
  const from = kind === 'returned' ? 'payouts' : 'waived'
  await writeMovement(trx, { kind, from, to: 'shares', cents, refs: refsOf(payout), now })
}

const refsOf = (payout: PayoutInContext) => ({
  entry: payout.entry_id,
  funding: payout.funding_id,
  user: payout.backer_id,
  payout: payout.id,
})
