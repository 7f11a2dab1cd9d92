import Ship from 'lucide-react/icons/ship'
import { BoatCrew, CrewRequests } from '#client/boats/boats/boat-crew.tsx'
import { EditBoat } from '#client/boats/boats/edit-boat.tsx'
import { OwnBoats } from '#client/boats/boats/own-boats.tsx'
import { LivePage } from '#client/event-stream/live-page.tsx'
import { paths } from '#client/paths.ts'
import { Shell } from '#client/shell/shell.tsx'
import { OwnBoatRows } from '#client/tournaments/boat-profiles/own-boat-entries.tsx'
import { TournamentBoats } from '#client/tournaments/boat-profiles/tournament-boats.tsx'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { PageHeader } from '#client/ui/layout/page.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'

export default function BoatsPage() {
  return (
    <Shell>
      <PageHeader title="Boats" description="The boats that fish our tournaments, and who runs them." />
      <OwnBoats>
        {boats => (
          <OwnBoatRows boats={boats} mark={boat => <CrewRequests boat={boat} />}>
            {boat => (
              <>
                <BoatCrew boat={boat} />
                <Row>
                  <LinkButton href={paths.boat(boat.id)} variant="secondary">
                    <Ship size={20} />
                    Boat Page<VisuallyHidden> of {boat.name}</VisuallyHidden>
                  </LinkButton>
                  <EditBoat boat={boat} />
                </Row>
              </>
            )}
          </OwnBoatRows>
        )}
      </OwnBoats>
      <TournamentBoats />
      <LivePage />
    </Shell>
  )
}
