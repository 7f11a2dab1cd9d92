import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { approveCrewMember, boatCrewQuery } from '#client/boats/api/boats.ts'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { FirstItems } from '#client/ui/layout/show-more.tsx'
import { Loading } from '#client/ui/layout/skeleton.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { Badge } from '#client/ui/marks/badge.tsx'
import { EmailText } from '#client/ui/marks/email-text.tsx'
import { ConfirmButton } from '#client/ui/overlays/dialog-button.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { Boat } from '#contract/boats/boats.ts'
import type { CrewMember } from '#contract/boats/crew-members.ts'
import { nameOrEmail } from '#contract/names.ts'
import { css } from '#styled/css/index.js'
import { InviteCrew } from './invite-crew.tsx'

const frame = css({ column: '2', paddingTop: '3', borderTopWidth: '1px', borderColor: 'line' })
const line = css({ height: '5' })
const requests = css({ color: 'ink', fontWeight: 'semibold' })

/** Number of requests in a boat's row; nothing without any. */
export const CrewRequests = ({ boat }: { boat: Boat }) => (
  <Data query={boatCrewQuery(boat.id)} optional>
    {crew => {
      const asking = crew.filter(({ approved }) => !approved).length
      return (
        asking > 0 && (
          <b className={requests}>{asking === 1 ? '1 person asks' : `${asking} people ask`} to join · </b>
        )
      )
    }}
  </Data>
)

/** Crew of a boat. {@link CrewRequests} on the same page transfers the data. */
export function BoatCrew({ boat }: { boat: Boat }) {
  return (
    <section aria-label={`Crew of ${boat.name}`} className={frame}>
      <Row between>
        <Text as="h4" look="label">
          Crew
        </Text>
        <InviteCrew boat={boat} />
      </Row>
      <Data
        query={boatCrewQuery(boat.id)}
        transfer={false}
        fallback={<Loading shape="line" className={line} />}
        failed={
          <Muted small breakable>
            The crew could not be loaded. Load the page again.
          </Muted>
        }
      >
        {crew =>
          crew.length === 0 ? (
            <Muted small breakable>
              No crew yet. Invite them by a link or code: they ask to join, and you approve them.
            </Muted>
          ) : (
            <Members crew={crew} boat={boat} />
          )
        }
      </Data>
    </section>
  )
}

function Members({ crew, boat }: { crew: readonly CrewMember[]; boat: Boat }) {
  return (
    <FirstItems items={crew} step={10} what="crew">
      {items => (
        <Stack as="ul" gap="3">
          {items.map(member => (
            <Member key={member.userId} member={member} boat={boat} />
          ))}
        </Stack>
      )}
    </FirstItems>
  )
}

function Member({ member, boat }: { member: CrewMember; boat: Boat }) {
  const approval = useApiMutation(approveCrewMember, 'Failed to approve. Please try again.')
  const removal = useApiMutation(approveCrewMember, 'Failed to remove. Please try again.')
  const who = nameOrEmail(member)
  const params = { id: boat.id, userId: member.userId }

  const approve = () =>
    approval.run({ params, body: { approved: true } }, () =>
      toast({ title: `${who} joined the crew`, description: `They can post for ${boat.name} now.` }),
    )
  const remove = async () => {
    await removal.send({ params, body: { approved: false } })
    toast({ title: `${who} was removed`, description: `From ${boat.name}.` })
  }

  return (
    <Stack as="li" gap="1.5">
      <Row gap="3" rowGap="1">
        <Text as="span" weight="semibold" breakable>
          {who}
        </Text>
        {!member.approved && <Badge tone="soon">Asks to join</Badge>}
      </Row>
      {who !== member.email && (
        <Muted as="span" small breakable>
          <EmailText text={member.email} />
        </Muted>
      )}
      <Row>
        {!member.approved && (
          <Button pending={approval.pending} onClick={() => void approve()}>
            Approve<VisuallyHidden> {who}</VisuallyHidden>
          </Button>
        )}
        <ConfirmButton
          variant="secondary"
          label={member.approved ? 'Remove' : 'Decline'}
          about={` ${who}`}
          title={member.approved ? `Remove ${who}?` : `Decline ${who}?`}
          description={`${who} can’t post for ${boat.name} then, but can ask to join again.`}
          confirmLabel={member.approved ? 'Remove' : 'Decline'}
          destructive
          onConfirm={remove}
          onError={removal.fail}
        />
      </Row>
    </Stack>
  )
}
