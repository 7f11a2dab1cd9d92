import { type ReactNode, useEffect, useState } from 'react'
import { useNow } from '#client/lib/now.tsx'
import { keepAwake } from '#client/lib/wake-lock.ts'
import { useNewLeader } from '#client/tournaments/use-new-leader.ts'
import { useFlip } from '#client/ui/layout/use-flip.ts'
import type { Announcement } from '#contract/tournaments/announcements.ts'
import type { Board } from '#contract/tournaments/leaderboard.ts'
import type { TournamentSummary } from '#contract/tournaments/tournaments.ts'
import type { Update } from '#contract/tournaments/updates.ts'
import { css } from '#styled/css/index.js'
import { KioskBoard } from './kiosk-board.tsx'
import { KioskFoot } from './kiosk-foot.tsx'
import { KioskHead } from './kiosk-head.tsx'
import { KioskSide } from './kiosk-side.tsx'
import { LeaderStatus, photoOf, Takeover } from './takeover.tsx'
import { useCapacity } from './use-capacity.ts'
import { useKioskWorker } from './use-kiosk-worker.ts'
import { type Slides, useSlides } from './use-slides.ts'

const screen = css({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  // The foot's height is kept while the page still arrives.
  gridTemplateRows: 'auto minmax(0, 1fr) minmax({spacing.10}, auto)',
  _wall: { height: '100dvh', overflow: 'hidden' },
  '&[data-idle]': { cursor: { _wall: 'none' } },
})
const body = css({
  display: 'grid',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', _wall: 'minmax(0, 1fr) 22rem' },
  gap: { base: '6', _wall: '5' },
  minHeight: '0',
  paddingInline: '4',
  paddingTop: { base: '4', _wall: '2' },
  '@media (orientation: portrait)': {
    _wall: { gridTemplateColumns: 'minmax(0, 1fr)', gridTemplateRows: '3fr 2fr' },
  },
})
const foot = css({ paddingInline: '4', paddingBlock: { base: '4', _wall: '0' } })

/** Milliseconds. */
const idleMs = 4000

export interface KioskScreenProps {
  boards: readonly Board[]
  updates: readonly Update[]
  announcements: readonly Announcement[]
  /** Age of the shown data. */
  age: ReactNode
  /** State of a ruled tournament's results, when it is over. */
  results(tournament: TournamentSummary): ReactNode
}

export function KioskScreen({ boards, updates, announcements, age, results }: KioskScreenProps) {
  useEffect(() => {
    keepAwake('kiosk', true)
    return () => keepAwake('kiosk', false)
  }, [])
  useKioskWorker()
  const now = useNow()
  const listRef = useFlip<HTMLOListElement>()
  const capacity = useCapacity(listRef)
  const { leader, isTakeover, dismiss } = useNewLeader(boards, ({ tournament: { id } }) => {
    if (!slides.isPaused) slides.show(id)
  })
  const slides = useSlides(boards, capacity, isTakeover)
  useKeys(slides, dismiss)
  const tournament = slides.slide?.tournament
  return (
    <Screen>
      <KioskHead
        tournament={tournament}
        state={tournament?.ruled && tournament.status === 'completed' ? results(tournament) : null}
      />
      <div className={body}>
        <KioskBoard slide={slides.slide} listRef={listRef} leaderId={leader?.entry.id ?? null} />
        <KioskSide
          tournament={tournament}
          updates={updates}
          announcement={announcementOf(announcements, tournament?.id)}
          isHeld={slides.isPaused || isTakeover}
        />
      </div>
      <div className={foot}>
        <KioskFoot age={age} slides={slides} />
      </div>
      <LeaderStatus leader={leader} />
      {leader && isTakeover && <Takeover leader={leader} photo={photoOf(leader, updates, now)} />}
    </Screen>
  )
}

/** Hides the pointer when it rests. It stands apart: no row renders again. */
function Screen({ children }: { children: ReactNode }) {
  const isIdle = useIdle()
  return (
    <main data-idle={isIdle ? '' : undefined} className={screen}>
      {children}
    </main>
  )
}

/** The pinned one of the tournament, else its latest. */
function announcementOf(
  announcements: readonly Announcement[],
  tournament: string | undefined,
): Announcement | undefined {
  const own = announcements.filter(each => each.tournament.id === tournament)
  return own.find(({ pinned }) => pinned) ?? own[0]
}

function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const wake = () => {
      setIdle(false)
      clearTimeout(timer)
      timer = setTimeout(() => setIdle(true), idleMs)
    }
    wake()
    addEventListener('pointermove', wake)
    addEventListener('keydown', wake)
    return () => {
      clearTimeout(timer)
      removeEventListener('pointermove', wake)
      removeEventListener('keydown', wake)
    }
  }, [])
  return isIdle
}

function useKeys({ step }: Slides, dismiss: () => void): void {
  useEffect(() => {
    const press = ({ key }: KeyboardEvent) => {
      if (key === 'ArrowRight' || key === 'PageDown') step(1)
      if (key === 'ArrowLeft' || key === 'PageUp') step(-1)
      if (key === 'Escape') dismiss()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}
