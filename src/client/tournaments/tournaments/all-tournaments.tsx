import SearchX from 'lucide-react/icons/search-x'
import { useBoot } from '#client/lib/boot.tsx'
import type { PageOf } from '#client/lib/request.ts'
import { StaticData } from '#client/lib/static-data.tsx'
import { paths } from '#client/paths.ts'
import { foundCardsQuery } from '#client/tournaments/api/tournaments.ts'
import { cursorOf, readSearch, type TournamentSearch } from '#client/tournaments/tournament-search.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { SearchForm } from '#client/ui/forms/search-form.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { Grid, Row } from '#client/ui/layout/stack.tsx'
import type { TournamentCard as CardFacts, TournamentStatus } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'
import { CardIcons } from './card-icons.tsx'
import { TournamentCard, TournamentCardsSkeleton } from './tournament-card.tsx'

const statusNames: Record<TournamentStatus, string> = {
  upcoming: 'Upcoming',
  active: 'Live',
  completed: 'Past',
  cancelled: 'Cancelled',
}
/** Statuses in the order of the chips. */
const statuses: readonly TournamentStatus[] = ['active', 'upcoming', 'completed', 'cancelled']

/** The address holds the search: works without JavaScript, can be shared. */
export function AllTournaments() {
  const search = readSearch(useBoot().search)
  return (
    <>
      <SearchForm
        action={paths.allTournaments()}
        label="Name, location or boat"
        searchText={search.q}
        {...(search.status !== undefined && { parameters: { status: search.status } })}
      />
      <StatusChips search={search} />
      <Section id="found" title={titleOf(search)}>
        <StaticData query={foundCardsQuery(search)} fallback={<TournamentCardsSkeleton />}>
          {page => (page === null ? <Failed /> : <Results page={page} search={search} />)}
        </StaticData>
      </Section>
    </>
  )
}

function StatusChips({ search: { q, status } }: { search: TournamentSearch }) {
  const chip = (name: string, value?: TournamentStatus) => (
    <LinkButton
      key={name}
      href={paths.allTournaments({ ...(q !== undefined && { q }), ...(value && { status: value }) })}
      variant={status === value ? 'primary' : 'secondary'}
      aria-current={status === value ? 'page' : undefined}
    >
      {name}
    </LinkButton>
  )
  return (
    <nav aria-label="Which tournaments">
      <Row>
        {chip('All')}
        {statuses.map(value => chip(statusNames[value], value))}
      </Row>
    </nav>
  )
}

function titleOf({ q, status }: TournamentSearch): string {
  const kind = status === undefined ? 'Tournaments' : `${statusNames[status]} tournaments`
  return q === undefined ? kind : `${kind} matching “${q}”`
}

const paging = css({ justifyContent: 'center', paddingTop: '2' })

function Results({ page: { items, next }, search }: { page: PageOf<CardFacts>; search: TournamentSearch }) {
  const { cursor: pageCursor, ...first } = search
  const cursor = next === null ? null : cursorOf(next)
  if (items.length === 0) return <Nothing search={search} />
  return (
    <>
      <CardIcons />
      <Grid>
        {items.map(card => (
          <TournamentCard key={card.id} tournament={card} />
        ))}
      </Grid>
      <nav aria-label="Pages">
        <Row gap="3" className={paging}>
          {pageCursor !== undefined && (
            <LinkButton href={paths.allTournaments(first)} variant="secondary">
              First page
            </LinkButton>
          )}
          {cursor !== null && (
            <LinkButton href={paths.allTournaments({ ...first, cursor })} variant="secondary" rel="next">
              Next page
            </LinkButton>
          )}
        </Row>
      </nav>
    </>
  )
}

const showAll = <LinkButton href={paths.allTournaments()}>Show all tournaments</LinkButton>

function Nothing({ search: { q, status, cursor } }: { search: TournamentSearch }) {
  const isSearch = q !== undefined || status !== undefined || cursor !== undefined
  return (
    <EmptyState
      icon={<SearchX size={26} />}
      title={isSearch ? 'No tournaments found' : 'No tournaments yet'}
      description={
        isSearch ? 'Try fewer letters or another status.' : 'Check back soon for new fishing tournaments!'
      }
      action={isSearch && showAll}
    />
  )
}

const Failed = () => (
  <EmptyState
    title="The tournaments could not be loaded"
    description="Check your connection and try again."
    action={showAll}
  />
)
