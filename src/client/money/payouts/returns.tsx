import { type ReactNode, useState } from 'react'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { textOf } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { markReturned, waiveShare } from '#client/money/api/payouts.ts'
import { Field } from '#client/ui/forms/field.tsx'
import { DialogActions, Form } from '#client/ui/forms/form.tsx'
import { DialogButton } from '#client/ui/overlays/dialog-button.tsx'
import { textRules } from '#contract/field-texts.ts'
import type { Payout } from '#contract/money/payouts.ts'
import { formatMoney } from '#contract/money.ts'

interface ReturnProps {
  payout: Payout
}

const amountOf = ({ toReturn }: Payout) => formatMoney(toReturn, { cents: true })

interface ReturnFormProps extends ReturnProps {
  submit: string
  /** @param toReturn when the form was opened */
  onSubmit(data: FormData, toReturn: string): Promise<void>
  onError(error: unknown): void
  onDone(): void
  children: ReactNode
}

function ReturnForm({ payout, submit, onSubmit, onError, onDone, children }: ReturnFormProps) {
  // Kept while the page shows what a request did whose answer was lost: a repeated one is refused.
  const [toReturn] = useState(payout.toReturn)
  return (
    <Form row={payout.id} onSubmit={data => onSubmit(data, toReturn)} onError={onError}>
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
export function MarkReturned({ payout }: ReturnProps) {
  const marking = useApiMutation(markReturned, 'Failed to note it. Please try again.')
  const mark = async (data: FormData, toReturn: string) => {
    const [amount, reference] = [textOf(data, 'amount').trim(), textOf(data, 'reference').trim()]
    await marking.send({
      params: { id: payout.id },
      body: { amount, toReturn, ...(reference !== '' && { reference }) },
    })
    toast({
      title: 'Marked as returned',
      description: `${formatMoney(amount, { cents: true })} by ${payout.backer.name}.`,
    })
  }
  return (
    <DialogButton
      label="Returned"
      aria-label={`Returned by ${payout.backer.name}`}
      variant="secondary"
      title="What came back?"
      isOffered={payout.status === 'to-return'}
      description={`${payout.backer.name} was paid ${amountOf(payout)} too much for ${payout.boat.name}.`}
    >
      {close => (
        <ReturnForm
          payout={payout}
          submit="Mark Returned"
          onSubmit={(data, toReturn) => mark(data, toReturn).then(close)}
          onError={marking.fail}
          onDone={close}
        >
          <Field
            label="Reference"
            name="reference"
            autoComplete="off"
            maxLength={textRules.reference.max}
            hint="Optional: what the payment can be found by."
          />
        </ReturnForm>
      )}
    </DialogButton>
  )
}

/** The organiser bears it. */
export function Waive({ payout }: ReturnProps) {
  const waiving = useApiMutation(waiveShare, 'Failed to waive it. Please try again.')
  const waive = async (data: FormData, toReturn: string) => {
    const [amount, reason] = [textOf(data, 'amount').trim(), textOf(data, 'reason').trim()]
    await waiving.send({ params: { id: payout.id }, body: { amount, toReturn, reason } })
    toast({
      title: 'Waived',
      description: `${payout.backer.name} keeps ${formatMoney(amount, { cents: true })}.`,
    })
  }
  return (
    <DialogButton
      label="Waive"
      aria-label={`Waive what ${payout.backer.name} was paid too much`}
      variant="ghost"
      title="Waive it?"
      isOffered={payout.status === 'to-return'}
      description={`${payout.backer.name} keeps what you waive of ${amountOf(payout)}, and you bear it.`}
    >
      {close => (
        <ReturnForm
          payout={payout}
          submit="Waive"
          onSubmit={(data, toReturn) => waive(data, toReturn).then(close)}
          onError={waiving.fail}
          onDone={close}
        >
          <Field label="Reason" name="reason" autoComplete="off" maxLength={textRules.reason.max} required />
        </ReturnForm>
      )}
    </DialogButton>
  )
}
