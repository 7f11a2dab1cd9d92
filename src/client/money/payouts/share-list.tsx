import type { ReactNode } from 'react'
import type { PagedList } from '#client/lib/query.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { PagedItems } from '#client/ui/layout/show-more.tsx'
import { List } from '#client/ui/layout/stack.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import { Badge } from '#client/ui/marks/badge.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import { DateTime } from '#client/ui/marks/relative-time.tsx'
import { Opener } from '#client/ui/overlays/dialog-button.tsx'
import { useDialogSubject } from '#client/ui/overlays/dialog-subject.ts'
import type { Payout } from '#contract/money/payouts.ts'
import { exactMoney } from '#contract/money.ts'
import { type PayoutAction, PayoutDialog } from './payout-dialog.tsx'
import { PayoutRow } from './payout-row.tsx'

/** One line a share, with what can be done with it. */
export function ShareList({ list, emptyText }: { list: PagedList<Payout>; emptyText: string }) {
  const { opening, open, close } = useDialogSubject<PayoutAction>()
  return (
    <>
      {list.items.length === 0 ? (
        <EmptyState title={emptyText} />
      ) : (
        <PagedItems list={list} what="payouts">
          <List>
            {list.items.map(payout => (
              <Share key={payout.id} payout={payout} onOpen={kind => open({ payout, kind })} />
            ))}
          </List>
        </PagedItems>
      )}
      {opening && <PayoutDialog {...opening} onClose={close} />}
    </>
  )
}

interface ShareProps {
  payout: Payout
  onOpen(kind: PayoutAction['kind']): void
}

const Line = ({ children }: { children: ReactNode }) => (
  <>
    <br />
    {children}
  </>
)

function Share({ payout, onOpen }: ShareProps) {
  const { backer, boat, amount, awarded, loss, contributed, status, paidAt, reference, undone } = payout
  const { net, due, toReturn, waived } = payout
  return (
    <PayoutRow
      name={<Text weight="semibold">{backer.name}</Text>}
      email={backer.email}
      amount={status === 'to-return' ? toReturn : amount}
      action={<Actions payout={payout} onOpen={onOpen} />}
    >
      {boat.name}, put in <Money amount={contributed} cents />
      {status === 'owed' && (
        <Line>
          {net === '0.00' ? (
            'To pay'
          ) : (
            <>
              <Money amount={due} cents /> due of <Money amount={amount} cents />: the results changed after{' '}
              <Money amount={net} cents /> was paid
            </>
          )}
        </Line>
      )}
      {status === 'to-return' && (
        <Line>
          Paid too much: <Money amount={toReturn} cents /> to return. The share is{' '}
          <Money amount={amount} cents /> now.
        </Line>
      )}
      {waived !== '0.00' && (
        <Line>
          You waived <Money amount={waived} cents />
        </Line>
      )}
      {status !== 'paid' && status !== 'to-return' && amount !== awarded && (
        <Line>
          The results gave <Money amount={awarded} cents />. A part of the payment was refunded since.
        </Line>
      )}
      {undone?.reason && (
        <Line>
          Taken back <DateTime iso={undone.at} />: {undone.reason}
        </Line>
      )}
      {paidAt !== null && (
        <Line>
          Paid <DateTime iso={paidAt} />
          {reference !== null && `, ${reference}`}
        </Line>
      )}
      {loss !== '0.00' && (
        <Line>
          Your loss: <Money amount={loss} cents />. The payment went back to the backer after you paid this.
        </Line>
      )}
    </PayoutRow>
  )
}

function Actions({ payout: { backer, amount, status, inReview }, onOpen }: ShareProps) {
  switch (status) {
    case 'paid':
      return (
        <Opener
          label="Mark Unpaid"
          aria-label={`Mark Unpaid: ${exactMoney(amount)} to ${backer.name}`}
          variant="ghost"
          onOpen={() => onOpen('unpaid')}
        />
      )
    case 'frozen':
      return <Badge tone="cancelled">{inReview ? 'Under review: do not pay' : 'On hold: do not pay'}</Badge>
    case 'to-return':
      return (
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
      )
    default:
      return null
  }
}
