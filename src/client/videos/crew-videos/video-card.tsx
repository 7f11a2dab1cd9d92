import Play from 'lucide-react/icons/play'
import { inPlace } from '#client/lib/in-place.ts'
import { Card } from '#client/ui/layout/card.tsx'
import { RelativeTime } from '#client/ui/marks/relative-time.tsx'
import { DurationStamp } from '#client/ui/marks/video-player.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { css } from '#styled/css/index.js'
import type { Clip } from './clip.ts'
import { preloadPlayer } from './player.tsx'
import { Poster } from './poster.tsx'
import { TagBadge } from './tag-badge.tsx'

export const cardId = (id: string) => `video-${id}`

const frame = css({ position: 'relative', display: 'block', aspectRatio: '4/5', overflow: 'hidden' })
const badge = css({ position: 'absolute', insetInlineStart: '2', top: '2' })
const play = css({
  position: 'absolute',
  insetInlineStart: '3',
  bottom: '3',
  display: 'grid',
  placeItems: 'center',
  boxSize: '11',
  borderRadius: 'full',
  backgroundColor: 'shade',
  color: 'onHull',
  '& svg': { marginInlineStart: '2px', fill: 'currentcolor' },
})
const words = css({ column: '1', flexGrow: '1', padding: { base: '3', sm: '4' }, overflowWrap: 'anywhere' })
const caption = css({ fontWeight: 'semibold', lineHeight: 'snug', lineClamp: '2' })
const meta = css({ textStyle: 'small', color: 'inkMuted', marginTop: 'auto' })
const link = css({
  color: 'inherit',
  textDecoration: 'none',
  _before: { content: '""', position: 'absolute', inset: '0', zIndex: '1', borderRadius: 'lg' },
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible::before': { outline: '3px solid token(colors.focus)', outlineOffset: '-3px' },
})

interface VideoCardProps {
  clip: Clip
  href: string
  eager?: boolean
  /** Plays it on this page; else the link leads to it. */
  onOpen?(id: string): void
}

export function VideoCard({ clip, href, eager = false, onOpen }: VideoCardProps) {
  const { id, tag, boat, publishedAt, video } = clip
  return (
    <Card as="li" pressable>
      <span className={frame}>
        <Poster clip={clip} eager={eager} />
        <span className={badge}>
          <TagBadge tag={tag} />
        </span>
        <DurationStamp seconds={video.durationSec} />
        <span aria-hidden className={play}>
          <Play size={20} />
        </span>
      </span>
      <div className={words}>
        <a
          id={cardId(id)}
          href={href}
          {...(onOpen && {
            'data-same-page': true,
            onClick: inPlace(() => onOpen(id)),
            onPointerEnter: preloadPlayer,
            onFocus: preloadPlayer,
          })}
          className={link}
        >
          <VisuallyHidden>Play </VisuallyHidden>
          <span className={caption}>{clip.caption ?? boat?.name ?? tag}</span>
        </a>
        <span className={meta}>
          {clip.caption !== null && boat !== null && `${boat.name} · `}
          <RelativeTime iso={publishedAt} />
        </span>
      </div>
    </Card>
  )
}
