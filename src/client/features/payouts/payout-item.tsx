import type { RefObject } from 'react'
import { markUnpaid } from '#client/api/payouts.ts'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { formatMoney } from '#client/domain/money.ts'
import { textOf } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { TextLink } from '#client/ui/controls/link.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Form, FormActions, SubmitButton } from '#client/ui/forms/form.tsx'
import { tooLong } from '#client/ui/forms/form-rules.ts'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { Badge } from '#client/ui/marks/badge.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import { DateTime } from '#client/ui/marks/relative-time.tsx'
import { DialogButton } from '#client/ui/overlays/dialog-button.tsx'
import { limits } from '#contract/limits.ts'
import { payoutTexts } from '#contract/payout-texts.ts'
import type { Payout } from '#contract/payouts.ts'
import { css } from '#styled/css/index.js'

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

interface PayoutItemProps {
  payout: Payout
  listRef: RefObject<HTMLDivElement | null>
}

export function PayoutItem(props: PayoutItemProps) {
  const { payout } = props
  const { backer, boat, amount, contributed, status, paidAt, reference, undone } = payout
  return (
    <li className={item}>
      <Text as="div" breakable>
        <Text weight="semibold">{backer.name}</Text>
        <Muted small>
          {backer.email !== null && (
            <>
              <TextLink href={`mailto:${backer.email}`}>{backer.email}</TextLink>
              <br />
            </>
          )}
          {boat.name}, put in <Money amount={contributed} cents />
          {status === 'owed' && (
            <>
              <br />
              To pay
            </>
          )}
          {undone?.reason && (
            <>
              <br />
              Taken back <DateTime iso={undone.at} withTime />: {undone.reason}
            </>
          )}
          {paidAt !== null && (
            <>
              <br />
              Paid <DateTime iso={paidAt} withTime />
              {reference !== null && `, ${reference}`}
            </>
          )}
        </Muted>
      </Text>
      <p className={figure}>
        <Money amount={amount} cents />
      </p>
      <div className={action}>
        {status === 'paid' && <TakeBack {...props} />}
        {status === 'frozen' && <Badge tone="cancelled">Disputed: do not pay</Badge>}
      </div>
    </li>
  )
}

function TakeBack({ payout, listRef }: PayoutItemProps) {
  const takingBack = useApiMutation(markUnpaid, 'Failed to take it back. Please try again.')
  const amount = formatMoney(payout.amount, { cents: true })

  const takeBack = async (data: FormData, close: () => void) => {
    const reason = textOf(data, 'reason').trim()
    await takingBack.send({ params: { id: payout.id }, body: { reason } })
    close()
    toast({ title: 'To be paid again', description: `${amount} to ${payout.backer.name} is owed.` })
    listRef.current?.focus({ preventScroll: true })
  }

  return (
    <DialogButton
      label="Mark Unpaid"
      aria-label={`Mark Unpaid: ${amount} to ${payout.backer.name}`}
      variant="ghost"
      title="Mark as not paid?"
      description={`${amount} to ${payout.backer.name} is owed again, and the backer sees it so. The ledger keeps both entries.`}
    >
      {close => (
        <Form
          onSubmit={data => takeBack(data, close)}
          onError={takingBack.fail}
          check={data =>
            tooLong(data, { reason: { max: limits.reasonMax, tooLong: payoutTexts.reasonTooLong } })
          }
        >
          <Field label="Reason" name="reason" autoComplete="off" required hint="For your own records." />
          <FormActions>
            <SubmitButton>Mark Unpaid</SubmitButton>
            <Button variant="secondary" onClick={close}>
              Cancel
            </Button>
          </FormActions>
        </Form>
      )}
    </DialogButton>
  )
}
