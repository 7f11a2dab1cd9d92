import type { ReactNode } from 'react'
import { isOpen } from '#client/domain/status.ts'
import { paths } from '#client/paths.ts'
import { ownBoatEntriesQuery } from '#client/tournaments/api/boat-profiles.ts'
import { TextLink } from '#client/ui/controls/link.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { ListRow } from '#client/ui/layout/list-row.tsx'
import { List, Row, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { EntryPlace } from '#client/ui/marks/entry-place.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import { BoatLead, Funded, Live } from '#client/ui/marks/row-marks.tsx'
import { StatusBadge } from '#client/ui/marks/status-badge.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { Boat } from '#contract/boats/boats.ts'
import type { BoatEntry } from '#contract/tournaments/boat-profiles.ts'
import { css } from '#styled/css/index.js'
import { OpenTournaments } from './open-tournaments.tsx'

const item = css({ row: '3', alignItems: 'flex-start' })

/** Most open entries of a boat that its row lists, before the latest that is over. */
const mostEntries = 2

const isOpenEntry = ({ tournament: { status } }: BoatEntry) => isOpen(status)

const ranks = { active: 0, upcoming: 1, completed: 2, cancelled: 2 } as const

/** Live ones first, then the next, then the latest. */
export function byRelevance({ tournament: a }: BoatEntry, { tournament: b }: BoatEntry): number {
  const rank = ranks[a.status]
  const later = Date.parse(a.startDate) - Date.parse(b.startDate)
  return rank - ranks[b.status] || (rank === 2 ? -later : later)
}

interface OwnBoatRowsProps {
  boats: readonly Boat[]
  /** Mark in the boat's row, such as a request. */
  mark(boat: Boat): ReactNode
  /** Content below the boat's tournaments, when its row is open. */
  children(boat: Boat): ReactNode
}

/** One's own boats, live ones first, with the tournaments that are open while a boat is in none. */
export const OwnBoatRows = ({ boats, mark, children }: OwnBoatRowsProps) => (
  <Data query={ownBoatEntriesQuery()} shape="row" what="Your boats">
    {({ items, next }) => {
      const byBoat = Map.groupBy(items.toSorted(byRelevance), ({ entry }) => entry.boat.id)
      const openEntry = ({ id }: Boat) => byBoat.get(id)?.find(isOpenEntry)
      const idle = boats.find(boat => !openEntry(boat))
      const isLive = (boat: Boat) => openEntry(boat)?.tournament.status === 'active'
      return (
        <Stack gap="sections">
          <List>
            {boats
              .toSorted((a, b) => Number(isLive(b)) - Number(isLive(a)))
              .map(boat => (
                <OwnBoatRow key={boat.id} boat={boat} open={openEntry(boat)} mark={mark(boat)}>
                  <OwnBoatEntries boat={boat} entries={byBoat.get(boat.id) ?? []} hasOlder={next !== null} />
                  {children(boat)}
                </OwnBoatRow>
              ))}
          </List>
          {idle && <OpenTournaments boatId={idle.id} />}
        </Stack>
      )
    }}
  </Data>
)

interface OwnBoatRowProps {
  boat: Boat
  /** Its entry in the tournament that runs, else in the next. */
  open: BoatEntry | undefined
  mark: ReactNode
  children: ReactNode
}

const OwnBoatRow = ({ boat, open, mark, children }: OwnBoatRowProps) => (
  <ListRow
    lead={<BoatLead boat={boat} entry={open?.entry ?? null} />}
    title={boat.name}
    line={
      <>
        {mark}
        {open?.tournament.status === 'active' && <Live />} {open && `${open.tournament.name} · `}
        <span>Captain: {boat.captain_name}</span>
      </>
    }
    figures={open && <Funded raised={open.entry.currentFunding} goal={open.entry.fundingGoal} />}
  >
    {boat.description !== null && (
      <Muted small multiline breakable>
        {boat.description}
      </Muted>
    )}
    {children}
  </ListRow>
)

interface OwnBoatEntriesProps {
  boat: Boat
  /** Entries of the boat, the most relevant first. */
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
  const open = entries.filter(isOpenEntry).slice(0, mostEntries)
  return (
    <Stack as="ul" gap="3" aria-label={`Tournaments of ${boat.name}`}>
      {(latest ? [...open, latest] : open).map(({ entry, tournament }) => (
        <li key={entry.id} className={item}>
          <EntryPlace entry={entry} />
          <Stack gap="0" breakable>
            <Row gap="3" rowGap="0">
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
