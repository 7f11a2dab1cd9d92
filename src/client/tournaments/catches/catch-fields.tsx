import { DateTimeField } from '#client/ui/forms/date-time-field.tsx'
import type { Messages } from '#client/ui/forms/form-rules.ts'
import { reasonMessages } from '#client/ui/forms/reason-form.tsx'
import { fieldTexts, textRules } from '#contract/field-texts.ts'

const wholeNumbers = {
  badInput: fieldTexts.ouncesInvalid,
  rangeUnderflow: fieldTexts.ouncesInvalid,
  rangeOverflow: fieldTexts.ouncesInvalid,
  stepMismatch: fieldTexts.ouncesInvalid,
}

export const catchMessages: Messages = {
  weight: {
    valueMissing: fieldTexts.weightRequired,
    badInput: fieldTexts.weightInvalid,
    rangeUnderflow: fieldTexts.weightInvalid,
    rangeOverflow: fieldTexts.weightInvalid,
    stepMismatch: fieldTexts.weightInvalid,
  },
  pounds: wholeNumbers,
  ounces: wholeNumbers,
  length: {
    valueMissing: fieldTexts.lengthRequired,
    badInput: fieldTexts.lengthInvalid,
    rangeUnderflow: fieldTexts.lengthInvalid,
    rangeOverflow: fieldTexts.lengthInvalid,
    stepMismatch: fieldTexts.lengthInvalid,
  },
  species: { valueMissing: textRules.species.required },
  otherSpecies: { valueMissing: textRules.species.required },
  ...reasonMessages,
  caughtAt: { badInput: fieldTexts.dateInvalid, valueMissing: 'Say when it was caught' },
}

/** With rules. */
export const ruledCaughtAtHint = 'It decides ties, and whether lines were in.'

/** @param value in the format of datetime-local */
export function CaughtAtField({
  value,
  required = false,
  hint = 'Of two equal weights the earlier catch wins.',
}: {
  value?: string
  required?: boolean
  hint?: string | undefined
}) {
  return (
    <DateTimeField label="Caught At" name="caughtAt" hint={hint} defaultValue={value} required={required} />
  )
}
