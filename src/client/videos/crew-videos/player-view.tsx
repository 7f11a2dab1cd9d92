import { Dialog as Ark } from '@ark-ui/react/dialog'
import { Portal } from '@ark-ui/react/portal'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import X from 'lucide-react/icons/x'
import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useSiteName } from '#client/lib/boot.tsx'
import { Spinner } from '#client/ui/controls/button.tsx'
import { backdropClass } from '#client/ui/overlays/backdrop.ts'
import { css, cx } from '#styled/css/index.js'
import { type Clip, titleOf } from './clip.ts'
import { ClipPanel, type ClipPanelProps } from './clip-panel.tsx'
import { ClipVideo } from './clip-video.tsx'
import { type Step, stepOfKey, stepOfSwipe } from './swipe.ts'

export interface PlayerProps extends Pick<ClipPanelProps, 'boatNow'> {
  /** Null if closed. */
  clip: Clip | null
  /** The tab's title without a video. */
  pageTitle: string
  /** Null where there is no step. */
  steps: Record<Step, (() => void) | null>
  isStepping?: boolean | undefined
  onClose(): void
  /** Id of the element that gets the focus on closing. */
  returnTo(clip: Clip): string
}

const positioner = css({
  position: 'fixed',
  inset: '0',
  zIndex: 'overlay',
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
})
const content = css({
  position: 'relative',
  display: 'grid',
  gridTemplateRows: { base: 'minmax(0, 1fr) auto', md: 'minmax(0, 1fr)', _landscapePhone: 'minmax(0, 1fr)' },
  gridTemplateColumns: {
    base: 'minmax(0, 1fr)',
    md: 'minmax(0, 1fr) 20rem',
    _landscapePhone: 'minmax(0, 1fr) 18rem',
  },
  width: { base: 'full', md: 'min(66rem, calc(100vw - 4rem))', _landscapePhone: 'full' },
  height: { base: '100dvh', md: 'min(48rem, calc(100dvh - 4rem))', _landscapePhone: '100dvh' },
  overflow: 'hidden',
  backgroundColor: 'raised',
  color: 'ink',
  borderRadius: { base: '0', md: 'xl' },
  boxShadow: 'overlay',
  '&[data-state=open]': { animation: 'riseIn' },
  '&[data-state=closed]': { animation: 'riseOut' },
  '&:focus': { outline: 'none' },
  '@media (forced-colors: active)': { borderWidth: '2px' },
})
const stage = css({
  position: 'relative',
  minWidth: '0',
  minHeight: '0',
  backgroundColor: 'hullDeep',
  // One finger swipes, two zoom.
  touchAction: 'pinch-zoom',
})
const round = css({
  position: 'absolute',
  display: 'grid',
  placeItems: 'center',
  boxSize: 'touch',
  borderRadius: 'full',
  colorScheme: 'dark',
  backgroundColor: 'shade',
  color: 'onHull',
  cursor: 'pointer',
  transitionProperty: 'background-color, opacity',
  transitionDuration: 'fast',
  '&:hover': { backgroundColor: 'plate' },
  '&[aria-disabled=true]': { opacity: '0.35', cursor: 'not-allowed' },
  '@media (forced-colors: active)': { borderWidth: '1px' },
})
const sides = css({ top: '0', bottom: '0', marginBlock: 'auto' })
const atStart = css({ insetInlineStart: '2' })
const atEnd = css({ insetInlineEnd: '2' })
const closeCorner = css({ top: 'max(0.5rem, env(safe-area-inset-top))', insetInlineEnd: '2', zIndex: '1' })

/** Elements that handle keys themselves. */
const isControl = (target: Element) => target.closest('button, a, input, textarea, select') !== null

function toggle(video: HTMLVideoElement | null): void {
  if (video === null) return
  if (video.paused) video.play().catch(() => {})
  else video.pause()
}

function useTabTitle(title: string | null, otherwise: string): void {
  const site = useSiteName()
  useEffect(() => {
    document.title = `${title ?? otherwise} · ${site}`
  }, [title, otherwise, site])
}

