import { useState } from 'react'
import type { PagedList } from '#client/lib/query.tsx'
import { CheckboxField } from '#client/ui/forms/choice-fields.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { PagedItems } from '#client/ui/layout/show-more.tsx'
import { List, Row } from '#client/ui/layout/stack.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import { Opener } from '#client/ui/overlays/dialog-button.tsx'
import { useDialogSubject } from '#client/ui/overlays/dialog-subject.ts'
import { payoutMethodNames } from '#contract/money/payout-method.ts'
import type { PayoutsOfBacker } from '#contract/money/payouts.ts'
import { exactMoney, sumOf } from '#contract/money.ts'
import { countText } from '#contract/numbers.ts'
import { css } from '#styled/css/index.js'
import { MarkPaidDialog } from './mark-paid-dialog.tsx'
import { PayoutRow } from './payout-row.tsx'

const selectionBar = css({ paddingBlock: '2' })

interface SharesToPayProps {
  tournamentId: string
  list: PagedList<PayoutsOfBacker>
  emptyText: string
}

/** One line a person; several can be marked as paid together. */
export function SharesToPay({ tournamentId, list, emptyText }: SharesToPayProps) {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set())
  const { opening, open, close } = useDialogSubject<readonly PayoutsOfBacker[]>()
  const selection = list.items.filter(({ backer }) => selectedIds.has(backer.id))
  const amount = exactMoney(sumOf(selection.map(({ owed }) => owed.amount)))
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
              <Backer
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
          backers={opening.subject}
          open={opening.open}
          onClose={close}
          onDone={done}
        />
      )}
    </>
  )
}

interface BackerProps {
  payouts: PayoutsOfBacker
  isSelected: boolean
  onSelect(isSelected: boolean): void
  onMarkPaid(): void
}

const Backer = ({
  payouts: { backer, destination, owed },
  isSelected,
  onSelect,
  onMarkPaid,
}: BackerProps) => (
  <PayoutRow
    name={
      <CheckboxField
        name="backer"
        label={backer.name}
        checked={isSelected}
        onChange={event => onSelect(event.currentTarget.checked)}
      />
    }
    email={backer.email}
    amount={owed.amount}
    action={
      <Opener
        label="Mark Paid"
        aria-label={`Mark Paid: ${exactMoney(owed.amount)} to ${backer.name}`}
        variant="secondary"
        onOpen={onMarkPaid}
      />
    }
  >
    <Text as="span" multiline>
      {destination
        ? `${payoutMethodNames[destination.kind]}: ${destination.details}`
        : 'Hasn’t chosen how to be paid'}
    </Text>
    <br />
    {countText(owed.count, 'share')}
  </PayoutRow>
)
