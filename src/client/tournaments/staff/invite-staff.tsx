import { useState } from 'react'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { textOf } from '#client/lib/submit.ts'
import { useRetryId } from '#client/lib/use-retry-id.ts'
import { inviteStaff } from '#client/tournaments/api/staff.ts'
import { RadioGroup } from '#client/ui/forms/choice-fields.tsx'
import { Form, FormActions, SubmitButton } from '#client/ui/forms/form.tsx'
import { FormCard } from '#client/ui/forms/form-card.tsx'
import { InvitationToShare } from '#client/ui/forms/link-to-share.tsx'
import type { CreatedStaffInvitation, TournamentRole } from '#contract/tournaments/staff.ts'
import { aRole, roleDuties, roleWords } from './role-words.ts'

const roles: readonly TournamentRole[] = ['weigh-master', 'co-organiser', 'organiser']
const handOver = 'Hands the tournament over: its boats, results and money. You become a co-organiser.'
const options = roles.map(value => ({
  value,
  label: roleWords[value],
  hint: value === 'organiser' ? handOver : roleDuties[value],
}))

export function InviteStaff({ tournamentId }: { tournamentId: string }) {
  const [newInvitation, setNewInvitation] = useState<CreatedStaffInvitation | null>(null)
  return (
    <FormCard>
      {newInvitation ? (
        <InvitationToShare
          heading={
            newInvitation.role === 'organiser'
              ? 'Hand this tournament over'
              : `Invitation for ${aRole[newInvitation.role]}`
          }
          invitation={newInvitation}
          title={`Be ${aRole[newInvitation.role]}`}
          onDone={() => setNewInvitation(null)}
        />
      ) : (
        <InvitationForm tournamentId={tournamentId} onMade={setNewInvitation} />
      )}
    </FormCard>
  )
}

interface InvitationFormProps {
  tournamentId: string
  onMade(invitation: CreatedStaffInvitation): void
}

/** The form of one invitation: the next has a form, and an id, of its own. */
function InvitationForm({ tournamentId, onMade }: InvitationFormProps) {
  const invitation = useApiMutation(inviteStaff, 'Failed to make the link. Please try again.')
  const idOf = useRetryId()

  const invite = async (data: FormData) => {
    const body = { role: roles.find(each => each === textOf(data, 'role')) ?? 'weigh-master' }
    onMade(await invitation.send({ params: { id: tournamentId }, body: { ...body, id: idOf(body) } }))
  }

  return (
    <Form onSubmit={invite} onError={invitation.fail}>
      <RadioGroup label="Role" name="role" options={options} defaultValue="weigh-master" required />
      <FormActions>
        <SubmitButton>Make a Link</SubmitButton>
      </FormActions>
    </Form>
  )
}
