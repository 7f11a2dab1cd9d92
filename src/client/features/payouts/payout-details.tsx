import { useState } from 'react'
import { deletePayoutDetails, payoutDetailsQuery, savePayoutDetails } from '#client/api/payouts.ts'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { formatMoney } from '#client/domain/money.ts'
import { textOf } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { Form, FormActions, SubmitButton } from '#client/ui/forms/form.tsx'
import { FormCard } from '#client/ui/forms/form-card.tsx'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import { TextareaField } from '#client/ui/forms/textarea-field.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import { textRules } from '#contract/field-texts.ts'
import { centsOf } from '#contract/money.ts'
import { type PayoutMethod, payoutMethodNames, payoutMethods } from '#contract/payout-method.ts'
import { payoutTexts } from '#contract/payout-texts.ts'
import type { PayoutDetails as Details, PayoutDestination } from '#contract/payouts.ts'

const isMethod = (value: string): value is PayoutMethod => payoutMethods.some(method => method === value)

/** Where winnings go: asked for once a share is owed. */
export const PayoutDetails = () => (
  <Data<Details> query={payoutDetailsQuery()} fallback={null} failed={null}>
    {details =>
      (details.destination !== null || centsOf(details.owed) > 0) && (
        <Section id="payout-details" title="Where your winnings go" description={askText(details)}>
          <Destination destination={details.destination} />
        </Section>
      )
    }
  </Data>
)

function askText({ owed, destination }: Details): string {
  if (centsOf(owed) === 0) return 'The organiser sees it when you win, until your share is paid.'
  const amount = formatMoney(owed, { cents: true })
  return destination === null
    ? `You are owed ${amount}. Say where the organiser should send it.`
    : `You are owed ${amount}. The organiser sees this until it is paid; you can change it until then.`
}

function Destination({ destination }: { destination: PayoutDestination | null }) {
  const [editing, setEditing] = useState(false)
  const deleting = useApiMutation(deletePayoutDetails, 'Failed to delete it. Please try again.')
  if (destination === null || editing)
    return <DestinationForm destination={destination} onDone={() => setEditing(false)} />
  return (
    <Row between gap="snug">
      <Text breakable>
        <strong>{payoutMethodNames[destination.kind]}</strong>: {destination.details}
      </Text>
      <Row gap="snug">
        <Button variant="secondary" onClick={() => setEditing(true)}>
          Change
        </Button>
        <Button variant="ghost" disabled={deleting.pending} onClick={() => void deleting.run({})}>
          Delete
        </Button>
      </Row>
    </Row>
  )
}

function DestinationForm({ destination, onDone }: { destination: PayoutDestination | null; onDone(): void }) {
  const saving = useApiMutation(savePayoutDetails, 'Failed to save it. Please try again.')
  const save = async (data: FormData) => {
    const kind = textOf(data, 'kind')
    if (!isMethod(kind)) return
    await saving.send({ body: { kind, details: textOf(data, 'details') } })
    onDone()
    toast({ title: 'Saved', description: 'The organisers who owe you winnings see it.' })
  }
  return (
    <FormCard>
      <Form
        onSubmit={save}
        onError={saving.fail}
        messages={{
          kind: { valueMissing: payoutTexts.methodInvalid },
          details: {
            valueMissing: textRules.payoutDetails.required,
            tooLong: textRules.payoutDetails.tooLong,
          },
        }}
      >
        <SelectField
          label="How do you want to be paid?"
          name="kind"
          required
          defaultValue={destination?.kind ?? ''}
          placeholder="Choose"
          options={payoutMethods.map(value => ({ value, label: payoutMethodNames[value] }))}
        />
        <TextareaField
          label="Details"
          name="details"
          required
          rows={2}
          maxLength={textRules.payoutDetails.max}
          defaultValue={destination?.details}
          hint="Such as your PayPal handle, or name and account number. Never a password or a card number."
        />
        <FormActions>
          <SubmitButton>Save</SubmitButton>
          {destination !== null && (
            <Button variant="secondary" onClick={onDone}>
              Cancel
            </Button>
          )}
        </FormActions>
      </Form>
    </FormCard>
  )
}
