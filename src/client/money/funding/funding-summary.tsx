import { payoutPercentText, percentText } from '#client/domain/shares.ts'
import { Fact } from '#client/ui/layout/fact.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import { poolOf, poolTermsOf, shareOf } from '#contract/money/shares.ts'
import { centsOf, dollars } from '#contract/money.ts'
import { formatNumber } from '#contract/numbers.ts'
import type { EntryWithTournament } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'
import { exampleAmount, remainingOf } from './amount.ts'

const box = css({
  column: '2',
  padding: '4',
  backgroundColor: 'sunken',
  borderRadius: 'md',
  fontVariantNumeric: 'tabular-nums',
})

const bestCase = css({ flex: '1 1 5.5rem' })
const best = css({ textStyle: 'figure', whiteSpace: 'nowrap' })

const examplePrize = 100_000

/** Cents. */
function prizeOf({ prizePool }: EntryWithTournament['tournament']): { prize: number; isKnown: boolean } {
  const prizePoolCents = prizePool === null ? 0 : centsOf(prizePool)
  return prizePoolCents > 0
    ? { prize: prizePoolCents, isKnown: true }
    : { prize: examplePrize, isKnown: false }
}

/** Backers have no part in some of its pots. */
const isPartlyShared = ({ sharedPots }: EntryWithTournament): boolean => sharedPots !== undefined

/** Winnings of the boat in an example. */
function winningsText(entry: EntryWithTournament): string {
  const { prize, isKnown } = prizeOf(entry.tournament)
  if (isPartlyShared(entry)) return `${dollars(prize)} in the jackpots that it shares`
  return isKnown ? `the whole prize pool of ${dollars(prize)}` : dollars(prize)
}

/** What an amount is a part of. @param cents more than 0, at most the remainder */
function partText(entry: EntryWithTournament, cents: number): string {
  const goal = centsOf(entry.fundingGoal)
  const [today, atGoal] = [
    percentText(cents, centsOf(entry.currentFunding) + cents),
    percentText(cents, goal),
  ]
  switch (entry.ifGoalMissed) {
    case 'prorate':
      return `${dollars(cents)} buys ${percentText(cents * entry.payoutPercentage, goal * 100)} of the winnings${isPartlyShared(entry) ? ' that are shared' : ''}.`
    case 'refund':
      return `${dollars(cents)} is ${atGoal} of the backers' share when the goal is reached.`
    case 'share':
      return today === atGoal
        ? `${dollars(cents)} is ${today} of the backers' share.`
        : `${dollars(cents)} is ${today} of the backers' share at today's total, and less with each further funding: ${atGoal} when the goal is reached.`
  }
}

/** What an amount would bring. @param cents as for {@link partText} */
function exampleText(entry: EntryWithTournament, cents: number): string {
  const terms = poolTermsOf(entry)
  const { prize } = prizeOf(entry.tournament)
  const amount = dollars(cents)
  const bringsAt = (raised: number) => dollars(shareOf(poolOf(prize, terms, raised), cents, raised))
  const [now, atGoal] = [bringsAt(centsOf(entry.currentFunding) + cents), bringsAt(terms.goal)]
  const sharing = `its backers would share ${formatNumber(entry.payoutPercentage)}% of it, ${dollars(poolOf(prize, terms, terms.goal))}. Your ${amount} would bring`
  const brings = {
    prorate: `your ${amount} would bring ${atGoal}.`,
    refund: `${sharing} ${atGoal}. If the goal is missed, you get your ${amount} back.`,
    share:
      now === atGoal
        ? `${sharing} ${now}.`
        : `${sharing} ${now} at today's total, ${atGoal} when the goal is reached.`,
  }
  return `For example: if ${entry.boat.name} won ${winningsText(entry)}, ${brings[entry.ifGoalMissed]}`
}

const exampleOf = (entry: EntryWithTournament) => exampleAmount(remainingOf(entry))

interface OfAmount {
  entry: EntryWithTournament
  /** Null if no amount can be paid. */
  cents: number | null
}

export function FundingSummary({ entry, cents }: OfAmount) {
  const amount = cents ?? exampleOf(entry)
  return (
    <section aria-label="Summary" className={box}>
      <dl>
        <Fact name="Your contribution">{cents === null ? '—' : dollars(cents)}</Fact>
        <Fact name="Payout percentage">{payoutPercentText(entry)}</Fact>
      </dl>
      <Text look="small">{partText(entry, amount)}</Text>
      <Text look="small">{exampleText(entry, amount)}</Text>
    </section>
  )
}

/** The least that the amount, or an example, brings for the whole prize: what it brings at the goal. */
export function BestCase({ entry, cents }: OfAmount) {
  const amount = cents ?? exampleOf(entry)
  const terms = poolTermsOf(entry)
  const { prize, isKnown } = prizeOf(entry.tournament)
  const share = shareOf(poolOf(prize, terms, terms.goal), amount, terms.goal)
  const estimate = share < 10_000 ? share : share - (share % 100)
  return (
    <Text look="small" breakable tabular className={bestCase}>
      {cents === null && `${dollars(amount)}: `}
      <span className={best}>≈ {dollars(estimate)}</span>{' '}
      {isKnown && !isPartlyShared(entry) ? 'if it wins it all' : `if it wins ${winningsText(entry)}`}
    </Text>
  )
}
