import type { ReactNode } from 'react'
import { type Category, categorise } from '#client/domain/schedule.ts'
import { useNow } from '#client/lib/now.tsx'
import type { PagedList } from '#client/lib/query.tsx'
import { paths } from '#client/paths.ts'
import { homeCards, sectionQueries } from '#client/tournaments/api/tournaments.ts'
import { SectionLink } from '#client/ui/controls/link.tsx'
import { PagedData } from '#client/ui/layout/data.tsx'
import { EmptyStrip } from '#client/ui/layout/empty-state.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { PagedItems } from '#client/ui/layout/show-more.tsx'
import { Loading } from '#client/ui/layout/skeleton.tsx'
import { Grid } from '#client/ui/layout/stack.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { TournamentCard as CardFacts, TournamentStatus } from '#contract/tournaments/tournaments.ts'
import { css, cx } from '#styled/css/index.js'
import { CardIcons } from './card-icons.tsx'
import { PastRow, pastRows } from './past-row.tsx'
import { TournamentCard, TournamentCardsSkeleton } from './tournament-card.tsx'

interface SectionText {
  category: Category
  title: string
  empty: string
  /** Status that "All Tournaments" filters by. */
  status: TournamentStatus
}

/** Live ones first. */
const sections: readonly SectionText[] = [
  {
    category: 'active',
    title: 'Active Tournaments',
    empty: 'No active tournaments at the moment.',
    status: 'active',
  },
  {
    category: 'upcoming',
    title: 'Upcoming Tournaments',
    empty: 'No upcoming tournaments at the moment.',
    status: 'upcoming',
  },
  {
    category: 'past',
    title: 'Past Tournaments',
    empty: 'No past tournaments at the moment.',
    status: 'completed',
  },
]

type Lists = Record<Category, PagedList<CardFacts>>

interface SectionsProps {
  /** Content above the sections while the site has no tournament. */
  whenEmpty?: ReactNode
}

/** Each section reads its own pages; a tournament moves to the next section when its time comes. */
export function TournamentSections({ whenEmpty }: SectionsProps) {
  const states = { fallback: <TournamentSectionsSkeleton />, what: 'The tournaments' }
  return (
    <PagedData query={sectionQueries.active} {...states}>
      {active => (
        <PagedData query={sectionQueries.upcoming} {...states}>
          {upcoming => (
            <PagedData query={sectionQueries.past} {...states}>
              {past => <LoadedSections lists={{ upcoming, active, past }} whenEmpty={whenEmpty} />}
            </PagedData>
          )}
        </PagedData>
      )}
    </PagedData>
  )
}

const uniqueCards = (lists: Lists): CardFacts[] => {
  const cards = [...lists.upcoming.items, ...lists.active.items, ...lists.past.items]
  return [...new Map(cards.map(card => [card.id, card])).values()]
}

export function LoadedSections({ lists, whenEmpty }: SectionsProps & { lists: Lists }) {
  const cards = uniqueCards(lists)
  const groups = categorise(cards, useNow())
  return (
    <>
      {cards.length === 0 && whenEmpty}
      <CardIcons />
      {sections.map(({ category, title, empty, status }) => (
        <Section
          key={category}
          id={category}
          title={title}
          action={
            groups[category].length > 0 && (
              <SectionLink href={paths.allTournaments({ status })}>
                See all<VisuallyHidden> {category}</VisuallyHidden>
              </SectionLink>
            )
          }
        >
          {groups[category].length === 0 ? (
            <EmptyStrip title={empty} description="Check back soon for new fishing tournaments!" />
          ) : (
            <Tournaments
              cards={groups[category]}
              list={lists[category]}
              category={category}
              href={paths.allTournaments({ status })}
            />
          )}
        </Section>
      ))}
    </>
  )
}

interface TournamentsProps {
  cards: readonly CardFacts[]
  list: PagedList<CardFacts>
  category: Category
  /** Address without JavaScript. */
  href: string
}

/** Hides further cards on phones, until more are asked for; "See all" leads to the rest. */
const firstThree = css({ smDown: { '& > :nth-child(n + 4)': { display: 'none' } } })

function Tournaments({ cards, list, category, href }: TournamentsProps) {
  const onPhones = cards.length > homeCards ? undefined : firstThree
  return (
    <PagedItems list={list} what={`${category} tournaments`} href={href}>
      {category === 'past' ? (
        <div className={cx(pastRows, onPhones)}>
          {cards.map(card => (
            <PastRow key={card.id} tournament={card} />
          ))}
        </div>
      ) : (
        <Grid className={onPhones}>
          {cards.map(card => (
            <TournamentCard key={card.id} tournament={card} />
          ))}
        </Grid>
      )}
    </PagedItems>
  )
}

const pastRowSize = css({ height: '14' })

export function TournamentSectionsSkeleton() {
  return sections.map(({ category, title }) => (
    <Section key={category} id={category} title={title}>
      {category === 'past' ? (
        <Loading shape="row" count={3} className={pastRowSize} />
      ) : (
        <TournamentCardsSkeleton />
      )}
    </Section>
  ))
}