/** View of the player, which loads with the first opening; see player.tsx. */
export function PlayerView({ clip, pageTitle, steps, isStepping, boatNow, onClose, returnTo }: PlayerProps) {
  const frame = useRef<HTMLDivElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  /** Focused by Tab: its own keys seek and change the volume. */
  const hasOwnKeys = useRef(false)
  const [lastClip, setLastClip] = useState<Clip | null>(clip)
  if (clip !== null && clip !== lastClip) setLastClip(clip)
  useTabTitle(clip && titleOf(clip), pageTitle)

  return (
    <Ark.Root
      open={clip !== null}
      onOpenChange={({ open }) => {
        if (!open) onClose()
      }}
      lazyMount
      unmountOnExit
      initialFocusEl={() => frame.current}
      finalFocusEl={() => lastClip && document.getElementById(returnTo(lastClip))}
    >
      <Portal>
        <Ark.Backdrop className={backdropClass} />
        <Ark.Positioner className={positioner}>
          {lastClip && (
            <Ark.Content
              ref={frame}
              className={content}
              onFocus={(event: FocusEvent<HTMLElement, Element>) => {
                hasOwnKeys.current =
                  event.target instanceof HTMLVideoElement && event.target.matches(':focus-visible')
              }}
              onKeyDown={event => {
                if (!hasOwnKeys.current) press(event, video.current, steps)
              }}
            >
              <Stage steps={steps}>
                <ClipVideo key={lastClip.id} clip={lastClip} video={video} />
                <StepButton step="previous" go={steps.previous} />
                <StepButton step="next" go={steps.next} isPending={isStepping} />
              </Stage>
              <ClipPanel key={`${lastClip.id}-panel`} clip={lastClip} boatNow={boatNow} />
              <button
                type="button"
                aria-label="Close"
                title="Close"
                onClick={onClose}
                className={cx(round, closeCorner)}
              >
                <X size={22} />
              </button>
            </Ark.Content>
          )}
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  )
}

function press(
  event: KeyboardEvent<HTMLElement>,
  video: HTMLVideoElement | null,
  steps: PlayerProps['steps'],
) {
  const { target, currentTarget, key } = event
  // React bubbles events of nested dialogs through here.
  if (!(target instanceof Element) || !currentTarget.contains(target)) return
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const step = stepOfKey(key)
  if (step !== null) {
    event.preventDefault()
    steps[step]?.()
  } else if (key === ' ' && !isControl(target)) {
    event.preventDefault()
    toggle(video)
  }
}

interface StageProps {
  steps: PlayerProps['steps']
  children: ReactNode
}

function Stage({ steps, children }: StageProps) {
  const from = useRef<{ id: number; x: number; y: number } | null>(null)
  const begin = ({ pointerType, pointerId, clientX, clientY }: PointerEvent) => {
    from.current = pointerType === 'touch' ? { id: pointerId, x: clientX, y: clientY } : null
  }
  const end = ({ pointerId, clientX, clientY }: PointerEvent) => {
    const start = from.current
    from.current = null
    if (start?.id !== pointerId) return
    const step = stepOfSwipe(clientX - start.x, clientY - start.y)
    if (step !== null) steps[step]?.()
  }
  return (
    <div
      className={stage}
      onPointerDown={begin}
      onPointerUp={end}
      onPointerCancel={() => {
        from.current = null
      }}
    >
      {children}
    </div>
  )
}

interface StepButtonProps {
  step: Step
  go: (() => void) | null
  isPending?: boolean | undefined
}

function StepButton({ step, go, isPending = false }: StepButtonProps) {
  const label = step === 'next' ? 'Next video' : 'Previous video'
  const Icon = step === 'next' ? ChevronRight : ChevronLeft
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      // `disabled` would lose the focus, and the keys with it.
      aria-disabled={go === null || undefined}
      aria-busy={isPending || undefined}
      onClick={() => go?.()}
      className={cx(round, sides, step === 'next' ? atEnd : atStart)}
    >
      {isPending ? <Spinner size={22} /> : <Icon size={26} />}
    </button>
  )
}
