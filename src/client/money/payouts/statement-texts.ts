import type { Statement } from '#contract/money/results.ts'
import { poolExpression, poolFraction, poolTermsOf, shareFraction } from '#contract/money/shares.ts'
import {
  centsOf,
  exactMoney,
  formatCents,
  formatMoney,
  formatNet,
  signedCentsOf,
  sumOf,
} from '#contract/money.ts'
import { sum } from '#contract/numbers.ts'
import type { Fraction } from '#contract/tournaments/scoring/split.ts'

/** Summary of a statement, as sentences. */
export function statementSummary({ boat, winnings, pool, shares }: Statement): string[] {
  const own = shares.filter(({ yours }) => yours)
  const hasWon = winnings !== '0.00'
  const outcome = hasWon ? `${boat.name} won ${formatMoney(winnings)}.` : `${boat.name} won nothing.`
  if (own.length > 0) {
    const putIn = formatMoney(sumOf(own.map(({ contributed }) => contributed)))
    const share = formatMoney(sumOf(own.map(({ amount }) => amount)))
    return [`You put in ${putIn}.`, outcome, `Your share: ${share}.`]
  }
  if (shares.length === 0) return [outcome, 'It had no backers.']
  return hasWon ? [outcome, `Its backers share ${formatMoney(pool)}.`] : [outcome]
}

/** Changes of each later round: of the reader's shares, else of the pool of all backers; the latest first. */
export function changeSentences({ rounds, shares }: Statement): string[] {
  const own = shares.filter(({ yours }) => yours)
  const ownAt = (round: number): number =>
    sum(own.map(share => sum([firstOf(share), ...changesUntil(share, round)])))
  const sentences = rounds.slice(1).flatMap(({ number, reason, pool }, index) => {
    const poolBefore = rounds[index]?.pool ?? '0.00'
    const [before, now] =
      own.length > 0 ? [ownAt(number - 1), ownAt(number)] : [signedCentsOf(poolBefore), signedCentsOf(pool)]
    if (before === now) return []
    const whose = own.length > 0 ? 'Your share' : 'For backers'
    return [
      `Round ${number}: ${asSentence(reason)}${whose}: ${exactMoney(formatCents(before))} before, ${exactMoney(formatCents(now))} now.`,
    ]
  })
  return sentences.reverse()
}

type Share = Statement['shares'][number]

/** Cents of the first round. */
const firstOf = ({ roundedDown, extraCent }: Share): number =>
  signedCentsOf(roundedDown) + (extraCent ? 1 : 0)

const changesUntil = ({ changes }: Share, last: number): number[] =>
  changes.filter(({ round }) => round <= last).map(({ amount }) => signedCentsOf(amount))

/** Ends with a space; empty without a reason. */
function asSentence(reason: string | null): string {
  if (reason === null) return ''
  return /[.!?]$/.test(reason) ? `${reason} ` : `${reason}. `
}

/** Returns the outcome of the goal rule, or null if the rule's sentence says it. */
export function goalOutcome({ ifGoalMissed, raised, fundingGoal, shares }: Statement): string | null {
  switch (ifGoalMissed) {
    case 'share':
      return null
    case 'prorate':
      return `${formatMoney(raised)} of ${formatMoney(fundingGoal)} was raised.`
    case 'refund':
      return shares.length === 0
        ? 'It wasn’t raised, so the boat fished without backers.'
        : 'It was raised, so backers get their share.'
  }
}

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
  const calculation = `${whose}: ${exactMoney(pool)} × ${exactMoney(share.contributed)} ÷ ${exactMoney(raised)}`
  const exact = shareFraction(centsOf(pool), centsOf(share.contributed), centsOf(raised))
  const extra = share.extraCent
    ? `, and 1¢ of those left over: ${exactMoney(formatCents(firstOf(share)))}`
    : ''
  const changes = share.changes.map(
    ({ round, amount }) => `, ${formatNet(signedCentsOf(amount))} in round ${round}`,
  )
  const now = changes.length > 0 ? `${changes.join('')}: ${exactMoney(share.amount)}` : ''
  return `${calculation} ${quotientText(exact, share.roundedDown)}${extra}${now}`
}

/** "= $50.00", or "≈ $33.3333, rounded down $33.33". */
function quotientText([dividend, divisor]: Fraction, result: string): string {
  if (dividend % divisor === 0n) return `= ${exactMoney(result)}`
  const exact = (dividend * 100n) / divisor
  return `≈ ${formatMoney(`${exact / 10_000n}`)}.${String(exact % 10_000n).padStart(4, '0')}, rounded down ${exactMoney(result)}`
}
