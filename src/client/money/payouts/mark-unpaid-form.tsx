import { useState } from 'react'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { textOf } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { markUnpaid } from '#client/money/api/payouts.ts'
import { Field } from '#client/ui/forms/field.tsx'
import { DialogActions, Form } from '#client/ui/forms/form.tsx'
import { tooLong } from '#client/ui/forms/form-rules.ts'
import { textRules } from '#contract/field-texts.ts'
import { exactMoney } from '#contract/money.ts'
import type { PayoutFormProps } from './returns.tsx'

/** Takes the last payment of a share back. */
export function MarkUnpaidForm({ payout, onDone }: PayoutFormProps) {
  // Of the payment that the reader saw: another one may be made meanwhile.
  const [paidAt] = useState(payout.paidAt)
  const takingBack = useApiMutation(markUnpaid, 'Failed to take it back. Please try again.')
  const takeBack = async (data: FormData) => {
    const reason = textOf(data, 'reason').trim()
    const { due } = await takingBack.send({
      params: { id: payout.id },
      body: { reason, ...(paidAt !== null && { paidAt }) },
    })
    onDone()
    toast({
      title: 'To be paid again',
      description: `${exactMoney(due)} to ${payout.backer.name} is owed.`,
    })
  }
  return (
    <Form
      row={payout.id}
      onSubmit={takeBack}
      onError={takingBack.fail}
      check={data => tooLong(data, { reason: textRules.reason })}
    >
      <Field label="Reason" name="reason" autoComplete="off" required hint="For your own records." />
      <DialogActions submit="Mark Unpaid" onCancel={onDone} />
    </Form>
  )
}
