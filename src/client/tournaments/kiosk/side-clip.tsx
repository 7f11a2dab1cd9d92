import { useEffect, useRef } from 'react'
import type { PublicPost } from '#contract/videos/crew-posts.ts'
import { css } from '#styled/css/index.js'

const frame = css({
  position: 'relative',
  flexGrow: '1',
  minHeight: '48',
  overflow: 'hidden',
  borderRadius: 'sm',
  colorScheme: 'dark',
  backgroundColor: 'hullDeep',
  color: 'onHull',
})
const film = css({ position: 'absolute', inset: '0', boxSize: 'full', objectFit: 'cover' })
const words = css({
  position: 'absolute',
  insetInline: '0',
  bottom: '0',
  padding: '3',
  backgroundColor: 'shade',
  fontFamily: 'heading',
})
const title = css({ fontWeight: 'bold', fontSize: 'xl', lineHeight: 'clipped', truncate: true })
const caption = css({ fontSize: 'lg', lineHeight: 'clipped', lineClamp: '2' })

interface SideClipProps {
  clip: PublicPost
  isPaused: boolean
  onBroken(): void
}

/** Silent; a still picture while motion is reduced. */
export function SideClip({ clip: { video, boat, tag, caption: text }, isPaused, onBroken }: SideClipProps) {
  const element = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const isStill = isPaused || matchMedia('(prefers-reduced-motion: reduce)').matches
    if (isStill) element.current?.pause()
    else element.current?.play().catch(() => {})
  }, [isPaused])
  return (
    <div className={frame}>
      <video
        ref={element}
        src={video.videoUrl ?? undefined}
        poster={video.thumbnailUrl ?? undefined}
        aria-label={boat ? `${tag} on ${boat.name}` : tag}
        muted
        playsInline
        preload="metadata"
        className={film}
        onError={onBroken}
      />
      <div className={words}>
        <p className={title}>{boat?.name ?? tag}</p>
        {text !== null && <p className={caption}>{text}</p>}
      </div>
    </div>
  )
}
