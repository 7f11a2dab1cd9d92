import type { RefObject } from 'react'
import { formatMoney } from '#client/domain/money.ts'
import { counted } from '#client/domain/numbers.ts'
import { TextLink } from '#client/ui/controls/link.tsx'
import { CheckboxField } from '#client/ui/forms/choice-fields.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import { DialogButton } from '#client/ui/overlays/dialog-button.tsx'
import { payoutMethodNames } from '#contract/payout-method.ts'
import type { PayoutsOfBacker } from '#contract/payouts.ts'
import { css } from '#styled/css/index.js'
import { MarkPaidForm } from './mark-paid-form.tsx'

const item = css({
  display: 'grid',
  gridTemplateColumns: { base: 'minmax(0, 1fr) auto', md: 'minmax(0, 1fr) 9rem 11rem' },
  alignItems: { base: 'start', md: 'center' },
  columnGap: '4',
  rowGap: '2',
  paddingInline: '4',
  paddingBlock: '3',
})
const figure = css({ textStyle: 'figure', textAlign: 'end' })
const action = css({
  display: 'flex',
  justifyContent: { base: 'flex-start', md: 'flex-end' },
  gridColumn: { base: '1 / -1', md: 'auto' },
})

interface BackerItemProps {
  tournamentId: string
  payouts: PayoutsOfBacker
  selected: boolean
  onSelect(selected: boolean): void
  listRef: RefObject<HTMLDivElement | null>
}

export function BackerItem({ tournamentId, payouts, selected, onSelect, listRef }: BackerItemProps) {
  const { backer, destination, owed } = payouts
  const amount = formatMoney(owed.amount, { cents: true })
  return (
    <li className={item}>
      <Text as="div" breakable>
        <CheckboxField
          name="backer"
          label={backer.name}
          checked={selected}
          onChange={event => onSelect(event.currentTarget.checked)}
        />
        <Muted small>
          {backer.email !== null && (
            <>
              <TextLink href={`mailto:${backer.email}`}>{backer.email}</TextLink>
              <br />
            </>
          )}
          {destination
            ? `${payoutMethodNames[destination.kind]}: ${destination.details}`
            : 'Has not said where to send it'}
          <br />
          {counted(owed.count, 'share')}
        </Muted>
      </Text>
      <p className={figure}>
        <Money amount={owed.amount} cents />
      </p>
      <div className={action}>
        <DialogButton
          label="Mark Paid"
          aria-label={`Mark Paid: ${amount} to ${backer.name}`}
          variant="secondary"
          title={`Mark ${amount} as paid`}
          description={`To ${backer.name}. Mark it once the money has left.`}
        >
          {close => (
            <MarkPaidForm tournamentId={tournamentId} backers={[payouts]} listRef={listRef} onDone={close} />
          )}
        </DialogButton>
      </div>
    </li>
  )
}
