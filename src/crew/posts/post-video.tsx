import { useQueryClient } from '@tanstack/react-query'
import Play from 'lucide-react/icons/play'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { DurationStamp, VideoPlayer } from '#client/ui/marks/video-player.tsx'
import { ownPostQuery } from '#client/videos/api/posts.ts'
import type { CrewPost } from '#contract/videos/crew-posts.ts'
import { videoTexts } from '#contract/videos/video-texts.ts'
import { css } from '#styled/css/index.js'

const still = css({
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  width: 'full',
  aspectRatio: '16/9',
  colorScheme: 'dark',
  backgroundColor: 'hullDeep',
  color: 'onHull',
  cursor: 'pointer',
  '&:disabled': { cursor: 'default' },
  '&:focus-visible': { outlineOffset: '-3px', outlineColor: 'onHull' },
})
const picture = css({ position: 'absolute', inset: '0', boxSize: 'full', objectFit: 'contain' })
const sign = css({
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  boxSize: '16',
  borderRadius: 'full',
  backgroundColor: 'overLens',
})
const frame = css({ position: 'relative' })
const words = css({ position: 'relative', padding: '4', textAlign: 'center' })

/** Names a post in a sentence. */
export const labelOf = ({ tag, caption }: CrewPost) => (caption ? `${tag}: ${caption}` : `${tag} video`)

interface Props {
  post: CrewPost
  ratio: '9/16' | '16/9'
  autoPlay?: boolean
  ref?: RefObject<HTMLVideoElement | null>
}

function statusText({ videoState }: CrewPost): string {
  if (videoState === 'failed') return videoTexts.notConverted
  if (videoState === 'removed') return videoTexts.noLongerKept
  return `${videoTexts.preparing} It plays here once it is ready.`
}

/** Replaces an expired link. */
export function PostVideo({ post, ratio, autoPlay = false, ref }: Props) {
  const client = useQueryClient()
  const { videoUrl: latest, thumbnailUrl, durationSec } = post.video
  // The link changes after processing; a player keeps its first.
  const [first] = useState(latest)
  const videoUrl = first ?? latest
  if (videoUrl === null)
    return (
      <div className={still}>
        <p role="status" className={words}>
          {statusText(post)}
        </p>
      </div>
    )
  const fresh = async () => {
    const { video } = await client.fetchQuery({ ...ownPostQuery(post.id), staleTime: 0 })
    return video.videoUrl ?? videoUrl
  }
  return (
    <VideoPlayer
      src={videoUrl}
      poster={thumbnailUrl}
      durationSec={durationSec}
      label={labelOf(post)}
      ratio={ratio}
      autoPlay={autoPlay}
      ref={ref}
      onNeedFreshLink={fresh}
    />
  )
}

/** Loads on tap: a slow link can't carry twenty players. */
export function PostVideoCard({ post }: { post: CrewPost }) {
  const [isOpen, setOpen] = useState(false)
  const player = useRef<HTMLVideoElement>(null)
  // The focused button is removed.
  useEffect(() => {
    if (isOpen) player.current?.focus({ preventScroll: true })
  }, [isOpen])
  const { videoUrl, thumbnailUrl, durationSec } = post.video
  if (isOpen || videoUrl === null) return <PostVideo post={post} ratio="16/9" autoPlay ref={player} />
  return (
    <div className={frame}>
      <button
        type="button"
        className={still}
        aria-label={`Play ${labelOf(post)}`}
        onClick={() => setOpen(true)}
      >
        {thumbnailUrl !== null && <img src={thumbnailUrl} alt="" loading="lazy" className={picture} />}
        <span className={sign}>
          <Play size={30} />
        </span>
      </button>
      <DurationStamp seconds={durationSec} />
    </div>
  )
}
