import { useState } from 'react'
import { goalRuleExample } from '#client/domain/goal-rule-example.ts'
import { useNow } from '#client/lib/now.tsx'
import { textOf } from '#client/lib/submit.ts'
import { RadioGroup } from '#client/ui/forms/choice-fields.tsx'
import { NumberField } from '#client/ui/forms/field.tsx'
import type { Messages } from '#client/ui/forms/form-rules.ts'
import { fieldTexts } from '#contract/field-texts.ts'
import { limits } from '#contract/limits.ts'
import { hundredthsOf } from '#contract/money.ts'
import { type GoalRule, goalRuleNames, goalRules } from '#contract/tournaments/goal-rules.ts'
import type { Entry, TournamentSummary } from '#contract/tournaments/tournaments.ts'

export const termsMessages = {
  fundingGoal: {
    valueMissing: fieldTexts.goalRequired,
    rangeUnderflow: fieldTexts.goalTooSmall,
    stepMismatch: fieldTexts.amountInvalid,
  },
  payoutPercentage: {
    valueMissing: fieldTexts.shareRequired,
    rangeUnderflow: fieldTexts.shareInvalid,
    rangeOverflow: fieldTexts.shareInvalid,
    stepMismatch: fieldTexts.shareInvalid,
  },
} satisfies Messages

export const isGoalRule = (value: string): value is GoalRule => goalRules.some(rule => rule === value)

export function termsIn(data: FormData) {
  const rule = textOf(data, 'ifGoalMissed')
  return {
    fundingGoal: textOf(data, 'fundingGoal'),
    payoutPercentage: Number(textOf(data, 'payoutPercentage')),
    ...(isGoalRule(rule) && { ifGoalMissed: rule }),
  }
}

export const goalRuleTexts: Record<GoalRule, string> = {
  share: 'Backers share the full percentage, even if the goal is missed.',
  prorate: 'The percentage shrinks in proportion to what’s missing.',
  refund: 'If the goal is missed when funding closes, everyone gets their money back.',
}

interface TermsFieldsProps {
  tournament: Pick<TournamentSummary, 'startDate' | 'fundingClosesAt'>
  entry?: Entry
}

export function TermsFields({ tournament, entry }: TermsFieldsProps) {
  const now = useNow()
  const [goal, setGoal] = useState(entry?.fundingGoal ?? '')
  const [percent, setPercent] = useState(String(entry?.payoutPercentage ?? ''))
  const goalCents = hundredthsOf(goal)
  const share = hundredthsOf(percent)
  // The example raises the smallest payment, so that a goal of as much isn't missed.
  const isValid =
    goalCents !== null &&
    goalCents > limits.fundingMinCents &&
    share !== null &&
    share > 0 &&
    share <= limits.payoutMax * 100
  const isTooLate = Date.parse(tournament.fundingClosesAt ?? tournament.startDate) <= now
  return (
    <>
      <NumberField
        label="Funding Goal"
        name="fundingGoal"
        prefix="$"
        min={limits.fundingGoalMinCents / 100}
        hint="In dollars: what the entry costs you."
        defaultValue={entry?.fundingGoal}
        onInput={event => setGoal(event.currentTarget.value)}
        required
      />
      <NumberField
        label="Payout Percentage"
        name="payoutPercentage"
        suffix="%"
        min={0.01}
        max={limits.payoutMax}
        hint="Percent of what the boat wins that its backers divide among them."
        defaultValue={entry?.payoutPercentage}
        onInput={event => setPercent(event.currentTarget.value)}
        required
      />
      <RadioGroup
        label="If the goal is missed"
        name="ifGoalMissed"
        defaultValue={entry?.ifGoalMissed ?? 'share'}
        options={goalRules.map(rule => ({
          value: rule,
          label: goalRuleNames[rule],
          hint: isValid ? goalRuleExample(rule, goalCents, share / 100) : goalRuleTexts[rule],
          disabled: rule === 'refund' && isTooLate,
        }))}
      />
    </>
  )
}
