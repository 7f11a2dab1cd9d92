import { sum } from '#client/domain/numbers.ts'
import type { Funding } from '#contract/funding.ts'
import { centsOf } from '#contract/money.ts'
import type { PaymentMode } from '#contract/payment-mode.ts'

export interface Totals {
  /** Cents. */
  funded: number
  boats: number
  tournaments: number
  /** Cents of settled entries, paid or owed. */
  won: number
}

export const isCounted = ({ status, refund }: Pick<Funding, 'status' | 'refund'>): boolean =>
  status === 'completed' && refund === null

/** One payment mode: modes are never added up. */
export function totalsOf(fundings: readonly Funding[], mode: PaymentMode): Totals {
  const counted = fundings.filter(funding => funding.mode === mode && isCounted(funding))
  return {
    funded: sum(counted.map(({ amount }) => centsOf(amount))),
    boats: new Set(counted.map(({ tournament_entry: { boat } }) => boat.id)).size,
    tournaments: new Set(counted.map(({ tournament_entry: { tournament } }) => tournament.id)).size,
    won: sum(counted.map(({ payout }) => (payout === null ? 0 : centsOf(payout.amount)))),
  }
}

/** UTC, like the CSV file; latest first. */
export function yearsOf(fundings: readonly Funding[]): string[] {
  return [...new Set(fundings.map(({ created_at }) => created_at.slice(0, 4)))].sort().reverse()
}
