import { useState } from 'react'
import type { PagedList } from '#client/lib/query.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { PagedItems } from '#client/ui/layout/show-more.tsx'
import { List, Row } from '#client/ui/layout/stack.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { Opener } from '#client/ui/overlays/dialog-button.tsx'
import { useDialogSubject } from '#client/ui/overlays/dialog-subject.ts'
import type { Payout, PayoutsOfBacker } from '#contract/money/payouts.ts'
import { exactMoney, sumOf } from '#contract/money.ts'
import { css } from '#styled/css/index.js'
import { BackerItem } from './backer-item.tsx'
import { MarkPaidForm } from './mark-paid-form.tsx'
import { type PayoutAction, PayoutDialog } from './payout-dialog.tsx'
import { PayoutItem } from './payout-item.tsx'

const selectionBar = css({ paddingBlock: '2' })

interface ListProps<T> {
  list: PagedList<T>
  emptyText: string
}

/** One line a person; several can be marked as paid together. */
export function SharesToPay({
  tournamentId,
  list,
  emptyText,
}: ListProps<PayoutsOfBacker> & Pick<MarkPaidDialogProps, 'tournamentId'>) {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set())
  const { opening, open, close } = useDialogSubject<readonly PayoutsOfBacker[]>()
  const selection = list.items.filter(({ backer }) => selectedIds.has(backer.id))
  const amount = amountOf(selection)
  const select = (id: string, isSelected: boolean) =>
    setSelectedIds(before => (isSelected ? before.union(new Set([id])) : before.difference(new Set([id]))))
  const done = () => {
    for (const { backer } of opening?.subject ?? []) select(backer.id, false)
    close()
  }
  return (
    <>
      {list.items.length === 0 ? (
        <EmptyState title={emptyText} />
      ) : (
        <PagedItems list={list} what="backers">
          {selection.length > 1 && (
            <Row between className={selectionBar}>
              <span>
                {selection.length} people, {amount}
              </span>
              <Opener
                label="Mark Paid"
                aria-label={`Mark Paid: ${amount} to ${selection.length} people`}
                onOpen={() => open(selection)}
              />
            </Row>
          )}
          <List>
            {list.items.map(payouts => (
              <BackerItem
                key={payouts.backer.id}
                payouts={payouts}
                isSelected={selectedIds.has(payouts.backer.id)}
                onSelect={isSelected => select(payouts.backer.id, isSelected)}
                onMarkPaid={() => open([payouts])}
              />
            ))}
          </List>
        </PagedItems>
      )}
      {opening && (
        <MarkPaidDialog
          tournamentId={tournamentId}
          backers={opening.subject.map(
            payouts => list.items.find(({ backer }) => backer.id === payouts.backer.id) ?? payouts,
          )}
          open={opening.open}
          onClose={close}
          onDone={done}
        />
      )}
    </>
  )
}

const amountOf = (backers: readonly PayoutsOfBacker[]) =>
  exactMoney(sumOf(backers.map(({ owed }) => owed.amount)))

interface MarkPaidDialogProps {
  tournamentId: string
  backers: readonly PayoutsOfBacker[]
  open: boolean
  onClose(): void
  onDone(): void
}

function MarkPaidDialog({ tournamentId, backers, open, onClose, onDone }: MarkPaidDialogProps) {
  return (
    <Dialog
      open={open}
      title={`Mark ${amountOf(backers)} as paid`}
      description={
        backers.length === 1
          ? `To ${backers[0]?.backer.name}. Mark it once the money has left.`
          : `To ${backers.length} people, with one reference. Mark it once the money has left.`
      }
      onOpenChange={onClose}
    >
      {open && <MarkPaidForm tournamentId={tournamentId} backers={backers} onDone={onDone} />}
    </Dialog>
  )
}

export function ShareList({ list, emptyText }: ListProps<Payout>) {
  const { opening, open, close } = useDialogSubject<{ payout: Payout; action: PayoutAction }>()
  return (
    <>
      {list.items.length === 0 ? (
        <EmptyState title={emptyText} />
      ) : (
        <PagedItems list={list} what="payouts">
          <List>
            {list.items.map(payout => (
              <PayoutItem key={payout.id} payout={payout} onOpen={action => open({ payout, action })} />
            ))}
          </List>
        </PagedItems>
      )}
      {opening && (
        <PayoutDialog
          payout={list.items.find(({ id }) => id === opening.subject.payout.id) ?? opening.subject.payout}
          action={opening.subject.action}
          open={opening.open}
          onClose={close}
        />
      )}
    </>
  )
}
