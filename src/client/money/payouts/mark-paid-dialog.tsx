import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { textOf } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { markPaid, owedToQuery } from '#client/money/api/payouts.ts'
import { CheckboxField } from '#client/ui/forms/choice-fields.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { DialogActions, Form } from '#client/ui/forms/form.tsx'
import { tooLong } from '#client/ui/forms/form-rules.ts'
import { Loading } from '#client/ui/layout/skeleton.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { textRules } from '#contract/field-texts.ts'
import type { Payout, PayoutsOfBacker } from '#contract/money/payouts.ts'
import { exactMoney, formatMoney, sumOf } from '#contract/money.ts'

interface FormProps {
  tournamentId: string
  backers: readonly PayoutsOfBacker[]
  onDone(): void
}

interface MarkPaidDialogProps extends FormProps {
  open: boolean
  onClose(): void
}

/** Marks what these people are owed as paid. Of one person, single shares can be left out. */
export function MarkPaidDialog({ open, onClose, ...form }: MarkPaidDialogProps) {
  const { backers } = form
  return (
    <Dialog
      open={open}
      title={`Mark ${exactMoney(sumOf(backers.map(({ owed }) => owed.amount)))} as paid`}
      description={`To ${recipientsOf(backers)}${backers.length === 1 ? '' : ', with one reference'}. Mark it once the money has left.`}
      onOpenChange={onClose}
    >
      {open && <MarkPaidForm {...form} onCancel={onClose} />}
    </Dialog>
  )
}

const recipientsOf = (backers: readonly PayoutsOfBacker[]) =>
  backers.length === 1 ? backers[0]?.backer.name : `${backers.length} people`

const totalOf = (shares: readonly Payout[]) => exactMoney(sumOf(shares.map(({ due }) => due)))

function MarkPaidForm({ tournamentId, backers, onDone, onCancel }: FormProps & { onCancel(): void }) {
  const marking = useApiMutation(markPaid, 'Failed to mark it as paid. Please try again.')
  const { owed, isLoading } = useQueries({
    queries: backers.map(({ backer }) => owedToQuery(tournamentId, backer.id)),
    combine: results => ({
      owed: results.flatMap(({ data = [] }) => data),
      isLoading: results.some(({ isPending, isFetching }) => isPending || isFetching),
    }),
  })
  // As the reader saw them: the server refuses one that is paid, held or of another amount meanwhile.
  const [shares, setShares] = useState<readonly Payout[] | null>(null)
  if (shares === null && !isLoading) setShares(owed)
  if (shares === null) return <Loading shape="row" />
  const choosable = backers.length === 1 && shares.length > 1

  const mark = async (data: FormData) => {
    const reference = textOf(data, 'reference').trim()
    const selection = choosable ? shares.filter(({ id }) => data.has(id)) : shares
    await marking.send({
      params: { id: tournamentId },
      body: {
        payouts: selection.map(({ id }) => id),
        due: selection.map(({ due }) => due),
        ...(reference !== '' && { reference }),
      },
    })
    onDone()
    toast({ title: 'Marked as paid', description: `${totalOf(selection)} to ${recipientsOf(backers)}.` })
  }

  return (
    <Form
      onSubmit={mark}
      onError={marking.fail}
      check={data => tooLong(data, { reference: textRules.reference })}
    >
      {choosable && (
        <Stack gap="1">
          {shares.map(share => (
            <CheckboxField
              key={share.id}
              name={share.id}
              defaultChecked
              label={`${share.boat.name}, put in ${formatMoney(share.contributed)}: ${exactMoney(share.due)}`}
            />
          ))}
        </Stack>
      )}
      <Field
        label="Reference"
        name="reference"
        autoComplete="off"
        hint="Optional: what the payment can be found by, such as a transfer’s number. The backer does not see it."
      />
      <DialogActions submit="Mark Paid" onCancel={onCancel} />
    </Form>
  )
}
