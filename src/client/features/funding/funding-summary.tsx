import { formatNumber } from '#client/domain/numbers.ts'
import { payoutPercentText, percentText, poolOf, shareOf } from '#client/domain/shares.ts'
import { Row } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { dollars } from '#contract/funding-texts.ts'
import type { GoalRule } from '#contract/goal-rules.ts'
import { centsOf } from '#contract/money.ts'
import type { EntryWithTournament } from '#contract/tournaments.ts'
import { css } from '#styled/css/index.js'
import { remainingOf } from './amount.ts'

const box = css({
  column: '2',
  padding: '4',
  backgroundColor: 'sunken',
  borderRadius: 'md',
  fontVariantNumeric: 'tabular-nums',
})
const value = css({ fontWeight: 'semibold', textAlign: 'end' })

const examplePrize = 100_000

interface Worth {
  part: string
  example: string
}

/** The range of an amount's value. @param cents more than 0, at most the remainder */
function worthOf(entry: EntryWithTournament, cents: number): Worth {
  const { ifGoalMissed: rule, payoutPercentage, tournament, boat } = entry
  const goal = centsOf(entry.fundingGoal)
  const terms = { ifGoalMissed: rule, payoutPercentage, goal }
  const total = centsOf(entry.currentFunding) + cents
  const known = tournament.prizePool === null ? 0 : centsOf(tournament.prizePool)
  const prize = known > 0 ? known : examplePrize
  const bringsAt = (raised: number) => shareOf(poolOf(prize, terms, raised), cents, raised)
  const [now, atGoal] = [bringsAt(total), bringsAt(goal)]
  const won = known > 0 ? `the whole prize pool of ${dollars(prize)}` : dollars(prize)
  const shared = `its backers would share ${formatNumber(payoutPercentage)}% of it, ${dollars(poolOf(prize, terms, goal))}`
  const brings = {
    prorate: `your ${dollars(cents)} would bring ${dollars(atGoal)}.`,
    refund: `${shared}. Your ${dollars(cents)} would bring ${dollars(atGoal)}. If the goal is missed, you get your ${dollars(cents)} back.`,
    share:
      now === atGoal
        ? `${shared}. Your ${dollars(cents)} would bring ${dollars(now)}.`
        : `${shared}. Your ${dollars(cents)} would bring ${dollars(now)} at today's total, ${dollars(atGoal)} when the goal is reached.`,
  }
  return {
    part: partOf(rule, { cents, total, goal, payoutPercentage }),
    example: `For example: if ${boat.name} won ${won}, ${brings[rule]}`,
  }
}

interface Part {
  cents: number
  total: number
  goal: number
  payoutPercentage: number
}

function partOf(rule: GoalRule, { cents, total, goal, payoutPercentage }: Part): string {
  const [today, atGoal] = [percentText(cents, total), percentText(cents, goal)]
  switch (rule) {
    case 'prorate':
      return `${dollars(cents)} buys ${percentText(cents * payoutPercentage, goal * 100)} of the winnings.`
    case 'refund':
      return `${dollars(cents)} is ${atGoal} of the backers' share when the goal is reached.`
    case 'share':
      return today === atGoal
        ? `${dollars(cents)} is ${today} of the backers' share.`
        : `${dollars(cents)} is ${today} of the backers' share at today's total, and less with each further funding: ${atGoal} when the goal is reached.`
  }
}

/** Cents, before an amount is chosen. */
const exampleAmount = 2500

/** @param cents null: none chosen */
export function FundingSummary({ entry, cents }: { entry: EntryWithTournament; cents: number | null }) {
  const worth = worthOf(entry, cents ?? Math.min(exampleAmount, remainingOf(entry)))
  return (
    <section aria-label="Summary" className={box}>
      <dl>
        <Row between align="stretch" gap="md" rowGap="none">
          <Muted as="dt">Your contribution</Muted>
          <dd className={value}>{cents === null ? '—' : dollars(cents)}</dd>
        </Row>
        <Row between align="stretch" gap="md" rowGap="none">
          <Muted as="dt">Payout percentage</Muted>
          <dd className={value}>{payoutPercentText(entry)}</dd>
        </Row>
      </dl>
      <Text look="small">{worth.part}</Text>
      <Text look="small">{worth.example}</Text>
    </section>
  )
}
