import Ban from 'lucide-react/icons/ban'
import Trophy from 'lucide-react/icons/trophy'
import type { RefObject } from 'react'
import { findFirstOfTies } from '#client/domain/standings.ts'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { css, cva } from '#styled/css/index.js'
import { KioskRow } from './kiosk-row.tsx'
import { behindLeader, type Slide } from './slides.ts'
import { unmeasured } from './use-capacity.ts'

const frame = css({ position: 'relative', minHeight: '0', minWidth: '0' })
const list = cva({
  base: {
    position: 'relative',
    display: 'grid',
    lg: { position: 'absolute', inset: '0', gridAutoRows: '0', overflow: 'clip' },
  },
  variants: {
    look: {
      // Whole rows only, before `useCapacity` measures; fewer rows share the height.
      row: { lg: { gridTemplateRows: 'repeat(auto-fit, minmax({spacing.14}, 1fr))' } },
      // As high as all, when a browser paints the first rows of a page that still arrives.
      full: { lg: { gridTemplateRows: 'repeat(auto-fill, minmax({spacing.14}, 1fr))' } },
      panel: {
        lg: {
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
    lg: { containerType: 'size' },
  },
  variants: {
    isMarked: { true: { backgroundColor: 'amberSoft', '& p': { color: 'onAmberSoft' } }, false: {} },
  },
})
/** As many boats have panels. */
const podium = 3

interface KioskBoardProps {
  slide: Slide | undefined
  listRef: RefObject<HTMLOListElement | null>
  /** Entry of the new leader. */
  marked: string | null
}

export function KioskBoard({ slide, listRef, marked }: KioskBoardProps) {
  const isCancelled = slide?.tournament.status === 'cancelled'
  const rows = isCancelled ? [] : (slide?.rows ?? [])
  const firstOfTies = findFirstOfTies(slide?.tournament.entries ?? [])
  const look = (slide?.tournament.entries.length ?? 0) <= podium ? 'panel' : 'row'
  return (
    <section aria-label="Leaderboard" className={frame}>
      {isCancelled ? (
        <EmptyState
          icon={<Ban size={26} aria-hidden />}
          title="This tournament is cancelled"
          description="Backers get all their money back."
        />
      ) : (
        rows.length === 0 && (
          <EmptyState
            icon={<Trophy size={26} aria-hidden />}
            title={slide ? 'No boats registered yet.' : 'No rankings yet'}
            description={slide ? undefined : 'Tournament rankings will appear here once competitions begin'}
          />
        )
      )}
      <ol ref={listRef} className={list({ look: rows.length >= unmeasured ? 'full' : look })}>
        {rows.map(({ entry, position }) => (
          <li
            key={entry.id}
            data-flip={entry.id}
            data-marked={entry.id === marked || undefined}
            className={item({ isMarked: entry.id === marked })}
          >
            <KioskRow
              row={{ entry, position }}
              behind={slide ? behindLeader(slide.tournament.entries, entry) : null}
              isUpcoming={slide?.tournament.status === 'upcoming'}
              isFirstOfTie={firstOfTies.has(entry.id)}
              isNewLeader={entry.id === marked}
              look={look}
            />
          </li>
        ))}
      </ol>
    </section>
  )
}
