import { textOf } from '#client/lib/submit.ts'
import { Field } from '#client/ui/forms/field.tsx'
import type { Messages } from '#client/ui/forms/form-rules.ts'
import { fieldTexts } from '#contract/field-texts.ts'
import { limits } from '#contract/limits.ts'
import type { Entry } from '#contract/tournaments.ts'

export const termsMessages: Messages = {
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
}

export const termsIn = (data: FormData) => ({
  fundingGoal: textOf(data, 'fundingGoal'),
  payoutPercentage: Number(textOf(data, 'payoutPercentage')),
})

export function TermsFields({ entry }: { entry?: Entry }) {
  return (
    <>
      <Field
        label="Funding Goal"
        name="fundingGoal"
        type="number"
        inputMode="decimal"
        prefix="$"
        min={limits.fundingGoalMinCents / 100}
        step={0.01}
        hint="In dollars: what the entry costs you."
        defaultValue={entry?.fundingGoal}
        required
      />
      <Field
        label="Payout Percentage"
        name="payoutPercentage"
        type="number"
        inputMode="decimal"
        suffix="%"
        min={0.01}
        max={limits.payoutMax}
        step={0.01}
        hint="Percent of what the boat wins that its backers divide among them."
        defaultValue={entry?.payoutPercentage}
        required
      />
    </>
  )
}
