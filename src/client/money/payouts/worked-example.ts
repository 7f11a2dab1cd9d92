import type { Statement } from '#contract/money/payouts.ts'
import {
  type Fraction,
  poolExpression,
  poolFraction,
  poolTermsOf,
  shareFraction,
} from '#contract/money/shares.ts'
import { centsOf, formatMoney } from '#contract/money.ts'

const money = (amount: string) => formatMoney(amount, { cents: true })

/** How the pool follows from the winnings. */
export function poolExample(statement: Statement): string {
  const { winnings, raised, pool, shares } = statement
  if (shares.length === 0) return `There were no contributions, so the pool is ${money(pool)}`
  const exact = poolFraction(centsOf(winnings), poolTermsOf(statement), centsOf(raised))
  return `${poolExpression(statement, money)} ${rounded(exact, pool)}`
}

/** The reader's share or the first; null without shares. */
export function workedExample({ pool, raised, shares }: Statement): string | null {
  const share = shares.find(({ yours }) => yours) ?? shares[0]
  if (!share) return null
  const whose = share.yours ? 'Yours' : 'No. 1'
  const sum = `${whose}: ${money(pool)} × ${money(share.contributed)} ÷ ${money(raised)}`
  const exact = shareFraction(centsOf(pool), centsOf(share.contributed), centsOf(raised))
  const extra = share.extraCent ? `, and 1¢ of those left over: ${money(share.amount)}` : ''
  return `${sum} ${rounded(exact, share.roundedDown)}${extra}`
}

/** "= $50.00", or "≈ $33.3333, rounded down $33.33". */
function rounded([dividend, divisor]: Fraction, result: string): string {
  if (dividend % divisor === 0n) return `= ${money(result)}`
  const exact = (dividend * 100n) / divisor
  const dollars = money(`${exact / 10_000n}.00`).slice(0, -'.00'.length)
  return `≈ ${dollars}.${String(exact % 10_000n).padStart(4, '0')}, rounded down ${money(result)}`
}
