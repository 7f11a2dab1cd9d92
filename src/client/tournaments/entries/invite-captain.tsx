import { useState } from 'react'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { useBoot } from '#client/lib/boot.tsx'
import { textOf } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { inviteCaptain, linkForCaptain } from '#client/tournaments/api/entries.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Form, FormActions, SubmitButton } from '#client/ui/forms/form.tsx'
import { InvitationToShare } from '#client/ui/forms/link-to-share.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { DialogButton } from '#client/ui/overlays/dialog-button.tsx'
import type { CaptainLink } from '#contract/tournaments/entries.ts'
import type { Entry } from '#contract/tournaments/tournaments.ts'

interface Props {
  entry: Entry
}

/** Invites the captain of a boat that the organiser entered. */
export const InviteCaptain = ({ entry }: Props) => (
  <DialogButton
    label="Invite Captain"
    about={` of ${entry.boat.name}`}
    variant="secondary"
    title={`Invite ${entry.boat.captainName}`}
    description={`A link hands ${entry.boat.name} over, and backers can fund it from then on. A link from before stops working.`}
  >
    {close => <Invitation entry={entry} onDone={close} />}
  </DialogButton>
)

function Invitation({ entry, onDone }: Props & { onDone(): void }) {
  const { sendsMail } = useBoot()
  const { boat } = entry
  const params = { id: entry.id }
  const making = useApiMutation(linkForCaptain, 'Failed to make the link. Please try again.')
  const invitation = useApiMutation(inviteCaptain, 'Failed to send the link. Please try again.')
  const [link, setLink] = useState<CaptainLink | null>(null)
  if (link)
    return (
      <InvitationToShare
        heading={`${boat.name} for ${boat.captainName}`}
        invitation={link}
        title={`Take ${boat.name} over`}
        onDone={onDone}
      />
    )
  const invite = async (data: FormData) => {
    const email = textOf(data, 'email')
    await invitation.send({ params, body: email === '' ? {} : { email } })
    toast({ title: 'Link sent', description: `${boat.captainName} can take ${boat.name} over.` })
    onDone()
  }
  return (
    <Stack gap="6">
      <Button variant="primary" pending={making.pending} onClick={() => void making.run({ params }, setLink)}>
        Show Link and Code
      </Button>
      {sendsMail && (
        <Form onSubmit={invite} onError={invitation.fail}>
          <Field
            label="Or send it by mail to"
            name="email"
            type="email"
            autoComplete="off"
            hint="Leave it empty to use the address that you entered before."
          />
          <FormActions>
            <SubmitButton variant="secondary">Send Link</SubmitButton>
            <Button variant="ghost" onClick={onDone}>
              Cancel
            </Button>
          </FormActions>
        </Form>
      )}
    </Stack>
  )
}
