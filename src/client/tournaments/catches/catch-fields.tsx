import { DateTimeField } from '#client/ui/forms/date-time-field.tsx'
import { type FieldErrors, type Messages, problemsOf, tooLong } from '#client/ui/forms/form-rules.ts'
import { fieldTexts, nameProblem, textRules } from '#contract/field-texts.ts'

export const catchMessages: Messages = {
  weight: {
    valueMissing: fieldTexts.weightRequired,
    badInput: fieldTexts.weightInvalid,
    rangeUnderflow: fieldTexts.weightInvalid,
    rangeOverflow: fieldTexts.weightInvalid,
    stepMismatch: fieldTexts.weightInvalid,
  },
  species: { valueMissing: textRules.species.required },
  caughtAt: { badInput: fieldTexts.dateInvalid, valueMissing: 'Say when it was caught' },
}

export const checkCatch = (data: FormData): FieldErrors => ({
  ...tooLong(data, { species: textRules.species }),
  ...problemsOf(data, ['species'], nameProblem),
})

/** @param value in the format of datetime-local */
export function CaughtAtField({ value, required = false }: { value?: string; required?: boolean }) {
  return (
    <DateTimeField
      label="Caught At"
      name="caughtAt"
      hint="Of two equal weights the earlier catch wins."
      defaultValue={value}
      required={required}
    />
  )
}
