import { sumOf } from '#client/domain/money.ts'
import { centsOf } from '#contract/money.ts'
import type { Payout, PayoutStatus } from '#contract/payouts.ts'

export type Filter = 'owed' | 'paid' | 'frozen' | 'all'

export interface PayoutTotals {
  /** Decimal dollars. */
  owed: string
  paid: string
  frozen: string
  all: string
  /** Whole percent; 100 only when complete. */
  percent: number
  counts: Record<Filter, number>
}

export function totalsOf(payouts: readonly Payout[]): PayoutTotals {
  const of = (status: PayoutStatus) => payouts.filter(payout => payout.status === status)
  const sum = (list: readonly Payout[]) => sumOf(list.map(({ amount }) => amount))
  const [owed, paid, frozen] = [of('owed'), of('paid'), of('frozen')]
  const [done, all] = [centsOf(sum(paid)), centsOf(sum(payouts))]
  return {
    owed: sum(owed),
    paid: sum(paid),
    frozen: sum(frozen),
    all: sum(payouts),
    percent: all === 0 ? 100 : Math.floor((done * 100) / all),
    counts: {
      owed: owed.length,
      paid: paid.length,
      frozen: frozen.length,
      all: owed.length + paid.length + frozen.length,
    },
  }
}

/** Searches backer, boat and reference; omits $0. */
export function filtered(payouts: readonly Payout[], filter: Filter, typed: string): Payout[] {
  const wanted = typed.trim().toLowerCase()
  return payouts.filter(({ status, backer, boat, reference }) => {
    if (status === 'none' || (filter !== 'all' && status !== filter)) return false
    const words = [backer.name, backer.email, boat.name, reference]
    return wanted === '' || words.some(word => word?.toLowerCase().includes(wanted))
  })
}

export const othersOwed = (payouts: readonly Payout[], { id, backer }: Payout): Payout[] =>
  payouts.filter(payout => payout.id !== id && payout.status === 'owed' && payout.backer.id === backer.id)
