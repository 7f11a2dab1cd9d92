import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { ownBoatChoicesQuery } from '#client/boats/api/boats.ts'
import { assignBoat, assignmentQuery } from '#client/boats/api/crew.ts'
import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { TextLink } from '#client/ui/controls/link.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { OfferPanel } from '#client/ui/layout/offer-panel.tsx'
import { Panel, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import type { BoatSummary } from '#contract/boats/boats.ts'

interface Props {
  boat: BoatSummary
}

/** Request to join a boat's crew, from a captain's link or code. The owner joins at once. */
export const JoinCrew = ({ boat }: Props) => (
  <Data query={ownBoatChoicesQuery()} what="Your boats">
    {own => (
      <Data query={assignmentQuery()} what="Your boat">
        {assignment => (
          <div role="status">
            {assignment.boatId === boat.id ? (
              <Joined boat={boat} approved={assignment.approved} />
            ) : (
              <Offer boat={boat} isOwn={own.some(({ id }) => id === boat.id)} current={assignment.boat} />
            )}
          </div>
        )}
      </Data>
    )}
  </Data>
)

const BoatText = ({ boat }: Props) => (
  <div>
    <Text look="label">Boat</Text>
    <Text as="h2" look="subheading" weight="bold" breakable>
      {boat.name}
    </Text>
    <Muted breakable>Captain: {boat.captainName}</Muted>
  </div>
)

function Offer({ boat, isOwn, current }: Props & { isOwn: boolean; current: BoatSummary | null }) {
  const assignment = useApiMutation(assignBoat, 'Failed to ask. Please try again.')
  return (
    <OfferPanel
      accept={isOwn ? 'Join the Crew' : 'Ask to Join'}
      pending={assignment.pending}
      onAccept={() => void assignment.run({ body: { boatId: boat.id } }, () => {})}
    >
      <BoatText boat={boat} />
      <Text>
        Crew record videos on board and post them for the boat’s backers.{' '}
        {isOwn ? 'This is your boat, so you need no approval.' : 'The captain approves you first.'} Crew can’t
        fund their boat once its tournament has started.
      </Text>
      {isOwn && (
        <Text>
          To invite others, show them the code or send them the link: “Invite Crew” under{' '}
          <TextLink href={paths.boats()}>Boats</TextLink>.
        </Text>
      )}
      {current && <Text weight="semibold">You leave the crew of {current.name} then.</Text>}
    </OfferPanel>
  )
}

const Joined = ({ boat, approved }: Props & { approved: boolean }) => (
  <Panel padding="lg" lifted>
    <Stack align="start">
      <BoatText boat={boat} />
      <Text>
        {approved
          ? 'You are in the crew. Your posts show the boat’s name.'
          : 'The captain has your request. You can record videos meanwhile: they are posted for the boat once you are approved.'}
      </Text>
      <LinkButton href={paths.crew()} variant="action" size="lg">
        Open Crew App
      </LinkButton>
    </Stack>
  </Panel>
)
