import Maximize from 'lucide-react/icons/maximize'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import WifiOff from 'lucide-react/icons/wifi-off'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '#client/ui/controls/button.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { css } from '#styled/css/index.js'
import { LogHead } from './log-head.tsx'
import type { Slide } from './slides.ts'
import { ageText } from './times.ts'
import type { Slides } from './use-slides.ts'
import { useTicker } from './use-ticker.ts'

interface AgeProps {
  isOffline: boolean
  /** Milliseconds since 1970, device clock. */
  freshAt: number
}

const bar = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: '5',
  rowGap: '2',
  minHeight: '10',
  fontFamily: 'heading',
  fontWeight: 'semibold',
  fontSize: 'xl',
  lineHeight: 'tight',
  fontVariantNumeric: 'tabular-nums',
  color: 'inkMuted',
})
const state = css({
  // The state has its own row on a phone, whatever the font.
  flexBasis: { base: 'full', sm: 'auto' },
  display: 'inline-flex',
  alignItems: 'center',
  gap: '2',
  '& svg': { boxSize: '6', color: 'danger' },
})
const dot = css({ boxSize: '3', borderRadius: 'full', backgroundColor: 'kelp' })
const controls = css({
  '& svg': { boxSize: '1em' },
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  gap: '2',
  marginInlineStart: 'auto',
  '[data-idle] &': { '&:not(:focus-within)': { opacity: { _wall: '0' } } },
})

const rowNames: Record<Slide['rank'], string> = { boats: 'Boats', anglers: 'Anglers', fish: 'Fish' }

/** @param age an {@link Age} */
export function KioskFoot({ age, slides }: { age: ReactNode; slides: Slides }) {
  const { slide, isPaused, setPaused } = slides
  const total = slide?.total ?? 0
  const rowCount = slide?.rows.length ?? 0
  return (
    <footer className={bar}>
      {age}
      {slide && rowCount > 0 && rowCount < total && (
        <span>
          {rowNames[slide.rank]} {slide.from + 1}–{slide.from + rowCount} of {total}
        </span>
      )}
      {slide && <LogHead tournament={slide.tournament} />}
      <div className={controls}>
        <Button variant="secondary" size="sm" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
          {isPaused ? <Play size={18} /> : <Pause size={18} />}
          {isPaused ? 'Resume' : 'Pause'}
        </Button>
        <FullScreenButton />
      </div>
    </footer>
  )
}

export function Age({ isOffline, freshAt }: AgeProps) {
  // A timer: after hydration the age comes from the device's clock.
  const isTicking = useTicker() !== null
  return (
    <span className={state}>
      {isOffline ? <WifiOff size={24} /> : <span aria-hidden className={dot} />}
      {/* Announces the mode, not the age. */}
      <VisuallyHidden role="status">
        {isOffline && 'No connection. What is shown may be out of date.'}
      </VisuallyHidden>
      <span>
        {isOffline && 'No connection. '}Last update {isTicking ? ageText(Date.now() - freshAt) : 'just now'}
      </span>
    </span>
  )
}

// Keeps the button's space until the browser says whether it can.
const noButton = css({ visibility: 'hidden' })

function FullScreenButton() {
  const [isPossible, setPossible] = useState(false)
  useEffect(() => {
    const look = () => setPossible(document.fullscreenEnabled && document.fullscreenElement === null)
    look()
    document.addEventListener('fullscreenchange', look)
    return () => document.removeEventListener('fullscreenchange', look)
  }, [])
  return (
    <Button
      variant="secondary"
      size="sm"
      className={isPossible ? undefined : noButton}
      onClick={() => void document.documentElement.requestFullscreen().catch(() => setPossible(false))}
    >
      <Maximize size={18} />
      Full Screen
    </Button>
  )
}
