import Anchor from 'lucide-react/icons/anchor'
import Ship from 'lucide-react/icons/ship'
import type { ReactNode } from 'react'
import { otherBoatsQuery, ownBoatsQuery } from '#client/boats/api/boats.ts'
import type { PagedList } from '#client/lib/query.tsx'
import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { PagedData } from '#client/ui/layout/data.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { PagedItems } from '#client/ui/layout/show-more.tsx'
import { LoadingText } from '#client/ui/layout/skeleton.tsx'
import { Grid } from '#client/ui/layout/stack.tsx'
import type { Boat } from '#contract/boats/boats.ts'
import { BoatCard, BoatCardSkeleton } from './boat-card.tsx'

const addBoat = (
  <LinkButton href={paths.addBoat()} variant="action">
    Add a Boat
  </LinkButton>
)

/** @param children when the person has boats */
export const OwnBoats = ({ children }: { children: (list: PagedList<Boat>) => ReactNode }) => (
  <Section id="my-boats" title="My Boats" action={addBoat}>
    <PagedData<Boat> query={ownBoatsQuery()} fallback={<BoatsSkeleton />} what="Your boats">
      {list =>
        list.items.length === 0 ? (
          <EmptyState
            icon={<Ship size={26} aria-hidden />}
            title="No boats yet"
            description="Add your boat, enter it in a tournament, and let backers fund it."
            action={<LinkButton href={paths.addBoat()}>Add Your First Boat</LinkButton>}
          />
        ) : (
          children(list)
        )
      }
    </PagedData>
  </Section>
)

export const OtherBoats = () => (
  <Section id="all-boats" title="All Tournament Boats">
    <PagedData<Boat> query={otherBoatsQuery()} fallback={<BoatsSkeleton />} what="The boats">
      {list =>
        list.items.length === 0 ? (
          <EmptyState
            icon={<Anchor size={26} aria-hidden />}
            title="No other boats yet"
            description="Boats of other owners will appear here."
          />
        ) : (
          <BoatGrid list={list} />
        )
      }
    </PagedData>
  </Section>
)

interface BoatGridProps {
  list: PagedList<Boat>
  /** On each boat's card. */
  children?: (boat: Boat) => ReactNode
}

export const BoatGrid = ({ list, children }: BoatGridProps) => (
  <PagedItems list={list} what="boats">
    <Grid as="ul">
      {list.items.map(boat => (
        <BoatCard key={boat.id} boat={boat}>
          {children?.(boat)}
        </BoatCard>
      ))}
    </Grid>
  </PagedItems>
)

export const BoatsSkeleton = () => (
  <>
    <LoadingText />
    <Grid>
      <BoatCardSkeleton />
      <BoatCardSkeleton />
      <BoatCardSkeleton />
    </Grid>
  </>
)
