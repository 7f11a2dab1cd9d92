import { DateTimeField } from '#client/ui/forms/date-time-field.tsx'
import { type FieldErrors, type Messages, problemsOf, tooLong } from '#client/ui/forms/form-rules.ts'
import { limits } from '#contract/limits.ts'
import { marinaTexts, nameProblem } from '#contract/marina-texts.ts'

export const catchMessages: Messages = {
  weight: {
    valueMissing: marinaTexts.weightRequired,
    badInput: marinaTexts.weightInvalid,
    rangeUnderflow: marinaTexts.weightInvalid,
    rangeOverflow: marinaTexts.weightInvalid,
    stepMismatch: marinaTexts.weightInvalid,
  },
  species: { valueMissing: marinaTexts.speciesRequired },
  caughtAt: { badInput: marinaTexts.dateInvalid, valueMissing: marinaTexts.dateInvalid },
}

export const checkCatch = (data: FormData): FieldErrors => ({
  ...tooLong(data, { species: [limits.speciesMax, marinaTexts.speciesTooLong] }),
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
