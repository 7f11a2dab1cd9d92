import { payoutPercentText, percentText } from '#client/domain/shares.ts'
import { Fact } from '#client/ui/layout/fact.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import { poolOf, poolTermsOf, shareOf } from '#contract/money/shares.ts'
import { centsOf, dollars } from '#contract/money.ts'
import { formatNumber } from '#contract/numbers.ts'
import type { GoalRule } from '#contract/tournaments/goal-rules.ts'
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

interface Worth {
  part: string
  example: string
}

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

/** The range of an amount's value. @param cents more than 0, at most the remainder */
function worthOf(entry: EntryWithTournament, cents: number): Worth {
  const { ifGoalMissed: rule, payoutPercentage, boat } = entry
  const terms = poolTermsOf(entry)
  const { goal } = terms
  const total = centsOf(entry.currentFunding) + cents
  const { prize } = prizeOf(entry.tournament)
  const bringsAt = (raised: number) => shareOf(poolOf(prize, terms, raised), cents, raised)
  const [now, atGoal] = [bringsAt(total), bringsAt(goal)]
  const sharingText = `its backers would share ${formatNumber(payoutPercentage)}% of it, ${dollars(poolOf(prize, terms, goal))}`
  const brings = {
    prorate: `your ${dollars(cents)} would bring ${dollars(atGoal)}.`,
    refund: `${sharingText}. Your ${dollars(cents)} would bring ${dollars(atGoal)}. If the goal is missed, you get your ${dollars(cents)} back.`,
    share:
      now === atGoal
        ? `${sharingText}. Your ${dollars(cents)} would bring ${dollars(now)}.`
        : `${sharingText}. Your ${dollars(cents)} would bring ${dollars(now)} at today's total, ${dollars(atGoal)} when the goal is reached.`,
  }
  return {
    part: partOf(rule, { cents, total, goal, payoutPercentage, isPartlyShared: isPartlyShared(entry) }),
    example: `For example: if ${boat.name} won ${winningsText(entry)}, ${brings[rule]}`,
  }
}

interface Part {
  cents: number
  total: number
  goal: number
  payoutPercentage: number
  isPartlyShared: boolean
}

function partOf(
  rule: GoalRule,
  { cents, total, goal, payoutPercentage, isPartlyShared: isPart }: Part,
): string {
  const [today, atGoal] = [percentText(cents, total), percentText(cents, goal)]
  switch (rule) {
    case 'prorate':
      return `${dollars(cents)} buys ${percentText(cents * payoutPercentage, goal * 100)} of the winnings${isPart ? ' that are shared' : ''}.`
    case 'refund':
      return `${dollars(cents)} is ${atGoal} of the backers' share when the goal is reached.`
    case 'share':
      return today === atGoal
        ? `${dollars(cents)} is ${today} of the backers' share.`
        : `${dollars(cents)} is ${today} of the backers' share at today's total, and less with each further funding: ${atGoal} when the goal is reached.`
  }
}

const exampleOf = (entry: EntryWithTournament) => exampleAmount(remainingOf(entry))

interface OfAmount {
  entry: EntryWithTournament
  /** Null if no amount can be paid. */
  cents: number | null
}

export function FundingSummary({ entry, cents }: OfAmount) {
  const worth = worthOf(entry, cents ?? exampleOf(entry))
  return (
    <section aria-label="Summary" className={box}>
      <dl>
        <Fact name="Your contribution">{cents === null ? '—' : dollars(cents)}</Fact>
        <Fact name="Payout percentage">{payoutPercentText(entry)}</Fact>
      </dl>
      <Text look="small">{worth.part}</Text>
      <Text look="small">{worth.example}</Text>
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
