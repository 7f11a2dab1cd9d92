import { type ReactNode, useRef, useState } from 'react'
import { hasBoard } from '#client/domain/boards.ts'
import { findFirstOfTies } from '#client/domain/standings.ts'
import { isOpen } from '#client/domain/status.ts'
import { useSession } from '#client/people/api/use-session.ts'
import { RaceLink } from '#client/tournaments/race-link.tsx'
import { useAnnounceMoves } from '#client/tournaments/use-announce-moves.ts'
import { EmptyLine } from '#client/ui/layout/empty-state.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { FirstItems } from '#client/ui/layout/show-more.tsx'
import { inOrder, useCalmOrder } from '#client/ui/layout/use-calm-order.ts'
import { useFlip } from '#client/ui/layout/use-flip.ts'
import { countText } from '#contract/numbers.ts'
import type { Entry, Tournament } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'
import { EntryRow } from './entry-row.tsx'

const rows = css({ position: 'relative', column: '2' })
const fold = css({
  display: 'flex',
  alignItems: 'center',
  minHeight: 'touch',
  color: 'sea',
  fontWeight: 'semibold',
  cursor: 'pointer',
})
/** Boats whose rows start open: few enough to compare them so. */
const openRowsMax = 3

interface BoatsProps {
  tournament: Tournament
  /** Content of an open row. */
  children(entry: Entry): ReactNode
}

/** All boats by place; a leaderboard above them has the link to the race. */
export function ParticipatingBoats({ tournament, children }: BoatsProps) {
  const { entries } = tournament
  const isBelowBoard = hasBoard(tournament)
  // A boat that enters must not close the rows.
  const [startsOpen] = useState(entries.length <= openRowsMax)
  useAnnounceMoves([{ entries }])
  const standings = entries.filter(({ currentPosition }) => currentPosition !== null)
  const isFolded =
    tournament.status === 'completed' && standings.length > 0 && standings.length < entries.length
  const list = {
    tournament,
    step: isBelowBoard ? 6 : 12,
    startsOpen,
    firstOfTies: findFirstOfTies(entries),
    children,
  }
  return (
    <Section
      id="boats"
      title="Participating Boats"
      action={!isBelowBoard && <RaceLink tournament={tournament} />}
    >
      {entries.length === 0 ? (
        <EmptyLine title="No boats registered yet." />
      ) : (
        <BoatList {...list} entries={isFolded ? standings : entries} />
      )}
      {isFolded && (
        <details>
          <summary className={fold}>
            {countText(entries.length - standings.length, 'boat')} without a place
          </summary>
          <BoatList {...list} entries={entries.filter(({ currentPosition }) => currentPosition === null)} />
        </details>
      )}
    </Section>
  )
}

interface BoatListProps extends BoatsProps {
  entries: readonly Entry[]
  startsOpen: boolean
  firstOfTies: ReadonlySet<string>
}

function BoatList({ entries, step, ...rest }: BoatListProps & { step: number }) {
  const boardRef = useRef<HTMLDivElement>(null)
  const order = useCalmOrder(
    entries.map(({ id }) => id),
    boardRef,
  )
  return (
    <div ref={boardRef}>
      <FirstItems items={inOrder(entries, order)} step={step} what="boats">
        {shown => <BoatRows {...rest} entries={shown} />}
      </FirstItems>
    </div>
  )
}

function BoatRows({ tournament, entries, children, startsOpen, firstOfTies }: BoatListProps) {
  const { isAuthenticated } = useSession()
  const rowsRef = useFlip<HTMLUListElement>()
  return (
    <ul ref={rowsRef} className={rows}>
      {entries.map(entry => (
        <EntryRow
          key={entry.id}
          entry={entry}
          fundable={isAuthenticated && entry.fundingOpen}
          startsOpen={startsOpen}
          isFirstOfTie={firstOfTies.has(entry.id)}
          clock={isOpen(tournament.status) && entry.closesAt !== tournament.endDate}
        >
          {children(entry)}
        </EntryRow>
      ))}
    </ul>
  )
}
