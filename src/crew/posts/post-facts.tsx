import { Row } from '#client/ui/layout/stack.tsx'
import { Badge } from '#client/ui/marks/badge.tsx'
import { RelativeTime } from '#client/ui/marks/relative-time.tsx'
import { formatDuration } from '#contract/numbers.ts'
import type { CrewPost } from '#contract/videos/crew-posts.ts'
import { videoTexts } from '#contract/videos/video-texts.ts'
import { css } from '#styled/css/index.js'

const caption = css({ fontWeight: 'semibold', overflowWrap: 'anywhere', whiteSpace: 'pre-line' })
const muted = css({ color: 'inkMuted', fontSize: 'md' })

function VideoNote({ videoState, publishedAt }: CrewPost) {
  if (videoState === 'failed') return <p className={muted}>{videoTexts.notConverted}</p>
  if (videoState !== 'preparing') return null
  return (
    <p role="status" className={muted}>
      {publishedAt === null ? videoTexts.preparing : videoTexts.preparingPost}
    </p>
  )
}

/** @param withDuration where the player doesn't stamp it while it plays */
export function PostFacts({ post, withDuration = false }: { post: CrewPost; withDuration?: boolean }) {
  const { tag, visibility, publishedAt, createdAt, caption: text, boat, hidden } = post
  const waitsForBoat = publishedAt !== null && visibility === 'Backers' && boat === null
  return (
    <>
      <Row>
        <Badge tone="info">{tag}</Badge>
        {publishedAt === null ? (
          <Badge tone="soon">Draft</Badge>
        ) : (
          <Badge tone={visibility === 'Public' ? 'completed' : 'neutral'}>
            {visibility === 'Public' ? 'Public' : 'Backers Only'}
          </Badge>
        )}
        {hidden && <Badge tone="cancelled">Taken off</Badge>}
      </Row>
      <VideoNote {...post} />
      {text && <p className={caption}>{text}</p>}
      <p className={muted}>
        {boat ? `${boat.name} · ` : ''}
        <RelativeTime iso={publishedAt ?? createdAt} />
        {withDuration && ` · ${formatDuration(post.video.durationSec)}`}
      </p>
      {waitsForBoat && (
        <p className={muted}>Only you can see this post until a boat’s owner approves you as crew.</p>
      )}
    </>
  )
}
