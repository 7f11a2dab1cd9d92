import { BoatCrew } from '#client/boats/boats/boat-crew.tsx'
import { BoatGrid, BoatsSkeleton, OtherBoats, OwnBoats } from '#client/boats/boats/boat-lists.tsx'
import { EditBoat } from '#client/boats/boats/edit-boat.tsx'
import { LivePage } from '#client/event-stream/live-page.tsx'
import { Shell } from '#client/shell/shell.tsx'
import { OwnEntries } from '#client/tournaments/boat-profiles/own-boat-entries.tsx'
import { PageHeader } from '#client/ui/layout/page.tsx'
import { css } from '#styled/css/index.js'

const atEnd = css({ display: 'flex', marginTop: 'auto', paddingTop: '2' })

export default function BoatsPage() {
  return (
    <Shell>
      <PageHeader title="Boats" description="The boats that fish our tournaments, and who runs them." />
      <OwnBoats>
        {list => (
          <OwnEntries boats={list.items} fallback={<BoatsSkeleton />}>
            {entriesOf => (
              <BoatGrid list={list}>
                {boat => (
                  <>
                    {entriesOf(boat)}
                    <BoatCrew boat={boat} />
                    <div className={atEnd}>
                      <EditBoat boat={boat} />
                    </div>
                  </>
                )}
              </BoatGrid>
            )}
          </OwnEntries>
        )}
      </OwnBoats>
      <OtherBoats />
      <LivePage />
    </Shell>
  )
}
