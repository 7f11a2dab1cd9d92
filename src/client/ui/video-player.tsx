import RotateCw from 'lucide-react/icons/rotate-cw'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { formatDuration, spokenDuration } from '#client/ui/format.ts'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { css, cva } from '#styled/css/index.js'

const frame = cva({
  base: {
    position: 'relative',
    width: 'full',
    marginInline: 'auto',
    overflow: 'hidden',
    borderRadius: 'lg',
    colorScheme: 'dark',
    backgroundColor: 'hullDeep',
    color: 'onHull',
  },
  variants: {
    ratio: {
      // Never taller than the screen: the width follows from the height that is there.
      '9/16': { aspectRatio: '9/16', maxWidth: 'min(100%, calc(80dvh * 9 / 16))' },
      '16/9': { aspectRatio: '16/9', maxWidth: 'min(100%, calc(80dvh * 16 / 9))' },
    },
  },
  defaultVariants: { ratio: '9/16' },
})

const video = css({
  display: 'block',
  width: 'full',
  height: 'full',
  objectFit: 'contain',
  '&:focus-visible': { outlineOffset: '-3px' },
})

const stamp = css({
  position: 'absolute',
  top: '2',
  insetInlineEnd: '2',
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
})

const trouble = css({
  position: 'absolute',
  inset: '0',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '3',
  padding: '5',
  textAlign: 'center',
  backgroundColor: 'hullDeep',
})

/** The length of a video, as a small plate; also for a card that only links to one. */
export function DurationStamp({ seconds }: { seconds: number }) {
  return (
    <span className={stamp}>
      <span aria-hidden>{formatDuration(seconds)}</span>
      <VisuallyHidden>{spokenDuration(seconds)}</VisuallyHidden>
    </span>
  )
}

export interface VideoPlayerProps {
  src: string
  poster?: string | null | undefined
  /** As stored: shown before, and without, the file's own metadata. */
  durationSec: number
  label: string
  ratio?: '9/16' | '16/9' | undefined
  autoPlay?: boolean | undefined
  muted?: boolean | undefined
  loop?: boolean | undefined
  /** A signed link lives an hour: fetches the next one when this fails. */
  onNeedFreshLink?: (() => Promise<string>) | undefined
  children?: ReactNode
}

export function VideoPlayer({
  src,
  poster,
  durationSec,
  label,
  ratio = '9/16',
  autoPlay = false,
  muted = false,
  loop = false,
  onNeedFreshLink,
  children,
}: VideoPlayerProps) {
  const element = useRef<HTMLVideoElement>(null)
  const resumeAt = useRef(0)
  const [fresh, setFresh] = useState<{ of: string; link: string } | null>(null)
  const [broken, setBroken] = useState(false)
  const [retrying, setRetrying] = useState(false)
  const [playing, setPlaying] = useState(false)
  const link = fresh?.of === src ? fresh.link : src

  // The server's <video> may have failed before React listened.
  useEffect(() => {
    if (link && element.current?.error) setBroken(true)
  }, [link])

  const retry = async () => {
    resumeAt.current = element.current?.currentTime ?? 0
    setRetrying(true)
    try {
      const next = onNeedFreshLink ? await onNeedFreshLink() : link
      setFresh({ of: src, link: next })
      setBroken(false)
      if (next === link) element.current?.load()
    } catch {
      setBroken(true)
    } finally {
      setRetrying(false)
    }
  }

  return (
    <div className={frame({ ratio })}>
      <video
        ref={element}
        src={link}
        poster={poster ?? undefined}
        aria-label={label}
        controls
        preload="metadata"
        playsInline
        autoPlay={autoPlay}
        muted={muted}
        loop={loop}
        onError={() => setBroken(true)}
        onLoadedMetadata={event => {
          setBroken(false)
          if (resumeAt.current > 0) event.currentTarget.currentTime = resumeAt.current
        }}
        onPlaying={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        className={video}
      />
      {!playing && !broken && <DurationStamp seconds={durationSec} />}
      {children}
      {broken && (
        <div role="alert" className={trouble}>
          <TriangleAlert size={32} aria-hidden />
          <p>This video could not be loaded.</p>
          <Button
            variant="secondary"
            pending={retrying}
            pendingLabel="Loading..."
            onClick={() => void retry()}
          >
            <RotateCw size={18} aria-hidden />
            Try again
          </Button>
        </div>
      )}
    </div>
  )
}
