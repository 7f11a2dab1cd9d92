import Ban from 'lucide-react/icons/ban'
import Trophy from 'lucide-react/icons/trophy'
import type { RefObject } from 'react'
import { findFirstOfTies } from '#client/domain/standings.ts'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { css, cva } from '#styled/css/index.js'
import { KioskRace } from './kiosk-race.tsx'
import { KioskRow } from './kiosk-row.tsx'
import type { Slide } from './slides.ts'
import { assumedRows } from './use-capacity.ts'

const frame = css({ display: 'flex', flexDirection: 'column', minHeight: '0', minWidth: '0' })
const inner = css({ position: 'relative', flexGrow: '1', minHeight: '0' })
const category = css({
  paddingBlockEnd: '1',
  fontFamily: 'heading',
  fontWeight: 'bold',
  fontSize: { base: '2xl', _wall: '4xl' },
  lineHeight: 'clipped',
  overflowWrap: 'anywhere',
})
const list = cva({
  base: {
    position: 'relative',
    display: 'grid',
    _wall: { position: 'absolute', inset: '0', gridAutoRows: '0', overflow: 'clip' },
  },
  variants: {
    look: {
      // Shows whole rows before `useCapacity` measures; fewer rows share the height.
      row: { _wall: { gridTemplateRows: 'repeat(auto-fit, minmax({spacing.14}, 1fr))' } },
      // Rows have the height of a full board, when a browser paints the first of a page that still arrives.
      full: { _wall: { gridTemplateRows: 'repeat(auto-fill, minmax({spacing.14}, 1fr))' } },
      panel: {
        _wall: {
          gridAutoRows: 'minmax(0, 1fr)',
          gridAutoColumns: 'minmax(0, 1fr)',
          gridAutoFlow: 'column',
          columnGap: '2',
          '@media (orientation: portrait)': { gridAutoFlow: 'row' },
        },
      },
    },
  },
})
const item = cva({
  base: {
    minHeight: '0',
    // No gap: rows that don't fit take no height.
    marginBottom: '0.5',
    overflow: 'hidden',
    borderRadius: 'sm',
    backgroundColor: 'surface',
    _wall: { containerType: 'size' },
  },
  variants: {
    isMarked: { true: { backgroundColor: 'amberSoft', '& p': { color: 'onAmberSoft' } }, false: {} },
  },
})
const raceFrame = css({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  rowGap: '2',
  _wall: { position: 'absolute', inset: '0', gridTemplateRows: 'minmax(0, 1fr) auto minmax(0, 1.3fr)' },
})
/** List of whole rows. */
const raceList = css({
  display: 'grid',
  _wall: {
    gridTemplateRows: 'repeat(auto-fit, minmax({spacing.11}, 1fr))',
    gridAutoRows: '0',
    minHeight: '0',
    overflow: 'clip',
  },
})
/** Number of boats with panels. */
const podium = 3

interface KioskBoardProps {
  slide: Slide | undefined
  listRef: RefObject<HTMLOListElement | null>
  /** Id of the new leader's entry, or null. */
  leaderId: string | null
}

export function KioskBoard({ slide, listRef, leaderId }: KioskBoardProps) {
  const isCancelled = slide?.tournament.status === 'cancelled'
  const race = isCancelled ? undefined : slide?.race
  const visibleRows = isCancelled ? [] : (slide?.rows ?? [])
  // Its list stays, since it is measured.
  const rows = race ? [] : visibleRows
  const firstOfTies = findFirstOfTies(slide?.tournament.entries ?? [])
  const look = (slide?.total ?? 0) <= podium ? 'panel' : 'row'
  return (
    <section aria-label="Leaderboard" className={frame}>
      {slide !== undefined && slide.title !== null && <h2 className={category}>{slide.title}</h2>}
      <div className={inner}>
        {isCancelled ? (
          <EmptyState
            icon={<Ban size={26} />}
            title="This tournament is cancelled"
            description="Backers get all their money back."
          />
        ) : (
          visibleRows.length === 0 && (
            <EmptyState
              icon={<Trophy size={26} />}
              title={slide ? 'No boats registered yet.' : 'No rankings yet'}
              description={slide ? undefined : 'Tournament rankings will appear here once competitions begin'}
            />
          )
        )}
        {race && (
          <div className={raceFrame}>
            <KioskRace race={race} entries={slide?.tournament.entries ?? []} />
            <ol className={raceList}>
              {visibleRows.map(row => (
                <li key={row.id} className={item({ isMarked: row.id === leaderId })}>
                  <KioskRow
                    row={row}
                    status={slide?.tournament.status}
                    isFirstOfTie={false}
                    isNewLeader={false}
                    look="row"
                    isOfBoard
                  />
                </li>
              ))}
            </ol>
          </div>
        )}
        <ol ref={listRef} className={list({ look: rows.length >= assumedRows ? 'full' : look })}>
          {rows.map(row => (
            <li
              key={row.id}
              data-flip={row.id}
              data-marked={row.id === leaderId || undefined}
              className={item({ isMarked: row.id === leaderId })}
            >
              <KioskRow
                row={row}
                status={slide?.tournament.status}
                isFirstOfTie={firstOfTies.has(row.entry.id)}
                isNewLeader={row.id === leaderId}
                look={look}
                isOfBoard={slide?.title != null}
              />
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
