import Hourglass from 'lucide-react/icons/hourglass'
import RotateCw from 'lucide-react/icons/rotate-cw'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { reusableLink, runsOut } from '#client/lib/media-link.ts'
import { useNow } from '#client/lib/now.tsx'
import { useReusableLink } from '#client/lib/use-reusable-link.ts'
import { Button, Spinner } from '#client/ui/controls/button.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { formatDuration, spokenDuration } from '#contract/numbers.ts'
import { css, cva, cx } from '#styled/css/index.js'

const frame = cva({
  base: {
    position: 'relative',
    width: 'full',
    marginInline: 'auto',
    overflow: 'hidden',
    colorScheme: 'dark',
    backgroundColor: 'hullDeep',
    color: 'onHull',
  },
  variants: {
    ratio: {
      // Height is at most 80 % of the viewport's.
      '9/16': { aspectRatio: '9/16', maxWidth: 'min(100%, calc(80dvh * 9 / 16))', borderRadius: 'lg' },
      '16/9': { aspectRatio: '16/9', maxWidth: 'min(100%, calc(80dvh * 16 / 9))', borderRadius: 'lg' },
      fill: { height: 'full' },
    },
  },
  defaultVariants: { ratio: '9/16' },
})

const video = css({
  display: 'block',
  boxSize: 'full',
  objectFit: 'contain',
  '&:focus-visible': { outlineOffset: '-3px' },
})

const stamp = cva({
  base: {
    position: 'absolute',
    top: '2',
    paddingInline: '2',
    borderRadius: 'sm',
    backgroundColor: 'shade',
    color: 'onHull',
    fontFamily: 'heading',
    fontWeight: 'semibold',
    fontSize: 'lg',
    lineHeight: 'snug',
    fontVariantNumeric: 'tabular-nums',
    pointerEvents: 'none',
  },
  variants: {
    corner: { start: { insetInlineStart: '2' }, end: { insetInlineEnd: '2' } },
  },
  defaultVariants: { corner: 'end' },
})

const note = css({
  position: 'absolute',
  inset: '0',
  column: '3',
  alignItems: 'center',
  justifyContent: 'center',
  padding: '5',
  textAlign: 'center',
})
const opaque = css({ backgroundColor: 'hullDeep' })
const overPicture = css({ backgroundColor: 'shade', pointerEvents: 'none' })

export function DurationStamp({
  seconds,
  corner,
}: {
  seconds: number
  corner?: 'start' | 'end' | undefined
}) {
  return (
    <span className={stamp({ corner })}>
      <span aria-hidden>{formatDuration(seconds)}</span>
      <VisuallyHidden>{spokenDuration(seconds)}</VisuallyHidden>
    </span>
  )
}

export interface VideoPlayerProps {
  /** Null while processing. */
  src: string | null
  poster?: string | null | undefined
  /** Seconds, shown until metadata loads. */
  durationSec: number
  label: string
  ratio?: '9/16' | '16/9' | 'fill' | undefined
  autoPlay?: boolean | undefined
  /** Returns a fresh link, or null if the video was deleted. */
  onNeedFreshLink?: (() => Promise<string | null>) | undefined
  ref?: RefObject<HTMLVideoElement | null> | undefined
}

/** A second failure within these limits: the file is broken, not the link. */
const near = { seconds: 1, ms: 30_000 }

const stampCorner = (ratio: VideoPlayerProps['ratio']) => (ratio === 'fill' ? 'start' : 'end')

type Trouble = 'renewing' | 'broken' | 'gone' | null

