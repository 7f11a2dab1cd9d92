import { DateTimeField } from '#client/ui/forms/date-time-field.tsx'
import { type Messages, notANumber } from '#client/ui/forms/form-rules.ts'
import { reasonMessages } from '#client/ui/forms/reason-form.tsx'
import { fieldTexts, textRules } from '#contract/field-texts.ts'

const wholeNumbers = notANumber(fieldTexts.ouncesInvalid)

export const catchMessages: Messages = {
  weight: { valueMissing: fieldTexts.weightRequired, ...notANumber(fieldTexts.weightInvalid) },
  pounds: wholeNumbers,
  ounces: wholeNumbers,
  length: { valueMissing: fieldTexts.lengthRequired, ...notANumber(fieldTexts.lengthInvalid) },
  species: { valueMissing: textRules.species.required },
  otherSpecies: { valueMissing: textRules.species.required },
  ...reasonMessages,
  caughtAt: { badInput: fieldTexts.dateInvalid, valueMissing: 'Say when it was caught' },
}

/** Hint where the tournament has rules. */
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
