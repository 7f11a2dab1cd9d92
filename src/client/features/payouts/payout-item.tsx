import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { markPaid, markUnpaid, owedToQuery } from '#client/api/payouts.ts'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { formatMoney, sumOf } from '#client/domain/money.ts'
import { textOf } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { TextLink } from '#client/ui/controls/link.tsx'
import { CheckboxField } from '#client/ui/forms/choice-fields.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Form, FormActions, SubmitButton } from '#client/ui/forms/form.tsx'
import { tooLong } from '#client/ui/forms/form-rules.ts'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { Badge } from '#client/ui/marks/badge.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import { DateTime } from '#client/ui/marks/relative-time.tsx'
import { ConfirmButton, DialogButton } from '#client/ui/overlays/dialog-button.tsx'
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
  tournamentId: string
  payout: Payout
  listRef: RefObject<HTMLDivElement | null>
}

export function PayoutItem(props: PayoutItemProps) {
  const { payout } = props
  const { backer, boat, amount, contributed, status, paidAt, reference } = payout
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
        {status === 'owed' && <MarkPaid {...props} />}
        {status === 'paid' && <TakeBack {...props} />}
        {status === 'frozen' && <Badge tone="cancelled">Disputed: do not pay</Badge>}
      </div>
    </li>
  )
}

function MarkPaid(props: PayoutItemProps) {
  const { payout } = props
  const amount = formatMoney(payout.amount, { cents: true })
  return (
    <DialogButton
      label="Mark Paid"
      aria-label={`Mark Paid: ${amount} to ${payout.backer.name}`}
      variant="secondary"
      title={`Mark ${amount} as paid`}
      description={`To ${payout.backer.name}, for ${payout.boat.name}. Mark it once the money has left.`}
    >
      {close => <MarkPaidForm {...props} onDone={close} />}
    </DialogButton>
  )
}

function MarkPaidForm({ tournamentId, payout, listRef, onDone }: PayoutItemProps & { onDone(): void }) {
  const marking = useApiMutation(markPaid, 'Failed to mark it as paid. Please try again.')
  const { data: owed = [] } = useQuery(owedToQuery(tournamentId, payout.backer.id))
  const others = owed.filter(({ id }) => id !== payout.id)

  const mark = async (data: FormData) => {
    const reference = textOf(data, 'reference').trim()
    const paid = data.has('others') ? [payout, ...others] : [payout]
    const body = reference === '' ? {} : { reference }
    await marking.sendAll(paid.map(({ id }) => ({ params: { id }, body })))
    onDone()
    const total = formatMoney(sumOf(paid.map(share => share.amount)), { cents: true })
    toast({ title: 'Marked as paid', description: `${total} to ${payout.backer.name}.` })
    listRef.current?.focus({ preventScroll: true })
  }
  const together = formatMoney(sumOf([payout, ...others].map(share => share.amount)), { cents: true })

  return (
    <Form
      onSubmit={mark}
      onError={marking.fail}
      check={data =>
        tooLong(data, {
          reference: { max: limits.payoutReferenceMax, tooLong: payoutTexts.referenceTooLong },
        })
      }
    >
      <Field
        label="Reference"
        name="reference"
        autoComplete="off"
        hint="Optional: what the payment can be found by, such as a transfer’s number. The backer does not see it."
      />
      {others.length > 0 && (
        <CheckboxField
          name="others"
          label={`Also ${others.length === 1 ? 'the other share' : `the ${others.length} other shares`} of ${payout.backer.name}: ${together} in all`}
        />
      )}
      <FormActions>
        <SubmitButton>Mark Paid</SubmitButton>
        <Button variant="secondary" onClick={onDone}>
          Cancel
        </Button>
      </FormActions>
    </Form>
  )
}

function TakeBack({ payout, listRef }: PayoutItemProps) {
  const takingBack = useApiMutation(markUnpaid, 'Failed to take it back. Please try again.')
  const amount = formatMoney(payout.amount, { cents: true })

  const takeBack = async () => {
    await takingBack.send({ params: { id: payout.id } })
    toast({ title: 'To be paid again', description: `${amount} to ${payout.backer.name} is owed.` })
    listRef.current?.focus({ preventScroll: true })
  }

  return (
    <ConfirmButton
      label="Mark Unpaid"
      aria-label={`Mark Unpaid: ${amount} to ${payout.backer.name}`}
      variant="ghost"
      title="Mark as not paid?"
      description={`${amount} to ${payout.backer.name} is owed again, and the backer sees it so. The ledger keeps both entries.`}
      confirmLabel="Mark Unpaid"
      onConfirm={takeBack}
      onError={takingBack.fail}
    />
  )
}
