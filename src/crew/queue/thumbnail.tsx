import Film from 'lucide-react/icons/film'
import { DurationStamp } from '#client/ui/marks/video-player.tsx'
import { css } from '#styled/css/index.js'

const frame = css({
  position: 'relative',
  flexShrink: '0',
  width: '24',
  aspectRatio: '3/4',
  borderRadius: 'md',
  overflow: 'hidden',
  display: 'grid',
  placeItems: 'center',
  colorScheme: 'dark',
  backgroundColor: 'hullDeep',
  color: 'onHullMuted',
})
const picture = css({ position: 'absolute', inset: '0', boxSize: 'full', objectFit: 'cover' })

export function Thumbnail({ src, seconds }: { src: string | null; seconds: number }) {
  return (
    <div className={frame}>
      <Film size={32} />
      {src !== null && <img src={src} alt="" className={picture} />}
      {seconds > 0 && <DurationStamp seconds={seconds} />}
    </div>
  )
}
