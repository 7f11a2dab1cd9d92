import Trophy from 'lucide-react/icons/trophy'
import type { RefObject } from 'react'
import { parseBestCatch } from '#client/domain/best-catch.ts'
import { formatWeight } from '#client/domain/numbers.ts'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { PositionBadge } from '#client/ui/marks/badge.tsx'
import { hasRankingNotes, RankingNote } from '#client/ui/marks/correction-note.tsx'
import { Pennant } from '#client/ui/marks/pennant.tsx'
import { centsOf, fundedPercent } from '#contract/money.ts'
import type { Entry } from '#contract/tournaments.ts'
import { css } from '#styled/css/index.js'
import type { Row, Slide } from './slides.ts'

const frame = css({ position: 'relative', minHeight: '0', minWidth: '0' })
/** Whole rows only, before `useCapacity` measures. */
const list = css({
  position: 'relative',
  display: 'grid',
  gridAutoRows: 'auto',
  gap: '0.5',
  lg: {
    position: 'absolute',
    inset: '0',
    gridTemplateRows: 'repeat(auto-fill, {spacing.14})',
    gridAutoRows: '0',
    overflow: 'clip',
  },
})
const row = css({ minHeight: '0', overflow: 'hidden', borderRadius: 'sm', backgroundColor: 'surface' })
const inner = css({
  // For 200 % text size.
  display: { base: 'flex', sm: 'grid' },
  flexWrap: 'wrap',
  gridTemplateColumns: { sm: 'auto auto minmax(0, 1fr) auto' },
  alignItems: 'center',
  columnGap: { base: '2.5', lg: '3' },
  height: 'full',
  minHeight: '14',
  paddingInlineEnd: { base: '2', lg: '3' },
})
const flag = css({ display: { base: 'none', sm: 'block' } })
const boat = css({ flex: '1 1 6rem', minWidth: '0' })
const name = css({
  fontFamily: 'heading',
  fontWeight: 'bold',
  fontSize: { base: '2xl', lg: '3xl' },
  lineHeight: 'tight',
  overflowWrap: 'anywhere',
  lg: { truncate: true },
})
const captain = css({
  fontFamily: 'heading',
  fontSize: 'lg',
  lineHeight: 'tight',
  color: 'inkMuted',
  lg: { truncate: true },
})
const result = css({ textAlign: 'end', minWidth: '0', marginInlineStart: 'auto' })
const weight = css({
  fontFamily: 'heading',
  fontWeight: 'bold',
  fontSize: { base: '2xl', lg: '3xl' },
  lineHeight: 'none',
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
})
const species = css({
  fontFamily: 'heading',
  fontSize: 'lg',
  lineHeight: 'tight',
  color: 'inkMuted',
  maxWidth: { base: '32', lg: '48' },
  marginInlineStart: 'auto',
  lg: { truncate: true },
})
const none = css({ fontFamily: 'heading', fontSize: 'xl', color: 'inkMuted', lg: { whiteSpace: 'nowrap' } })

interface KioskBoardProps {
  slide: Slide | undefined
  listRef: RefObject<HTMLOListElement | null>
}

export function KioskBoard({ slide, listRef }: KioskBoardProps) {
  const rows = slide?.rows ?? []
  return (
    <section aria-label="Leaderboard" className={frame}>
      {rows.length === 0 && (
        <EmptyState
          icon={<Trophy size={26} aria-hidden />}
          title={slide ? 'No boats registered yet.' : 'No rankings yet'}
          description={slide ? undefined : 'Tournament rankings will appear here once competitions begin'}
        />
      )}
      <ol ref={listRef} className={list}>
        {rows.map(item => (
          <RowView key={item.entry.id} row={item} />
        ))}
      </ol>
    </section>
  )
}

function RowView({ row: { entry, position } }: { row: Row }) {
  return (
    <li data-flip={entry.id} className={row}>
      <div className={inner}>
        {position === null ? (
          <span />
        ) : (
          <PositionBadge position={position} size="lg" hasMedal={entry.currentPosition !== null} />
        )}
        <span className={flag}>
          <Pennant id={entry.boat.id} name={entry.boat.name} size="md" />
        </span>
        <div className={boat}>
          <p className={name}>{entry.boat.name}</p>
          <p className={captain}>
            {hasRankingNotes(entry) ? <RankingNote entry={entry} /> : `Captain ${entry.boat.captainName}`}
          </p>
        </div>
        <div className={result}>{position === null ? <Funded entry={entry} /> : <Catch entry={entry} />}</div>
      </div>
    </li>
  )
}

function Catch({ entry }: { entry: Entry }) {
  const fish = parseBestCatch(entry.bestCatch)
  if (!fish) return <span className={none}>No catch yet</span>
  return (
    <>
      <p className={weight}>{formatWeight(fish.weight)}</p>
      {fish.species !== null && <p className={species}>{fish.species}</p>}
    </>
  )
}

function Funded({ entry }: { entry: Entry }) {
  const percent = fundedPercent(centsOf(entry.currentFunding), centsOf(entry.fundingGoal))
  return (
    <>
      <p className={weight}>{percent}%</p>
      <p className={species}>funded</p>
    </>
  )
}
