import { Text } from '#client/ui/layout/text.tsx'
import { Badge } from '#client/ui/marks/badge.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import { DateTime } from '#client/ui/marks/relative-time.tsx'
import { Opener } from '#client/ui/overlays/dialog-button.tsx'
import type { Payout } from '#contract/money/payouts.ts'
import { exactMoney, formatCents } from '#contract/money.ts'
import type { PayoutAction } from './payout-dialog.tsx'
import { PayoutRow } from './payout-row.tsx'

interface PayoutItemProps {
  payout: Payout
  onOpen(action: PayoutAction): void
}

export function PayoutItem({ payout, onOpen }: PayoutItemProps) {
  const { backer, boat, amount, awarded, loss, contributed, status, paidAt, reference, undone } = payout
  const { inReview, net, due, toReturn, waived } = payout
  return (
    <PayoutRow
      name={<Text weight="semibold">{backer.name}</Text>}
      email={backer.email}
      amount={status === 'to-return' ? toReturn : amount}
      action={
        <>
          {status === 'paid' && (
            <Opener
              label="Mark Unpaid"
              aria-label={`Mark Unpaid: ${exactMoney(amount)} to ${backer.name}`}
              variant="ghost"
              onOpen={() => onOpen('unpaid')}
            />
          )}
          {status === 'frozen' && (
            <Badge tone="cancelled">{inReview ? 'Under review: do not pay' : 'On hold: do not pay'}</Badge>
          )}
          {status === 'to-return' && (
            <>
              <Opener
                label="Returned"
                aria-label={`Returned by ${backer.name}`}
                variant="secondary"
                onOpen={() => onOpen('returned')}
              />
              <Opener
                label="Waive"
                aria-label={`Waive what ${backer.name} was paid too much`}
                variant="ghost"
                onOpen={() => onOpen('waived')}
              />
            </>
          )}
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
