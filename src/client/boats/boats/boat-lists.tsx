import Anchor from 'lucide-react/icons/anchor'
import Ship from 'lucide-react/icons/ship'
import { type ReactNode, useRef } from 'react'
import { otherBoatsQuery, ownBoatEntriesQuery, ownBoatsQuery } from '#client/boats/api/boats.ts'
import type { PagedList } from '#client/lib/query.tsx'
import type { PageOf } from '#client/lib/request.ts'
import { paths } from '#client/paths.ts'
import { OpenTournaments } from '#client/tournaments/boat-profiles/open-tournaments.tsx'
import {
  byRelevance,
  isOpenEntry,
  OwnBoatEntries,
} from '#client/tournaments/boat-profiles/own-boat-entries.tsx'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { Data, PagedData } from '#client/ui/layout/data.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { MorePages } from '#client/ui/layout/show-more.tsx'
import { LoadingText } from '#client/ui/layout/skeleton.tsx'
import { Grid, Stack } from '#client/ui/layout/stack.tsx'
import type { Boat } from '#contract/boats/boats.ts'
import type { BoatEntry } from '#contract/tournaments/boat-profiles.ts'
import { css } from '#styled/css/index.js'
import { BoatCard, BoatCardSkeleton } from './boat-card.tsx'
import { BoatCrew } from './boat-crew.tsx'
import { EditBoat } from './edit-boat.tsx'

const addBoat = (
  <LinkButton href={paths.addBoat()} variant="action">
    Add a Boat
  </LinkButton>
)

export function BoatLists() {
  return (
    <>
      <Section id="my-boats" title="My Boats" action={addBoat}>
        <PagedData<Boat> query={ownBoatsQuery()} fallback={<Waiting />} what="Your boats">
          {list => (list.items.length === 0 ? <NoBoats /> : <OwnBoats list={list} />)}
        </PagedData>
      </Section>
      <Section id="all-boats" title="All Tournament Boats">
        <PagedData<Boat> query={otherBoatsQuery()} fallback={<Waiting />} what="The boats">
          {list => (list.items.length === 0 ? <NoOtherBoats /> : <BoatGrid list={list} />)}
        </PagedData>
      </Section>
    </>
  )
}

const NoBoats = () => (
  <EmptyState
    icon={<Ship size={26} aria-hidden />}
    title="No boats yet"
    description="Add your boat, enter it in a tournament, and let backers fund it."
    action={<LinkButton href={paths.addBoat()}>Add Your First Boat</LinkButton>}
  />
)

const NoOtherBoats = () => (
  <EmptyState
    icon={<Anchor size={26} aria-hidden />}
    title="No other boats yet"
    description="Boats of other owners will appear here."
  />
)

const ownActions = css({ display: 'flex', marginTop: 'auto', paddingTop: '2' })

const OwnBoats = ({ list }: { list: PagedList<Boat> }) => (
  <Data<PageOf<BoatEntry>> query={ownBoatEntriesQuery()} fallback={<Waiting />} what="Your boats">
    {({ items: entries, next }) => {
      const ofBoats = Map.groupBy(entries.toSorted(byRelevance), ({ entry }) => entry.boat.id)
      const canEnter = list.items.some(({ id }) => !ofBoats.get(id)?.some(isOpenEntry))
      return (
        <Stack gap="xl">
          <BoatGrid list={list}>
            {boat => (
              <>
                <OwnBoatEntries boat={boat} entries={ofBoats.get(boat.id) ?? []} hasOlder={next !== null} />
                <BoatCrew boat={boat} />
                <div className={ownActions}>
                  <EditBoat boat={boat} />
                </div>
              </>
            )}
          </BoatGrid>
          {canEnter && <OpenTournaments />}
        </Stack>
      )
    }}
  </Data>
)

function BoatGrid({ list, children }: { list: PagedList<Boat>; children?: (boat: Boat) => ReactNode }) {
  const listRef = useRef<HTMLDivElement>(null)
  return (
    <div ref={listRef} tabIndex={-1}>
      <Grid as="ul">
        {list.items.map(boat => (
          <BoatCard key={boat.id} boat={boat}>
            {children?.(boat)}
          </BoatCard>
        ))}
      </Grid>
      <MorePages list={list} what="boats" listRef={listRef} />
    </div>
  )
}

function Waiting() {
  return (
    <>
      <LoadingText />
      <Grid>
        <BoatCardSkeleton />
        <BoatCardSkeleton />
        <BoatCardSkeleton />
      </Grid>
    </>
  )
}
