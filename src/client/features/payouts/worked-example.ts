import { formatMoney } from '#client/domain/money.ts'
import { centsOf } from '#contract/money.ts'
import type { Statement } from '#contract/payouts.ts'

const money = (amount: string) => formatMoney(amount, { cents: true })

/** How the pool follows from the winnings. */
export function poolExample(statement: Statement): string {
  const { winnings, payoutPercentage, ifGoalMissed, raised, fundingGoal, pool } = statement
  if (statement.shares.length === 0) return `There were no contributions, so the pool is ${money(pool)}`
  const [part, whole, prorated] =
    ifGoalMissed === 'prorate'
      ? [BigInt(centsOf(raised)), BigInt(centsOf(fundingGoal)), ` × ${money(raised)} ÷ ${money(fundingGoal)}`]
      : [1n, 1n, '']
  const sum = `${money(winnings)} × ${payoutPercentage} ÷ 100${prorated}`
  const basisPoints = BigInt(Math.round(payoutPercentage * 100))
  return `${sum} ${rounded(BigInt(centsOf(winnings)) * basisPoints * part, 10_000n * whole, pool)}`
}

/** The reader's share or the first; null without shares. */
export function workedExample({ pool, raised, shares }: Statement): string | null {
  const share = shares.find(({ yours }) => yours) ?? shares[0]
  if (!share) return null
  const whose = share.yours ? 'Yours' : 'No. 1'
  const sum = `${whose}: ${money(pool)} × ${money(share.contributed)} ÷ ${money(raised)}`
  const product = BigInt(centsOf(pool)) * BigInt(centsOf(share.contributed))
  const extra = share.extraCent ? `, and 1¢ of those left over: ${money(share.amount)}` : ''
  return `${sum} ${rounded(product, BigInt(centsOf(raised)), share.roundedDown)}${extra}`
}

/** "= $50.00", or "≈ $33.3333, rounded down $33.33". @param product in cents, to be divided by `divisor` */
function rounded(product: bigint, divisor: bigint, result: string): string {
  if (product % divisor === 0n) return `= ${money(result)}`
  const exact = (product * 100n) / divisor
  const dollars = money(`${exact / 10_000n}.00`).slice(0, -'.00'.length)
  return `≈ ${dollars}.${String(exact % 10_000n).padStart(4, '0')}, rounded down ${money(result)}`
}
