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

interface CaughtAtFieldProps {
  /** In the format of datetime-local. */
  value?: string
  required: boolean
  /** The tournament has rules. */
  isRuled: boolean
}

export const CaughtAtField = ({ value, required, isRuled }: CaughtAtFieldProps) => (
  <DateTimeField
    label="Caught At"
    name="caughtAt"
    hint={
      isRuled ? 'It decides ties, and whether lines were in.' : 'Of two equal weights the earlier catch wins.'
    }
    defaultValue={value}
    required={required}
  />
)
