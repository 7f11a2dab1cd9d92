import { CheckboxField } from '#client/ui/forms/choice-fields.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import { Opener } from '#client/ui/overlays/dialog-button.tsx'
import { payoutMethodNames } from '#contract/money/payout-method.ts'
import type { PayoutsOfBacker } from '#contract/money/payouts.ts'
import { exactMoney } from '#contract/money.ts'
import { countText } from '#contract/numbers.ts'
import { PayoutRow } from './payout-row.tsx'

interface BackerItemProps {
  payouts: PayoutsOfBacker
  isSelected: boolean
  onSelect(isSelected: boolean): void
  onMarkPaid(): void
}

export function BackerItem({ payouts, isSelected, onSelect, onMarkPaid }: BackerItemProps) {
  const { backer, destination, owed } = payouts
  const amount = exactMoney(owed.amount)
  return (
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
          aria-label={`Mark Paid: ${amount} to ${backer.name}`}
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
}