/** Resumes with a fresh link when the link fails or expires. A playing video keeps its link. */
export function VideoPlayer({
  src,
  poster = null,
  durationSec,
  label,
  ratio = '9/16',
  autoPlay = false,
  onNeedFreshLink,
  ref,
}: VideoPlayerProps) {
  const own = useRef<HTMLVideoElement>(null)
  const element = ref ?? own
  const now = useNow()
  const picture = useReusableLink(poster)
  const [{ source, link }, setLink] = useState({ source: src, link: src })
  const [trouble, setTrouble] = useState<Trouble>(null)
  const [playing, setPlaying] = useState(false)
  const resume = useRef<{ at: number; plays: boolean } | null>(null)
  const wantsToPlay = useRef(autoPlay)
  const lastFailure = useRef<{ at: number; when: number } | null>(null)

  // The new link is to the same file: keeps the current one.
  if (source !== src) setLink({ source: src, link: reusableLink(link, src, now) })

  const goOnWith = (next: string | null) => {
    resume.current = { at: element.current?.currentTime ?? 0, plays: wantsToPlay.current }
    setLink({ source: src, link: next })
    setTrouble(null)
    // React doesn't reload an equal URL.
    if (next === link) element.current?.load()
  }

  const renew = async () => {
    setTrouble('renewing')
    try {
      const next = onNeedFreshLink ? await onNeedFreshLink() : link
      if (next === null) setTrouble('gone')
      else goOnWith(next)
    } catch {
      setTrouble('broken')
    }
  }

  const handleError = () => {
    const at = element.current?.currentTime ?? 0
    const when = performance.now()
    const last = lastFailure.current
    const again = last !== null && Math.abs(at - last.at) < near.seconds && when - last.when < near.ms
    lastFailure.current = { at, when }
    if (again || !onNeedFreshLink) setTrouble('broken')
    else void renew()
  }

  const onEarlyError = useEffectEvent(handleError)
  // A removed element continues loading until garbage collection.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the element comes and goes with the link
  useEffect(() => {
    const video = element.current
    return () => {
      if (video === null || video.isConnected) return
      video.removeAttribute('src')
      video.load()
    }
  }, [link, element])

  // It may have failed before hydration.
  useEffect(() => {
    if (link && element.current?.error) onEarlyError()
  }, [link, element])

  const renewEarly = useEffectEvent(async () => {
    try {
      const next = await onNeedFreshLink?.()
      // Playing again: keep the link.
      if (next && element.current?.paused) goOnWith(next)
    } catch {
      // The next tick retries.
    }
  })
  const endsSoon = link !== null && runsOut(link, now)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each tick of the clock is another try
  useEffect(() => {
    if (endsSoon && !playing && trouble === null) void renewEarly()
  }, [endsSoon, playing, trouble, now])

  if (link === null) return <Processing ratio={ratio} poster={picture} durationSec={durationSec} />
  return (
    <div className={frame({ ratio })}>
      {/* biome-ignore lint/a11y/useMediaCaption: crews' recordings have no captions */}
      <video
        ref={element}
        src={link}
        poster={picture ?? undefined}
        aria-label={label}
        controls
        preload="metadata"
        playsInline
        autoPlay={autoPlay}
        onError={handleError}
        onLoadedMetadata={({ currentTarget }) => {
          const going = resume.current
          resume.current = null
          if (going === null) return
          currentTarget.currentTime = going.at
          // Autoplay may be blocked.
          if (going.plays) currentTarget.play().catch(() => {})
        }}
        onPlay={() => {
          wantsToPlay.current = true
        }}
        onPlaying={() => setPlaying(true)}
        onEmptied={() => setPlaying(false)}
        onPause={() => {
          wantsToPlay.current = false
          setPlaying(false)
        }}
        className={video}
      />
      {!playing && trouble === null && <DurationStamp seconds={durationSec} corner={stampCorner(ratio)} />}
      {trouble === 'renewing' && (
        <div role="status" className={cx(note, overPicture)}>
          <Spinner size={32} />
          <VisuallyHidden>Loading...</VisuallyHidden>
        </div>
      )}
      {(trouble === 'broken' || trouble === 'gone') && (
        <div role="alert" className={cx(note, opaque)}>
          <TriangleAlert size={32} />
          <p>{trouble === 'gone' ? 'This video was deleted.' : 'This video could not be loaded.'}</p>
          {trouble === 'broken' && (
            <Button
              variant="secondary"
              onClick={() => {
                element.current?.focus({ preventScroll: true })
                void renew()
              }}
            >
              <RotateCw size={18} />
              Try again
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

const still = css({ boxSize: 'full', objectFit: 'contain' })

function Processing({
  ratio,
  poster,
  durationSec,
}: Pick<VideoPlayerProps, 'ratio' | 'poster' | 'durationSec'>) {
  return (
    <div className={frame({ ratio })}>
      {poster && <img src={poster} alt="" className={still} />}
      <DurationStamp seconds={durationSec} corner={stampCorner(ratio)} />
      <div role="status" className={cx(note, overPicture)}>
        <Hourglass size={32} />
        <p>This video is being processed. It will play here when it is ready.</p>
      </div>
    </div>
  )
}
