import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { textOf } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { inviteCaptain } from '#client/tournaments/api/entries.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Form, FormActions, SubmitButton } from '#client/ui/forms/form.tsx'
import { DialogButton } from '#client/ui/overlays/dialog-button.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { Entry } from '#contract/tournaments/tournaments.ts'

interface Props {
  entry: Entry
}

/** Of a boat from the organiser's list. */
export const InviteCaptain = ({ entry }: Props) => (
  <DialogButton
    label={
      <>
        Send Link Again<VisuallyHidden> for {entry.boat.name}</VisuallyHidden>
      </>
    }
    variant="ghost"
    title={`Send ${entry.boat.captainName} another link`}
    description="The link that was sent before stops working."
  >
    {close => <InviteForm entry={entry} onDone={close} />}
  </DialogButton>
)

function InviteForm({ entry, onDone }: Props & { onDone(): void }) {
  const invitation = useApiMutation(inviteCaptain, 'Failed to send the link. Please try again.')
  const invite = async (data: FormData) => {
    const email = textOf(data, 'email')
    await invitation.send({ params: { id: entry.id }, body: email === '' ? {} : { email } })
    toast({ title: 'Link sent', description: `${entry.boat.captainName} can take ${entry.boat.name} over.` })
    onDone()
  }
  return (
    <Form onSubmit={invite} onError={invitation.fail}>
      <Field
        label="Another email address"
        name="email"
        type="email"
        autoComplete="off"
        hint="Leave it empty to use the address from your list."
      />
      <FormActions>
        <SubmitButton>Send Link</SubmitButton>
        <Button variant="secondary" onClick={onDone}>
          Cancel
        </Button>
      </FormActions>
    </Form>
  )
}
