import { textOf } from '#client/lib/submit.ts'
import { DialogActions, Form } from '#client/ui/forms/form.tsx'
import type { Messages } from '#client/ui/forms/form-rules.ts'
import { TextareaField } from '#client/ui/forms/textarea-field.tsx'
import { textRules } from '#contract/field-texts.ts'

export const reasonMessages: Messages = {
  reason: { valueMissing: textRules.ruling.required, tooLong: textRules.ruling.tooLong },
}

interface ReasonFormProps {
  submit: string
  destructive?: boolean
  onReason(reason: string): Promise<void>
  onError(error: unknown): unknown
  onCancel(): void
}

/** For what everyone can read why. */
export const ReasonForm = ({ submit, destructive = false, onReason, onError, onCancel }: ReasonFormProps) => (
  <Form onSubmit={data => onReason(textOf(data, 'reason'))} onError={onError} messages={reasonMessages}>
    <ReasonField />
    <DialogActions submit={submit} variant={destructive ? 'destructive' : 'action'} onCancel={onCancel} />
  </Form>
)

export const ReasonField = ({ required = true }: { required?: boolean }) => (
  <TextareaField
    label="Reason"
    name="reason"
    hint="Everyone can read it."
    rows={3}
    maxLength={textRules.ruling.max}
    counter
    required={required}
  />
)
