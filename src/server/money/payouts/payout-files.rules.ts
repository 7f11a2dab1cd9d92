import type { UserId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import type { PayoutProvider, ReasonLeftOut } from '#contract/money/payout-file-texts.ts'
import type { PayoutFile, PayoutFileLine } from '#contract/money/payout-files.ts'
import { formatCents } from '#contract/money.ts'
import { sum } from '#contract/numbers.ts'
import type { PaymentMode } from '#contract/payment-mode.ts'
import { emailIn, payoutFormats, payoutReference } from './payout-files.ts'
import type { PayoutInContext } from './payouts.queries.ts'
import { backerName, payoutStatus } from './payouts.rules.ts'
import { paymentsOf } from './share-payments.queries.ts'

/** A backer with shares of a tournament that are not paid, or were. */
export interface Payee {
  id: UserId
  name: string
  mode: PaymentMode
  /** Shares that can be paid now. */
  owedShares: PayoutInContext[]
  owedCents: number
  frozenCents: number
  /** Cents that can't be paid yet: the rules ask for days between a round and its payouts. */
  waitingCents: number
  /** Number of payments marked so far. */
  payments: number
  /** Reference of this payee in the next payout file. */
  reference: string
}

const dueOf = (payouts: readonly PayoutInContext[]) => sum(payouts.map(payout => payout.due_cents))

/**
 * Returns the payees in the order of their first shares.
 * @param hold milliseconds after a round without payments
 */
export function payeesOf(payouts: readonly PayoutInContext[], hold: number, now: number): Payee[] {
  const byBacker = Map.groupBy(payouts, payout => payout.backer_id)
  return [...byBacker].flatMap(([id, shares]) => {
    const [first] = shares
    if (!first) return []
    const unpaid = shares.filter(share => payoutStatus(share) === 'owed')
    const owedShares = unpaid.filter(share => share.settled_at + hold <= now)
    const payments = sum(shares.map(share => paymentsOf(share).length))
    return {
      id,
      name: backerName(first),
      mode: first.mode,
      owedShares,
      owedCents: dueOf(owedShares),
      frozenCents: dueOf(shares.filter(share => payoutStatus(share) === 'frozen')),
      waitingCents: dueOf(unpaid) - dueOf(owedShares),
      payments,
      reference: payoutReference(first.tournament_id, id, payments),
    }
  })
}

/** Returns the address to which a provider can send the money, or the reason why it can't. */
function addressFor(provider: PayoutProvider, { kind, details, email }: PayoutInContext) {
  if (kind === null || details === null) return { reason: 'no-details' } as const
  const detailsEmail = emailIn(details)
  const address = provider === 'paypal' ? detailsEmail : (detailsEmail ?? (email && emailIn(email)))
  const fits =
    provider === 'paypal'
      ? kind === 'paypal'
      : kind === 'bank' || (kind === 'other' && /\bwise\b/i.test(details))
  if (!fits) return { reason: 'other-method' } as const
  return address ? { address } : ({ reason: 'no-email' } as const)
}

export function payoutFileOf(provider: PayoutProvider, payees: readonly Payee[]): PayoutFile {
  const lines: PayoutFileLine[] = []
  const total: number[] = []
  const leftOut: { reason: ReasonLeftOut; cents: number }[] = []
  // An import of the result marks all of them in one transaction.
  let shares = 0
  for (const { name, owedShares, owedCents, frozenCents, waitingCents, reference } of payees) {
    if (frozenCents > 0) leftOut.push({ reason: 'frozen', cents: frozenCents })
    if (waitingCents > 0) leftOut.push({ reason: 'waiting', cents: waitingCents })
    const [first] = owedShares
    if (!first) continue
    const { address, reason } = addressFor(provider, first)
    if (address === undefined) leftOut.push({ reason, cents: owedCents })
    else if (
      lines.length === payoutFormats[provider].most ||
      shares + owedShares.length > limits.payoutsAtOnce
    )
      leftOut.push({ reason: 'full', cents: owedCents })
    else {
      shares += owedShares.length
      lines.push({ name, email: address, amount: formatCents(owedCents), reference })
      total.push(owedCents)
    }
  }
  return {
    provider,
    total: formatCents(sum(total)),
    lines,
    leftOut: [...Map.groupBy(leftOut, ({ reason }) => reason)].map(([reason, people]) => ({
      reason,
      people: people.length,
      amount: formatCents(sum(people.map(({ cents }) => cents))),
    })),
  }
}
