import { useEffect, useRef, useState } from 'react'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { toast } from '#client/lib/toast.ts'
import { deletePayoutDetails, payoutDetailsQuery, savePayoutDetails } from '#client/money/api/payouts.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { DialogActions, Form } from '#client/ui/forms/form.tsx'
import { FormCard } from '#client/ui/forms/form-card.tsx'
import { destinationIn, PayoutFields, payoutMessages } from '#client/ui/forms/payout-fields.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import { payoutMethodNames } from '#contract/money/payout-method.ts'
import type { PayoutDetails as Details, PayoutDestination } from '#contract/money/payouts.ts'
import { centsOf, exactMoney } from '#contract/money.ts'

/** Destination of winnings: asked for once a share is owed. */
export const PayoutDetails = () => (
  <Data query={payoutDetailsQuery()} optional>
    {details =>
      (details.destination !== null || centsOf(details.owed) > 0) && (
        <Section id="payout-details" title={titleOf(details)} {...promptOf(details)}>
          <Destination destination={details.destination} />
        </Section>
      )
    }
  </Data>
)

const titleOf = ({ owed }: Details): string =>
  centsOf(owed) === 0 ? 'Where your winnings go' : `You’re owed ${exactMoney(owed)}`

function promptOf({ owed, destination }: Details): { description?: string } {
  if (centsOf(owed) === 0)
    return { description: 'The organiser sees it when you win, until your share is paid.' }
  if (destination === null) return {}
  return { description: 'The organiser sees this until it is paid; you can change it until then.' }
}

function Destination({ destination }: { destination: PayoutDestination | null }) {
  const place = useRef<HTMLDivElement>(null)
  const [editing, setEditing] = useState<boolean>()
  useEffect(() => {
    if (editing) place.current?.querySelector('select')?.focus()
    // Its button may change once the answer is read.
    else if (editing === false) place.current?.focus({ preventScroll: true })
  }, [editing])
  return (
    <div ref={place} tabIndex={-1}>
      {editing ? (
        <DestinationForm destination={destination} onDone={() => setEditing(false)} />
      ) : (
        <Chosen destination={destination} onEdit={() => setEditing(true)} />
      )}
    </div>
  )
}

function Chosen({ destination, onEdit }: { destination: PayoutDestination | null; onEdit(): void }) {
  const deleting = useApiMutation(deletePayoutDetails, 'Failed to delete it. Please try again.')
  if (destination === null)
    return (
      <Row>
        <Button variant="action" onClick={onEdit}>
          Choose How to Be Paid
        </Button>
      </Row>
    )
  return (
    <Row between gap="3">
      <Text breakable>
        <strong>{payoutMethodNames[destination.kind]}</strong>:{' '}
        <Text as="span" multiline>
          {destination.details}
        </Text>
      </Text>
      <Row gap="3">
        <Button variant="secondary" onClick={onEdit}>
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
    const body = destinationIn(data)
    if (body === null) return
    await saving.send({ body })
    onDone()
    toast({ title: 'Saved', description: 'The organisers who owe you winnings see it.' })
  }
  return (
    <FormCard>
      <Form onSubmit={save} onError={saving.fail} messages={payoutMessages}>
        <PayoutFields destination={destination} />
        <DialogActions submit="Save" onCancel={onDone} />
      </Form>
    </FormCard>
  )
}
