import type { ReactNode } from 'react'
import { isTied } from '#client/domain/result.ts'
import { isOpen } from '#client/domain/status.ts'
import type { PageOf } from '#client/lib/request.ts'
import { paths } from '#client/paths.ts'
import { ownBoatEntriesQuery } from '#client/tournaments/api/boat-profiles.ts'
import { TextLink } from '#client/ui/controls/link.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { PositionBadge } from '#client/ui/marks/badge.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import { StatusBadge } from '#client/ui/marks/status-badge.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { Boat } from '#contract/boats/boats.ts'
import type { BoatEntry } from '#contract/tournaments/boat-profiles.ts'
import { css } from '#styled/css/index.js'
import { OpenTournaments } from './open-tournaments.tsx'

const item = css({ row: '3', alignItems: 'flex-start' })

/** Open ones on a card, with the latest that is over; the boat's page lists all. */
const shown = 2

const isOpenEntry = ({ tournament: { status } }: BoatEntry) => isOpen(status)

const ranks = { active: 0, upcoming: 1, completed: 2, cancelled: 2 } as const

/** Live ones first, then the next, then the latest. */
export function byRelevance({ tournament: a }: BoatEntry, { tournament: b }: BoatEntry): number {
  const rank = ranks[a.status]
  const later = Date.parse(a.startDate) - Date.parse(b.startDate)
  return rank - ranks[b.status] || (rank === 2 ? -later : later)
}

interface OwnEntriesProps {
  boats: readonly Boat[]
  fallback: ReactNode
  /** `entriesOf`: for a boat's card. */
  children: (entriesOf: (boat: Boat) => ReactNode) => ReactNode
}

/** The entries of one's own boats, with the tournaments that are open while a boat is in none. */
export const OwnEntries = ({ boats, fallback, children }: OwnEntriesProps) => (
  <Data<PageOf<BoatEntry>> query={ownBoatEntriesQuery()} fallback={fallback} what="Your boats">
    {({ items, next }) => {
      const byBoat = Map.groupBy(items.toSorted(byRelevance), ({ entry }) => entry.boat.id)
      const canEnter = boats.some(({ id }) => !byBoat.get(id)?.some(isOpenEntry))
      return (
        <Stack gap="xl">
          {children(boat => (
            <OwnBoatEntries boat={boat} entries={byBoat.get(boat.id) ?? []} hasOlder={next !== null} />
          ))}
          {canEnter && <OpenTournaments />}
        </Stack>
      )
    }}
  </Data>
)

interface OwnBoatEntriesProps {
  boat: Boat
  /** Of the boat, the most relevant first. */
  entries: readonly BoatEntry[]
  /** The boat may be in others. */
  hasOlder: boolean
}

function OwnBoatEntries({ boat, entries, hasOlder }: OwnBoatEntriesProps) {
  if (entries.length === 0)
    return hasOlder ? (
      <TextLink href={paths.boat(boat.id)} standalone>
        Tournaments<VisuallyHidden> of {boat.name}</VisuallyHidden>
      </TextLink>
    ) : (
      <Muted small>Not in a tournament yet.</Muted>
    )
  const latest = entries.find(({ tournament: { status } }) => status === 'completed')
  const open = entries.filter(isOpenEntry).slice(0, shown)
  return (
    <Stack as="ul" gap="snug" aria-label={`Tournaments of ${boat.name}`}>
      {(latest ? [...open, latest] : open).map(({ entry, tournament }) => (
        <li key={entry.id} className={item}>
          {entry.currentPosition !== null && (
            <PositionBadge position={entry.currentPosition} isTied={isTied(entry)} />
          )}
          <Stack gap="none" breakable>
            <Row gap="snug" rowGap="none">
              <TextLink href={paths.tournament(tournament.id)} standalone>
                {tournament.name}
              </TextLink>
              <StatusBadge status={tournament.status} />
            </Row>
            <Text look="small" tabular>
              <Money amount={entry.currentFunding} /> of <Money amount={entry.fundingGoal} /> raised
            </Text>
            {entry.backerCount > 0 && (
              <TextLink href={paths.backers(entry.id)} standalone>
                {tournament.status === 'completed' ? 'Thank Its Backers' : 'Who Backs It'}
                <VisuallyHidden>
                  {' '}
                  ({boat.name} in {tournament.name})
                </VisuallyHidden>
              </TextLink>
            )}
          </Stack>
        </li>
      ))}
    </Stack>
  )
}
