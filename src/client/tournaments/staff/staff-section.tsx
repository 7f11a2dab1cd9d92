import Users from 'lucide-react/icons/users'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { toast } from '#client/lib/toast.ts'
import { invitationsQuery, removeStaff, revokeInvitation, staffQuery } from '#client/tournaments/api/staff.ts'
import { Data } from '#client/ui/layout/data.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { Items } from '#client/ui/layout/show-more.tsx'
import { Grid, List, ListItem, RowText, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { EmailText } from '#client/ui/marks/email-text.tsx'
import { DateTime } from '#client/ui/marks/relative-time.tsx'
import { ConfirmButton } from '#client/ui/overlays/dialog-button.tsx'
import { nameOrEmail } from '#contract/names.ts'
import type { StaffInvitation, StaffMember } from '#contract/tournaments/staff.ts'
import { ActionLog } from './action-log.tsx'
import { InviteStaff } from './invite-staff.tsx'
import { aRole, roleWords } from './role-words.ts'

/** The organiser's staff, invitations, and what each person did. */
export function StaffSection({ tournamentId }: { tournamentId: string }) {
  return (
    <Stack gap="sections">
      <Grid columns="halves">
        <Section
          id="invite"
          title="Invite or hand over"
          description="For one person: they open the link or scan the code, and sign in."
        >
          <InviteStaff tournamentId={tournamentId} />
        </Section>
        <Section id="staff" title="Staff">
          <Items what="staff">
            <Stack>
              <Data query={staffQuery(tournamentId)} what="The staff" shape="block">
                {staff => <Members staff={staff} tournamentId={tournamentId} />}
              </Data>
              <Data query={invitationsQuery(tournamentId)} what="The invitations" fallback={null}>
                {invitations => <Invitations invitations={invitations} tournamentId={tournamentId} />}
              </Data>
            </Stack>
          </Items>
        </Section>
      </Grid>
      <ActionLog tournamentId={tournamentId} />
    </Stack>
  )
}

interface Part {
  tournamentId: string
}

function Members({ staff, ...part }: Part & { staff: readonly StaffMember[] }) {
  if (staff.length === 0)
    return (
      <EmptyState
        icon={<Users size={26} />}
        title="No staff yet"
        description="You do everything yourself. Invite a weigh master or a co-organiser."
      />
    )
  return (
    <List>
      {staff.map(member => (
        <Member key={member.userId} member={member} {...part} />
      ))}
    </List>
  )
}

function Member({ member, tournamentId }: Part & { member: StaffMember }) {
  const removal = useApiMutation(removeStaff, 'Failed to remove. Please try again.')
  const who = nameOrEmail(member)

  const remove = async () => {
    await removal.send({ params: { id: tournamentId, userId: member.userId } })
    toast({ title: `${who} was removed`, description: 'They’re no longer on the staff of this tournament.' })
  }

  return (
    <ListItem rowGap="1">
      <RowText basis="10rem">
        <Text weight="semibold">{who}</Text>
        <Muted small>
          {roleWords[member.role]}
          {member.endsAt !== null && (
            <>
              {' until '}
              <DateTime iso={member.endsAt} />
            </>
          )}
          {who !== member.email && <EmailText text={` · ${member.email}`} />}
        </Muted>
      </RowText>
      <ConfirmButton
        variant="secondary"
        label="Remove"
        about={` ${who}`}
        title={`Remove ${who}?`}
        description={`${who} can no longer help with this tournament. What they did stays.`}
        confirmLabel="Remove"
        destructive
        onConfirm={remove}
        onError={removal.fail}
      />
    </ListItem>
  )
}

interface InvitationsProps extends Part {
  invitations: readonly StaffInvitation[]
}

/** Open invitations; nothing without any. */
function Invitations({ invitations, ...part }: InvitationsProps) {
  if (invitations.length === 0) return null
  return (
    <Stack gap="3">
      <Text as="h3" look="label">
        Open invitations
      </Text>
      <List>
        {invitations.map(invitation => (
          <Invitation key={invitation.id} invitation={invitation} {...part} />
        ))}
      </List>
    </Stack>
  )
}

function Invitation({ invitation, tournamentId }: Part & { invitation: StaffInvitation }) {
  const revocation = useApiMutation(revokeInvitation, 'Failed to revoke it. Please try again.')
  const { id, role, expiresAt } = invitation

  const revoke = async () => {
    await revocation.send({ params: { id: tournamentId, invitationId: id } })
    toast({ title: 'Invitation revoked', description: 'Its link no longer works.' })
  }

  return (
    <ListItem rowGap="1">
      <RowText basis="10rem">
        <Text weight="semibold">{roleWords[role]}</Text>
        <Muted small>
          Until <DateTime iso={expiresAt} />
        </Muted>
      </RowText>
      <ConfirmButton
        variant="secondary"
        label="Revoke"
        about={
          <>
            {` the invitation of ${aRole[role]} until `}
            <DateTime iso={expiresAt} />
          </>
        }
        title="Revoke this invitation?"
        description="Its link and its code no longer work then."
        confirmLabel="Revoke"
        destructive
        onConfirm={revoke}
        onError={revocation.fail}
      />
    </ListItem>
  )
}
