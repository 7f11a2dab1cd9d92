import type { ReactNode } from 'react'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { textOf } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { markReturned, markUnpaid, waiveShare } from '#client/money/api/payouts.ts'
import { Field } from '#client/ui/forms/field.tsx'
import { DialogActions, Form } from '#client/ui/forms/form.tsx'
import { tooLong } from '#client/ui/forms/form-rules.ts'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { textRules } from '#contract/field-texts.ts'
import type { Payout } from '#contract/money/payouts.ts'
import { exactMoney } from '#contract/money.ts'

interface PayoutFormProps {
  /** As it was when the dialog opened: the server refuses what has changed since, and what is sent twice. */
  payout: Payout
  onDone(): void
}

interface Part {
  title: string
  description(payout: Payout): string
  Form(props: PayoutFormProps): ReactNode
}

const parts = {
  unpaid: {
    title: 'Mark as not paid?',
    description: ({ backer }) =>
      `What ${backer.name} was paid last is owed again, and the backer sees it so. The ledger keeps both entries.`,
    Form: MarkUnpaidForm,
  },
  returned: {
    title: 'What came back?',
    description: ({ backer, boat, toReturn }) =>
      `${backer.name} was paid ${exactMoney(toReturn)} too much for ${boat.name}.`,
    Form: MarkReturnedForm,
  },
  waived: {
    title: 'Waive it?',
    description: ({ backer, toReturn }) =>
      `${backer.name} keeps what you waive of ${exactMoney(toReturn)}, and you bear it.`,
    Form: WaiveForm,
  },
} satisfies Record<string, Part>

export interface PayoutAction {
  payout: Payout
  kind: keyof typeof parts
}

interface PayoutDialogProps {
  subject: PayoutAction
  open: boolean
  onClose(): void
}

/** Asks for what an action on a share needs. */
export function PayoutDialog({ subject: { payout, kind }, open, onClose }: PayoutDialogProps) {
  const { title, description, Form: ActionForm }: Part = parts[kind]
  return (
    <Dialog open={open} title={title} description={description(payout)} onOpenChange={onClose}>
      {open && <ActionForm payout={payout} onDone={onClose} />}
    </Dialog>
  )
}

/** Takes the last payment of a share back. */
function MarkUnpaidForm({ payout: { id, backer, paidAt }, onDone }: PayoutFormProps) {
  const takingBack = useApiMutation(markUnpaid, 'Failed to take it back. Please try again.')
  const takeBack = async (data: FormData) => {
    const reason = textOf(data, 'reason').trim()
    const { due } = await takingBack.send({
      params: { id },
      body: { reason, ...(paidAt !== null && { paidAt }) },
    })
    onDone()
    toast({ title: 'To be paid again', description: `${exactMoney(due)} to ${backer.name} is owed.` })
  }
  return (
    <Form
      row={id}
      onSubmit={takeBack}
      onError={takingBack.fail}
      check={data => tooLong(data, { reason: textRules.reason })}
    >
      <Field label="Reason" name="reason" autoComplete="off" required hint="For your own records." />
      <DialogActions submit="Mark Unpaid" onCancel={onDone} />
    </Form>
  )
}

/** Notes what a backer returned of an overpaid share. */
function MarkReturnedForm({ payout: { id, backer, toReturn }, onDone }: PayoutFormProps) {
  const marking = useApiMutation(markReturned, 'Failed to note it. Please try again.')
  const mark = async (data: FormData) => {
    const [amount, reference] = [textOf(data, 'amount').trim(), textOf(data, 'reference').trim()]
    await marking.send({
      params: { id },
      body: { amount, toReturn, ...(reference !== '' && { reference }) },
    })
    toast({ title: 'Marked as returned', description: `${exactMoney(amount)} by ${backer.name}.` })
    onDone()
  }
  return (
    <Form row={id} onSubmit={mark} onError={marking.fail}>
      <AmountField toReturn={toReturn} />
      <Field
        label="Reference"
        name="reference"
        autoComplete="off"
        maxLength={textRules.reference.max}
        hint="Optional: what the payment can be found by."
      />
      <DialogActions submit="Mark Returned" onCancel={onDone} />
    </Form>
  )
}

/** The organiser bears it. */
function WaiveForm({ payout: { id, backer, toReturn }, onDone }: PayoutFormProps) {
  const waiving = useApiMutation(waiveShare, 'Failed to waive it. Please try again.')
  const waive = async (data: FormData) => {
    const [amount, reason] = [textOf(data, 'amount').trim(), textOf(data, 'reason').trim()]
    await waiving.send({ params: { id }, body: { amount, toReturn, reason } })
    toast({ title: 'Waived', description: `${backer.name} keeps ${exactMoney(amount)}.` })
    onDone()
  }
  return (
    <Form row={id} onSubmit={waive} onError={waiving.fail}>
      <AmountField toReturn={toReturn} />
      <Field label="Reason" name="reason" autoComplete="off" maxLength={textRules.reason.max} required />
      <DialogActions submit="Waive" onCancel={onDone} />
    </Form>
  )
}

const AmountField = ({ toReturn }: Pick<Payout, 'toReturn'>) => (
  <Field
    label="Amount"
    name="amount"
    inputMode="decimal"
    prefix="$"
    defaultValue={toReturn}
    autoComplete="off"
    required
  />
)
