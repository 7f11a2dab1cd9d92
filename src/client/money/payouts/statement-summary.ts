import type { Statement } from '#contract/money/results.ts'
import { exactMoney, formatCents, formatMoney, signedCentsOf, sumOf } from '#contract/money.ts'
import { sum } from '#contract/numbers.ts'

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
    return [`Round ${number}: ${asSentence(reason)}${whose}: ${exact(before)} before, ${exact(now)} now.`]
  })
  return sentences.reverse()
}

type Share = Statement['shares'][number]

/** Cents of the first round. */
const firstOf = ({ roundedDown, extraCent }: Share): number =>
  signedCentsOf(roundedDown) + (extraCent ? 1 : 0)

const changesUntil = ({ changes }: Share, last: number): number[] =>
  changes.filter(({ round }) => round <= last).map(({ amount }) => signedCentsOf(amount))

const exact = (cents: number): string => exactMoney(formatCents(cents))

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
