import { TextareaField } from '#client/ui/forms/textarea-field.tsx'
import { textRules } from '#contract/field-texts.ts'

/** Of a decision about a catch. */
export const ReasonField = () => (
  <TextareaField
    label="Reason"
    name="reason"
    hint="Everyone can read it."
    rows={2}
    maxLength={textRules.reason.max}
    required
  />
)
