import { type ReactNode, useRef, useState } from 'react'
import { findFirstOfTies } from '#client/domain/standings.ts'
import { isOpen } from '#client/domain/status.ts'
import { useSession } from '#client/people/api/use-session.ts'
import { RaceLink } from '#client/tournaments/race-link.tsx'
import { useAnnounceMoves } from '#client/tournaments/use-announce-moves.ts'
import { EmptyLine } from '#client/ui/layout/empty-state.tsx'
import { Container, Section } from '#client/ui/layout/page.tsx'
import { FirstItems } from '#client/ui/layout/show-more.tsx'
import { Grid, Stack } from '#client/ui/layout/stack.tsx'
import { inOrder, useCalmOrder } from '#client/ui/layout/use-calm-order.ts'
import { useFlip } from '#client/ui/layout/use-flip.ts'
import { countText } from '#contract/numbers.ts'
import type { Entry } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'
import { EntryRow } from './entry-row.tsx'
import { Podium } from './podium.tsx'
import { TournamentHead, type TournamentHeadProps } from './tournament-head.tsx'
import { TournamentSidebar } from './tournament-sidebar.tsx'

const body = css({
  paddingBlock: { base: '8', md: '10' },
  // Focused, they aren't below PageNav.
  '& :is(a, button, summary)': { scrollMarginTop: '12' },
})

export interface TournamentDetailProps extends TournamentHeadProps {
  own?: ReactNode
  /** The leaderboard above the boats, where rules make one. */
  board?: ReactNode
  /** Sections below the boats. */
  live: ReactNode
  videos?: ((entry: Entry) => ReactNode) | undefined
}

export function TournamentDetail({
  tournament,
  enter,
  follow,
  screens,
  own,
  board,
  live,
  videos,
}: TournamentDetailProps) {
  return (
    <>
      <TournamentHead tournament={tournament} enter={enter} follow={follow} screens={screens} />
      <PageNav hasBoard={Boolean(board)} isUpcoming={tournament.status === 'upcoming'} />
      <Container className={body}>
        <Grid columns="sidebar">
          <Stack gap="sections">
            <Podium tournament={tournament} />
            {own}
            {board}
            <ParticipatingBoats
              tournament={tournament}
              videos={videos}
              step={board ? 6 : 12}
              race={!board && <RaceLink tournament={tournament} />}
            />
            {live}
          </Stack>
          <TournamentSidebar tournament={tournament} />
        </Grid>
      </Container>
    </>
  )
}

const nav = css({
  position: 'sticky',
  top: { base: '14', md: '16' },
  zIndex: 'sticky',
  backgroundColor: 'surface',
  borderBottomWidth: '1px',
  borderColor: 'line',
  _landscapePhone: { position: 'static' },
  // The header wraps.
  _largeText: { position: 'static' },
  '@media print': { display: 'none' },
})
const navRow = css({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: { base: 'space-between', sm: 'start' },
})
const navLink = css({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  minHeight: 'touch',
  minWidth: 'touch',
  paddingInline: { base: '1', sm: '3' },
  fontFamily: 'heading',
  fontWeight: 'semibold',
  fontSize: 'lg',
  color: 'sea',
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline' },
})
interface PageNavProps {
  hasBoard: boolean
  isUpcoming: boolean
}

function PageNav({ hasBoard, isUpcoming }: PageNavProps) {
  const links = {
    ...(hasBoard && { leaderboard: 'Leaderboard' }),
    // Boats are in the order of their places while there is no board.
    boats: hasBoard || isUpcoming ? 'Boats' : 'Leaderboard',
    updates: 'Updates',
    videos: 'Videos',
    info: 'Info',
  }
  return (
    <nav aria-label="On this page" className={nav}>
      <Container>
        <div className={navRow}>
          {Object.entries(links).map(([id, name]) => (
            <a key={id} href={`#${id}`} className={navLink}>
              {name}
            </a>
          ))}
        </div>
      </Container>
    </nav>
  )
}

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

interface BoatsProps extends Pick<TournamentDetailProps, 'tournament' | 'videos'> {
  /** Boats shown at a time. */
  step: number
  /** Links to the race. */
  race: ReactNode
}

function ParticipatingBoats(boats: BoatsProps) {
  const { tournament } = boats
  const { entries } = tournament
  // A boat that enters must not close the rows.
  const [startsOpen] = useState(entries.length <= openRowsMax)
  useAnnounceMoves([{ entries }])
  const standings = entries.filter(({ currentPosition }) => currentPosition !== null)
  const isFolded =
    tournament.status === 'completed' && standings.length > 0 && standings.length < entries.length
  const list = { ...boats, startsOpen, firstOfTies: findFirstOfTies(entries) }
  return (
    <Section id="boats" title="Participating Boats" action={boats.race}>
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

interface BoatListProps extends Omit<BoatsProps, 'race' | 'step'> {
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

function BoatRows({ tournament, entries, videos, startsOpen, firstOfTies }: BoatListProps) {
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
          videos={videos?.(entry)}
        />
      ))}
    </ul>
  )
}
