import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { paths } from '#client/paths.ts'
import { acceptInvitation } from '#client/tournaments/api/staff.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { MissingPage } from '#client/ui/layout/missing-page.tsx'
import { OfferPanel } from '#client/ui/layout/offer-panel.tsx'
import { Panel, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { DatesAndPlace, DateTime } from '#client/ui/marks/relative-time.tsx'
import { formatMoney } from '#contract/money.ts'
import { formatNumber } from '#contract/numbers.ts'
import type { OfferedRole as Offer } from '#contract/tournaments/staff.ts'
import type { Entry } from '#contract/tournaments/tournaments.ts'
import { roleDuties, roleWords } from './role-words.ts'

interface Props {
  token: string
  offer: Offer
}

export const OfferedRole = ({ token, offer }: Props) =>
  offer.accepted ? <AcceptedRole offer={offer} /> : <OpenOffer token={token} offer={offer} />

const OfferedTournament = ({ tournament }: Pick<Offer, 'tournament'>) => (
  <div>
    <Text look="label">Tournament</Text>
    <Text look="subheading" weight="bold" breakable>
      {tournament.name}
    </Text>
    <Muted>
      <DatesAndPlace tournament={tournament} />
    </Muted>
  </div>
)

const AcceptedRole = ({ offer: { role, tournament, entry } }: Pick<Props, 'offer'>) => (
  <Panel padding="lg" lifted>
    <Stack align="start">
      <OfferedTournament tournament={tournament} />
      <Text>
        {role === 'captain' && entry
          ? `You have taken ${entry.boat.name} over.`
          : 'You have accepted this invitation.'}
      </Text>
      <LinkButton href={paths.tournament(tournament.id)} variant="secondary" size="lg">
        See the tournament
      </LinkButton>
    </Stack>
  </Panel>
)

/** Before it is accepted. */
function OpenOffer({ token, offer }: Props) {
  const { role, expiresAt, tournament, entry } = offer
  const acceptance = useApiMutation(acceptInvitation, 'Failed to join. Please try again.')
  const accept = () =>
    acceptance.run({ params: { token } }, ({ tournamentId }) =>
      location.assign(
        role === 'captain'
          ? paths.tournament(tournamentId)
          : paths.manageTournament(tournamentId, role === 'organiser' ? undefined : 'weigh-in'),
      ),
    )
  return (
    <Stack gap="6">
      <OfferPanel
        accept={role === 'captain' ? 'Take Over' : 'Accept'}
        pending={acceptance.pending}
        onAccept={() => void accept()}
      >
        <OfferedTournament tournament={tournament} />
        {role === 'captain' ? (
          entry && <OfferedBoat entry={entry} />
        ) : (
          <>
            <div>
              <Text look="label">Your role</Text>
              <Text look="subheading" weight="bold">
                {roleWords[role]}
              </Text>
              <Text>{roleDuties[role]}</Text>
            </div>
            <Text>
              {role === 'organiser'
                ? 'Backers and boats depend on you until every share is paid. You can’t fund a boat of this tournament once it has started.'
                : 'Staff can’t fund a boat of this tournament once it has started, and the organiser sees what you do in its name.'}
            </Text>
          </>
        )}
      </OfferPanel>
      <Muted small>
        The invitation is for one person and ends <DateTime iso={expiresAt} />.
      </Muted>
    </Stack>
  )
}

export const InvitationGone = () => (
  <MissingPage
    title="This Invitation Doesn’t Work"
    lead="It was used, revoked or has expired. Ask the organiser for a new link."
  />
)

/** A boat that the organiser entered, for its captain. */
const OfferedBoat = ({ entry: { boat, fundingGoal, payoutPercentage } }: { entry: Entry }) => (
  <>
    <div>
      <Text look="label">Your boat</Text>
      <Text look="subheading" weight="bold" breakable>
        {boat.name}
      </Text>
      <Muted breakable>Captain: {boat.captainName}</Muted>
    </div>
    <Text>
      Its funding goal is {formatMoney(fundingGoal)}, and {formatNumber(payoutPercentage)}% of what it wins
      goes to its backers.
    </Text>
    <Text>
      Backers can fund it once you take it over. Until the first one does, you can change goal and share. You
      can’t fund it yourself once the tournament has started.
    </Text>
  </>
)
