import MonitorUp from 'lucide-react/icons/monitor-up'
import { isTied, resultOf } from '#client/domain/result.ts'
import { findFirstOfTies, placesShown, type Row as RankedRow, rowsOf } from '#client/domain/standings.ts'
import type { PagedList } from '#client/lib/query.tsx'
import { paths } from '#client/paths.ts'
import { boardPagesQuery, leaderboardTotalsQuery } from '#client/tournaments/api/leaderboard.ts'
import { useAnnounceMoves } from '#client/tournaments/use-announce-moves.ts'
import { NameLink, SectionLink, TextLink } from '#client/ui/controls/link.tsx'
import { Stat } from '#client/ui/layout/card.tsx'
import { Data, PagedData } from '#client/ui/layout/data.tsx'
import { EmptyStrip } from '#client/ui/layout/empty-state.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { PagedItems } from '#client/ui/layout/show-more.tsx'
import { Loading } from '#client/ui/layout/skeleton.tsx'
import { Row, RowText, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { useFlip } from '#client/ui/layout/use-flip.ts'
import { offPhones } from '#client/ui/layout/visibility.ts'
import { PositionBadge } from '#client/ui/marks/badge.tsx'
import { BoatPicture } from '#client/ui/marks/boat-picture.tsx'
import { hasRankingNotes, RankingNotes } from '#client/ui/marks/correction-note.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import { StatusBadge } from '#client/ui/marks/status-badge.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { limits } from '#contract/limits.ts'
import { formatNumber } from '#contract/numbers.ts'
import type { Board, LeaderboardTotals } from '#contract/tournaments/leaderboard.ts'
import type { Entry } from '#contract/tournaments/tournaments.ts'
import { css, cx } from '#styled/css/index.js'

export function Leaderboard() {
  return (
    <Section
      id="leaderboard"
      title="Leaderboard"
      action={
        <SectionLink href={paths.kiosk()}>
          <MonitorUp size={20} />
          Open on a big screen
        </SectionLink>
      }
    >
      <PagedData query={boardPagesQuery()} fallback={<LeaderboardSkeleton />} what="The leaderboard">
        {list => <Boards list={list} />}
      </PagedData>
    </Section>
  )
}

const stats = css({
  display: 'grid',
  gridTemplateColumns: {
    base: 'repeat(auto-fit, minmax(min(100%, 6rem), 1fr))',
    // Seven digits and cents fit beside two counts.
    sm: 'minmax(0, 4fr) minmax(0, 3fr) minmax(0, 7fr)',
  },
  alignItems: 'end',
  gap: { base: '3', sm: '4' },
  '& dt': { fontSize: { base: 'sm', sm: 'md' }, letterSpacing: { base: 'normal', sm: 'wide' } },
  '& dd': { fontSize: { base: '2xl', sm: '4xl' } },
  padding: { base: '3', md: '5' },
  backgroundColor: 'surface',
  borderWidth: '1px',
  borderColor: 'line',
  borderRadius: 'lg',
})
// Prevents layout shift.
const statsSize = css({ minHeight: '28' })
const boardList = css({ column: '6' })
/** Hides further boards on phones, until more are asked for. */
const firstTwo = css({ smDown: { '& > :nth-child(n + 3)': { display: 'none' } } })
/** Hides further places on phones. */
const podium = css({ smDown: { '& > :nth-child(n + 4)': { display: 'none' } } })
const onPhones = css({ display: { base: 'block', sm: 'none' } })
const podiumPlaces = 3

function Boards({ list }: { list: PagedList<Board> }) {
  useAnnounceMoves(list.items)
  if (list.items.length === 0)
    return (
      <EmptyStrip
        title="No rankings yet"
        description="Tournament rankings will appear here once competitions begin"
      />
    )
  return (
    <Stack gap="5">
      <Data
        query={leaderboardTotalsQuery()}
        fallback={<div className={cx(stats, statsSize)} />}
        failed={null}
      >
        {totals => <Totals totals={totals} />}
      </Data>
      <PagedItems list={list} what="leaderboards" gap="5">
        <div className={cx(boardList, list.items.length <= limits.boardsPage && firstTwo)}>
          {list.items.map((board, index) => (
            <BoardView key={board.tournament.id} board={board} nth={nthOfName(list.items, index)} />
          ))}
        </div>
      </PagedItems>
    </Stack>
  )
}

const Totals = ({ totals }: { totals: LeaderboardTotals }) => (
  <dl className={stats}>
    <Stat label="Tournaments">{totals.tournaments}</Stat>
    <Stat label="Boats">{totals.boats}</Stat>
    <Stat label="Total Prize Pool">
      <Money amount={totals.prizePool} />
    </Stat>
  </dl>
)

const caption = css({ paddingBottom: '2' })
const plainLink = css({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 'touch',
  color: 'inherit',
  textDecoration: 'none',
  '&:hover': { color: 'sea', textDecoration: 'underline' },
})
const list = css({ position: 'relative', column: '1' })

/** Returns the number of the board, from 1, among tournaments of the same name: landmarks need different names. */
const nthOfName = (boards: readonly Board[], index: number): number =>
  boards.slice(0, index + 1).filter(({ tournament }) => tournament.name === boards[index]?.tournament.name)
    .length

interface BoardViewProps {
  board: Board
  nth: number
}

function BoardView({ board: { tournament, boats, entries: first }, nth }: BoardViewProps) {
  const entries = first.slice(0, placesShown)
  const firstOfTies = findFirstOfTies(first)
  const rowsRef = useFlip<HTMLOListElement>()
  const titleId = `board-${tournament.id}`
  const href = paths.tournament(tournament.id)
  return (
    <section aria-labelledby={titleId}>
      <Row gap="3" rowGap="1" className={caption}>
        <StatusBadge status={tournament.status} />
        <Text as="h3" look="subheading" breakable id={titleId}>
          <a href={href} className={plainLink}>
            {tournament.name}
            {nth > 1 && <VisuallyHidden> ({nth})</VisuallyHidden>}
          </a>
        </Text>
      </Row>
      <ol ref={rowsRef} className={cx(list, podium)}>
        {rowsOf(entries).map(row => (
          <RowView key={row.entry.id} {...row} isFirstOfTie={firstOfTies.has(row.entry.id)} />
        ))}
      </ol>
      <Row gap="4" rowGap="0">
        {boats > podiumPlaces && (
          <span className={boats > entries.length ? undefined : onPhones}>
            <TextLink href={href} standalone>
              All {formatNumber(boats)} boats
            </TextLink>
          </span>
        )}
        {entries.some(entry => resultOf(entry)) && (
          <TextLink href={paths.race(tournament.id)} standalone aria-describedby={titleId}>
            Race
          </TextLink>
        )}
      </Row>
    </section>
  )
}

const rowFrame = css({
  // Wraps at 200 % text size.
  display: { base: 'flex', sm: 'grid' },
  flexWrap: 'wrap',
  gridTemplateColumns: { sm: 'auto auto minmax(0, 1fr) auto' },
  alignItems: 'center',
  columnGap: { base: '2.5', md: '4' },
  minHeight: '14',
  paddingBlock: '2',
  paddingInline: { base: '2', md: '3' },
  backgroundColor: 'surface',
  borderWidth: '1px',
  borderColor: 'line',
  borderRadius: 'sm',
})
const result = css({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-end',
  marginInlineStart: 'auto',
  textAlign: 'end',
})
const weight = css({
  textStyle: 'figure',
  fontSize: '2xl',
  fontWeight: 'bold',
  whiteSpace: { sm: 'nowrap' },
})
const species = css({ textStyle: 'small', color: 'inkMuted', maxWidth: '9rem', overflowWrap: 'anywhere' })

const notes = css({ flexBasis: 'full', gridColumn: { sm: '3 / -1' } })

interface RowViewProps extends RankedRow<Entry> {
  isFirstOfTie: boolean
}

function RowView({ entry, position, isFirstOfTie }: RowViewProps) {
  const { boat } = entry
  const entryResult = resultOf(entry)
  return (
    <li data-flip={entry.id} className={rowFrame}>
      <PositionBadge position={position} hasMedal={entry.currentPosition !== null} isTied={isTied(entry)} />
      <span className={offPhones}>
        <BoatPicture boat={boat} size="thumb" />
      </span>
      <RowText basis="6rem">
        <Text look="figure" weight="bold" breakable>
          <NameLink href={paths.boat(boat.id)}>{boat.name}</NameLink>
        </Text>
        <Muted small>Captain {boat.captainName}</Muted>
      </RowText>
      <div className={result}>
        {entryResult ? (
          <>
            <span className={weight}>{entryResult.figure}</span>
            {entryResult.detail !== null && <span className={species}>{entryResult.detail}</span>}
          </>
        ) : (
          <Muted as="span" small>
            No catch yet
          </Muted>
        )}
      </div>
      {(isFirstOfTie || hasRankingNotes(entry)) && (
        <div className={notes}>
          <RankingNotes entry={entry} isFirstOfTie={isFirstOfTie} />
        </div>
      )}
    </li>
  )
}

export function LeaderboardSkeleton() {
  return (
    <Stack gap="5">
      <div className={cx(stats, statsSize)} />
      <div className={list}>
        <Loading shape="row" count={5} />
      </div>
    </Stack>
  )
}
