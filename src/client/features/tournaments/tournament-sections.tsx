import Calendar from 'lucide-react/icons/calendar'
import { type Category, categorise } from '#client/domain/schedule.ts'
import { useNow } from '#client/lib/now.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { ShowMore, useShown } from '#client/ui/layout/show-more.tsx'
import { LoadingText } from '#client/ui/layout/skeleton.tsx'
import { Grid } from '#client/ui/layout/stack.tsx'
import type { Tournament } from '#contract/tournaments.ts'
import { TournamentCard, TournamentCardSkeleton } from './tournament-card.tsx'

interface SectionText {
  category: Category
  title: string
  empty: string
}

const sections: readonly SectionText[] = [
  {
    category: 'upcoming',
    title: 'Upcoming Tournaments',
    empty: 'No upcoming tournaments at the moment.',
  },
  { category: 'active', title: 'Active Tournaments', empty: 'No active tournaments at the moment.' },
  { category: 'past', title: 'Past Tournaments', empty: 'No past tournaments at the moment.' },
]

export function TournamentSections({ tournaments }: { tournaments: readonly Tournament[] }) {
  const groups = categorise(tournaments, useNow())
  return sections.map(({ category, title, empty }) => (
    <Section key={category} id={category} title={title}>
      {groups[category].length === 0 ? (
        <EmptyState
          icon={<Calendar size={26} aria-hidden />}
          title={empty}
          description="Check back soon for new fishing tournaments!"
        />
      ) : (
        <Cards tournaments={groups[category]} />
      )}
    </Section>
  ))
}

function Cards({ tournaments }: { tournaments: readonly Tournament[] }) {
  const { items, left, more, listRef } = useShown<Tournament, HTMLDivElement>(tournaments, 12)
  return (
    <div ref={listRef} tabIndex={-1}>
      <Grid>
        {items.map(tournament => (
          <TournamentCard key={tournament.id} tournament={tournament} />
        ))}
      </Grid>
      <ShowMore left={left} what="tournaments" onMore={more} />
    </div>
  )
}

export function TournamentSectionsSkeleton() {
  return sections.map(({ category, title }) => (
    <Section key={category} id={category} title={title}>
      <LoadingText />
      <Grid>
        <TournamentCardSkeleton />
        <TournamentCardSkeleton />
        <TournamentCardSkeleton />
      </Grid>
    </Section>
  ))
}
