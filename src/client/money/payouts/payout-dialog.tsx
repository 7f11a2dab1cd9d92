import type { ReactNode } from 'react'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import type { Payout } from '#contract/money/payouts.ts'
import { exactMoney } from '#contract/money.ts'
import { MarkUnpaidForm } from './mark-unpaid-form.tsx'
import { MarkReturnedForm, type PayoutFormProps, WaiveForm } from './returns.tsx'

interface Part {
  title: string
  description(payout: Payout): string
  Form(props: PayoutFormProps): ReactNode
}

const toReturnOf = ({ toReturn }: Payout) => exactMoney(toReturn)

const parts = {
  unpaid: {
    title: 'Mark as not paid?',
    description: ({ backer }) =>
      `What ${backer.name} was paid last is owed again, and the backer sees it so. The ledger keeps both entries.`,
    Form: MarkUnpaidForm,
  },
  returned: {
    title: 'What came back?',
    description: payout =>
      `${payout.backer.name} was paid ${toReturnOf(payout)} too much for ${payout.boat.name}.`,
    Form: MarkReturnedForm,
  },
  waived: {
    title: 'Waive it?',
    description: payout =>
      `${payout.backer.name} keeps what you waive of ${toReturnOf(payout)}, and you bear it.`,
    Form: WaiveForm,
  },
} satisfies Record<string, Part>

export type PayoutAction = keyof typeof parts

interface Props {
  payout: Payout
  action: PayoutAction
  open: boolean
  onClose(): void
}

export function PayoutDialog({ payout, action, open, onClose }: Props) {
  const { title, description, Form }: Part = parts[action]
  return (
    <Dialog open={open} title={title} description={description(payout)} onOpenChange={onClose}>
      {open && <Form payout={payout} onDone={onClose} />}
    </Dialog>
  )
}
