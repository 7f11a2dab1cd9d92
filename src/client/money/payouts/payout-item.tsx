import { useState } from 'react'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { textOf } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { markUnpaid } from '#client/money/api/payouts.ts'
import { Field } from '#client/ui/forms/field.tsx'
import { DialogActions, Form } from '#client/ui/forms/form.tsx'
import { tooLong } from '#client/ui/forms/form-rules.ts'
import { Text } from '#client/ui/layout/text.tsx'
import { Badge } from '#client/ui/marks/badge.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import { DateTime } from '#client/ui/marks/relative-time.tsx'
import { DialogButton } from '#client/ui/overlays/dialog-button.tsx'
import { textRules } from '#contract/field-texts.ts'
import type { Payout } from '#contract/money/payouts.ts'
import { formatCents, formatMoney } from '#contract/money.ts'
import { PayoutRow } from './payout-row.tsx'
import { MarkReturned, Waive } from './returns.tsx'

interface PayoutItemProps {
  payout: Payout
}

export function PayoutItem({ payout }: PayoutItemProps) {
  const { backer, boat, amount, awarded, loss, contributed, status, paidAt, reference, undone } = payout
  const { inReview, net, due, toReturn, waived } = payout
  return (
    <PayoutRow
      name={<Text weight="semibold">{backer.name}</Text>}
      email={backer.email}
      amount={status === 'to-return' ? toReturn : amount}
      action={
        <>
          <TakeBack payout={payout} />
          {status === 'frozen' && (
            <Badge tone="cancelled">{inReview ? 'Under review: do not pay' : 'On hold: do not pay'}</Badge>
          )}
          <MarkReturned payout={payout} />
          <Waive payout={payout} />
        </>
      }
    >
      {boat.name}, put in <Money amount={contributed} cents />
      {status === 'owed' && (
        <>
          <br />
          {net === formatCents(0) ? (
            'To pay'
          ) : (
            <>
              <Money amount={due} cents /> due of <Money amount={amount} cents />: the results changed after{' '}
              <Money amount={net} cents /> was paid
            </>
          )}
        </>
      )}
      {status === 'to-return' && (
        <>
          <br />
          Paid too much: <Money amount={toReturn} cents /> to return. The share is{' '}
          <Money amount={amount} cents /> now.
        </>
      )}
      {waived !== formatCents(0) && (
        <>
          <br />
          You waived <Money amount={waived} cents />
        </>
      )}
      {status !== 'paid' && status !== 'to-return' && amount !== awarded && (
        <>
          <br />
          The results gave <Money amount={awarded} cents />. A part of the payment was refunded since.
        </>
      )}
      {undone?.reason && (
        <>
          <br />
          Taken back <DateTime iso={undone.at} />: {undone.reason}
        </>
      )}
      {paidAt !== null && (
        <>
          <br />
          Paid <DateTime iso={paidAt} />
          {reference !== null && `, ${reference}`}
        </>
      )}
      {loss !== formatCents(0) && (
        <>
          <br />
          Your loss: <Money amount={loss} cents />. The payment went back to the backer after you paid this.
        </>
      )}
    </PayoutRow>
  )
}

const TakeBack = ({ payout }: PayoutItemProps) => (
  <DialogButton
    label="Mark Unpaid"
    aria-label={`Mark Unpaid: ${formatMoney(payout.amount, { cents: true })} to ${payout.backer.name}`}
    variant="ghost"
    title="Mark as not paid?"
    isOffered={payout.status === 'paid'}
    description={`What ${payout.backer.name} was paid last is owed again, and the backer sees it so. The ledger keeps both entries.`}
  >
    {close => <TakeBackForm payout={payout} onDone={close} />}
  </DialogButton>
)

function TakeBackForm({ payout, onDone }: PayoutItemProps & { onDone(): void }) {
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
      description: `${formatMoney(due, { cents: true })} to ${payout.backer.name} is owed.`,
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
