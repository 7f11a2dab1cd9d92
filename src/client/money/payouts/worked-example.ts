import type { Statement } from '#contract/money/results.ts'
import {
  type Fraction,
  poolExpression,
  poolFraction,
  poolTermsOf,
  shareFraction,
} from '#contract/money/shares.ts'
import { centsOf, exactMoney, formatCents, formatMoney, formatNet, signedCentsOf } from '#contract/money.ts'

/** Returns the calculation of the pool from the winnings. */
export function poolExample(statement: Statement): string {
  const { raised, pool, shares } = statement
  const winnings = statement.sharedWinnings ?? statement.winnings
  if (shares.length === 0) return `There were no contributions, so the pool is ${exactMoney(pool)}`
  const exact = poolFraction(centsOf(winnings), poolTermsOf(statement), centsOf(raised))
  return `${poolExpression({ ...statement, winnings }, exactMoney)} ${quotientText(exact, pool)}`
}

/** The reader's share or the first, by the first round and what later ones changed; null without shares. */
export function workedExample({ raised, shares, rounds, ...statement }: Statement): string | null {
  const share = shares.find(({ yours }) => yours) ?? shares[0]
  if (!share) return null
  const pool = rounds[0]?.pool ?? statement.pool
  const whose = share.yours ? 'Yours' : 'No. 1'
  const sum = `${whose}: ${exactMoney(pool)} × ${exactMoney(share.contributed)} ÷ ${exactMoney(raised)}`
  const exact = shareFraction(centsOf(pool), centsOf(share.contributed), centsOf(raised))
  const first = centsOf(share.roundedDown) + (share.extraCent ? 1 : 0)
  const extra = share.extraCent ? `, and 1¢ of those left over: ${exactMoney(formatCents(first))}` : ''
  const changes = share.changes.map(
    ({ round, amount }) => `, ${formatNet(signedCentsOf(amount))} in round ${round}`,
  )
  const now = changes.length > 0 ? `${changes.join('')}: ${exactMoney(share.amount)}` : ''
  return `${sum} ${quotientText(exact, share.roundedDown)}${extra}${now}`
}

/** "= $50.00", or "≈ $33.3333, rounded down $33.33". */
function quotientText([dividend, divisor]: Fraction, result: string): string {
  if (dividend % divisor === 0n) return `= ${exactMoney(result)}`
  const exact = (dividend * 100n) / divisor
  return `≈ ${formatMoney(`${exact / 10_000n}`)}.${String(exact % 10_000n).padStart(4, '0')}, rounded down ${exactMoney(result)}`
}
