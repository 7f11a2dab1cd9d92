import type { Statement } from '#contract/money/results.ts'
import { formatMoney, sumOf } from '#contract/money.ts'

/** What a backer wants to know first, as sentences. */
export function statementSummary({ boat, winnings, pool, shares }: Statement): string[] {
  const own = shares.filter(({ yours }) => yours)
  const hasWon = winnings !== '0.00'
  const won = hasWon ? `${boat.name} won ${formatMoney(winnings)}.` : `${boat.name} won nothing.`
  if (own.length > 0) {
    const putIn = formatMoney(sumOf(own.map(({ contributed }) => contributed)))
    const share = formatMoney(sumOf(own.map(({ amount }) => amount)))
    return [`You put in ${putIn}.`, won, `Your share: ${share}.`]
  }
  if (shares.length === 0) return [won, 'It had no backers.']
  return hasWon ? [won, `Its backers share ${formatMoney(pool)}.`] : [won]
}

/** How the goal rule came out, where that isn't in its sentence. */
export function goalOutcome({ ifGoalMissed, raised, fundingGoal, shares }: Statement): string | null {
  switch (ifGoalMissed) {
    case 'share':
      return null
    case 'prorate':
      return `${formatMoney(raised)} of ${formatMoney(fundingGoal)} was raised.`
    case 'refund':
      return shares.length === 0
        ? 'It wasn’t raised, so the boat fished without backers.'
        : 'It was raised, so backers share the winnings.'
  }
}
