import Anchor from 'lucide-react/icons/anchor'
import Ship from 'lucide-react/icons/ship'
import { boatsQuery } from '#client/api/boats.ts'
import { useSession } from '#client/api/use-session.ts'
import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { ShowMore, useShown } from '#client/ui/layout/show-more.tsx'
import { LoadingText } from '#client/ui/layout/skeleton.tsx'
import { Grid } from '#client/ui/layout/stack.tsx'
import type { Boat } from '#contract/boats.ts'
import { css } from '#styled/css/index.js'
import { BoatCard, BoatCardSkeleton } from './boat-card.tsx'
import { BoatCrew } from './boat-crew.tsx'
import { EditBoat } from './edit-boat.tsx'

const mine = 'My Boats'
const all = 'All Tournament Boats'

export function BoatLists() {
  return (
    <Data<Boat[]> query={boatsQuery()} fallback={<Waiting />} what="The boats">
      {boats => <Lists boats={boats} />}
    </Data>
  )
}

const addBoat = (
  <LinkButton href={paths.addBoat()} variant="action">
    Add a Boat
  </LinkButton>
)

function Lists({ boats }: { boats: readonly Boat[] }) {
  const { user } = useSession()
  const own = boats.filter(boat => boat.owner_id === user?.id)
  const others = boats.filter(boat => boat.owner_id !== user?.id)
  return (
    <>
      <Section id="my-boats" title={mine} action={addBoat}>
        {own.length === 0 ? (
          <EmptyState
            icon={<Ship size={26} aria-hidden />}
            title="No boats yet"
            description="Add your boat, enter it in a tournament, and let backers fund it."
            action={<LinkButton href={paths.addBoat()}>Add Your First Boat</LinkButton>}
          />
        ) : (
          <BoatGrid boats={own} isOwn />
        )}
      </Section>
      <Section id="all-boats" title={all}>
        {others.length === 0 ? (
          <EmptyState
            icon={<Anchor size={26} aria-hidden />}
            title="No other boats yet"
            description="Boats of other owners will appear here."
          />
        ) : (
          <BoatGrid boats={others} />
        )}
      </Section>
    </>
  )
}

const ownActions = css({ display: 'flex', marginTop: 'auto', paddingTop: '2' })

function BoatGrid({ boats, isOwn = false }: { boats: readonly Boat[]; isOwn?: boolean }) {
  const { items, left, more, listRef } = useShown<Boat, HTMLDivElement>(boats, 24)
  return (
    <div ref={listRef} tabIndex={-1}>
      <Grid as="ul">
        {items.map(boat => (
          <BoatCard key={boat.id} boat={boat}>
            {isOwn && (
              <>
                <BoatCrew boat={boat} />
                <div className={ownActions}>
                  <EditBoat boat={boat} />
                </div>
              </>
            )}
          </BoatCard>
        ))}
      </Grid>
      <ShowMore left={left} what="boats" onMore={more} />
    </div>
  )
}

function Waiting() {
  return (
    <>
      <LoadingText />
      {[mine, all].map(title => (
        <Section key={title} title={title}>
          <Grid>
            <BoatCardSkeleton />
            <BoatCardSkeleton />
            <BoatCardSkeleton />
          </Grid>
        </Section>
      ))}
    </>
  )
}
