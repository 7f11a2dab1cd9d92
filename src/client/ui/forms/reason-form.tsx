import { textOf } from '#client/lib/submit.ts'
import { DialogActions, Form, type FormProps } from '#client/ui/forms/form.tsx'
import type { Messages } from '#client/ui/forms/form-rules.ts'
import { TextareaField } from '#client/ui/forms/textarea-field.tsx'
import { textRules } from '#contract/field-texts.ts'

interface ReasonRule {
  required: string
  max: number
  tooLong: string
}

const messagesOf = (name: string, { required, tooLong }: ReasonRule): Messages => ({
  [name]: { valueMissing: required, tooLong },
})

/** Messages of a form with a `ReasonField`. */
export const reasonMessages = messagesOf('reason', textRules.ruling)

interface ReasonFieldProps {
  label?: string
  name?: string
  hint?: string
  rule?: ReasonRule
  required?: boolean
}

export const ReasonField = ({
  label = 'Reason',
  name = 'reason',
  hint = 'Everyone can read it.',
  rule = textRules.ruling,
  required = true,
}: ReasonFieldProps) => (
  <TextareaField {...{ label, name, hint, required }} rows={3} maxLength={rule.max} counter />
)

interface ReasonFormProps extends Omit<ReasonFieldProps, 'required'>, Pick<FormProps, 'row'> {
  submit: string
  cancel?: string
  destructive?: boolean
  onReason(reason: string): Promise<void>
  onError(error: unknown): unknown
  onCancel(): void
}

/** Asks why, as the only field of a dialog. */
export function ReasonForm({
  submit,
  cancel,
  destructive = false,
  row,
  onReason,
  onError,
  onCancel,
  ...field
}: ReasonFormProps) {
  const { name = 'reason', rule = textRules.ruling } = field
  return (
    <Form
      row={row}
      onSubmit={data => onReason(textOf(data, name))}
      onError={onError}
      messages={messagesOf(name, rule)}
    >
      <ReasonField {...field} />
      <DialogActions {...{ submit, cancel, onCancel }} variant={destructive ? 'destructive' : 'action'} />
    </Form>
  )
}
