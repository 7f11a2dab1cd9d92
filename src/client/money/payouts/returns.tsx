import { type ReactNode, useState } from 'react'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { textOf } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { markReturned, waiveShare } from '#client/money/api/payouts.ts'
import { Field } from '#client/ui/forms/field.tsx'
import { DialogActions, Form } from '#client/ui/forms/form.tsx'
import { textRules } from '#contract/field-texts.ts'
import type { Payout } from '#contract/money/payouts.ts'
import { exactMoney } from '#contract/money.ts'

export interface PayoutFormProps {
  payout: Payout
  onDone(): void
}

interface ReturnFormProps extends PayoutFormProps {
  submit: string
  /** @param toReturn when the form was opened */
  onSubmit(data: FormData, toReturn: string): Promise<void>
  onError(error: unknown): void
  children: ReactNode
}

function ReturnForm({ payout, submit, onSubmit, onError, onDone, children }: ReturnFormProps) {
  // Kept while the page shows what a request did whose answer was lost: a repeated one is refused.
  const [toReturn] = useState(payout.toReturn)
  return (
    <Form row={payout.id} onSubmit={data => onSubmit(data, toReturn).then(onDone)} onError={onError}>
      <Field
        label="Amount"
        name="amount"
        inputMode="decimal"
        prefix="$"
        defaultValue={toReturn}
        autoComplete="off"
        required
      />
      {children}
      <DialogActions submit={submit} onCancel={onDone} />
    </Form>
  )
}

/** Amounts that the backer returned of an overpaid share. */
export function MarkReturnedForm({ payout, onDone }: PayoutFormProps) {
  const marking = useApiMutation(markReturned, 'Failed to note it. Please try again.')
  const mark = async (data: FormData, toReturn: string) => {
    const [amount, reference] = [textOf(data, 'amount').trim(), textOf(data, 'reference').trim()]
    await marking.send({
      params: { id: payout.id },
      body: { amount, toReturn, ...(reference !== '' && { reference }) },
    })
    toast({
      title: 'Marked as returned',
      description: `${exactMoney(amount)} by ${payout.backer.name}.`,
    })
  }
  return (
    <ReturnForm payout={payout} submit="Mark Returned" onSubmit={mark} onError={marking.fail} onDone={onDone}>
      <Field
        label="Reference"
        name="reference"
        autoComplete="off"
        maxLength={textRules.reference.max}
        hint="Optional: what the payment can be found by."
      />
    </ReturnForm>
  )
}

/** The organiser bears it. */
export function WaiveForm({ payout, onDone }: PayoutFormProps) {
  const waiving = useApiMutation(waiveShare, 'Failed to waive it. Please try again.')
  const waive = async (data: FormData, toReturn: string) => {
    const [amount, reason] = [textOf(data, 'amount').trim(), textOf(data, 'reason').trim()]
    await waiving.send({ params: { id: payout.id }, body: { amount, toReturn, reason } })
    toast({
      title: 'Waived',
      description: `${payout.backer.name} keeps ${exactMoney(amount)}.`,
    })
  }
  return (
    <ReturnForm payout={payout} submit="Waive" onSubmit={waive} onError={waiving.fail} onDone={onDone}>
      <Field label="Reason" name="reason" autoComplete="off" maxLength={textRules.reason.max} required />
    </ReturnForm>
  )
}
