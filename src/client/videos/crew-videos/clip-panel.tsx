import { Dialog as Ark } from '@ark-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import EyeOff from 'lucide-react/icons/eye-off'
import Share2 from 'lucide-react/icons/share-2'
import Undo2 from 'lucide-react/icons/undo-2'
import type { ReactNode } from 'react'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { share } from '#client/lib/share.ts'
import { paths } from '#client/paths.ts'
import { useSession } from '#client/people/api/use-session.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { NameLink } from '#client/ui/controls/link.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import { Muted } from '#client/ui/layout/text.tsx'
import { Badge } from '#client/ui/marks/badge.tsx'
import { RelativeTime } from '#client/ui/marks/relative-time.tsx'
import { postQuery, restorePost, takeDownPost } from '#client/videos/api/posts.ts'
import { css } from '#styled/css/index.js'
import { type Clip, titleOf } from './clip.ts'
import { ReportVideo } from './report-video.tsx'
import { TagBadge } from './tag-badge.tsx'

const panel = css({
  column: { base: '2', md: '4' },
  minWidth: '0',
  maxHeight: { base: '45dvh', md: 'none', _landscapePhone: 'none' },
  overflowY: 'auto',
  padding: { base: '4', md: '6' },
  paddingBottom: { base: 'max(1rem, env(safe-area-inset-bottom))', md: '6' },
  paddingTop: { md: '16', _landscapePhone: '14' },
})
const name = css({ textStyle: 'subheading', fontWeight: 'bold', overflowWrap: 'anywhere' })
const caption = css({ fontSize: { base: 'md', md: 'lg' }, overflowWrap: 'anywhere', whiteSpace: 'pre-line' })
const actions = css({ display: 'flex', flexWrap: 'wrap', gap: '2', marginTop: { md: 'auto' } })

export interface ClipPanelProps {
  clip: Clip
  /** State of the boat, and the way to fund it. */
  boatNow(boatId: string): ReactNode
}

export function ClipPanel({ clip, boatNow }: ClipPanelProps) {
  const { id, tag, boat, publishedAt, isPrivate = false } = clip
  const { isAuthenticated } = useSession()
  const { data: post } = useQuery({ ...postQuery(id), enabled: isAuthenticated, retry: false })
  return (
    <div className={panel}>
      <Row>
        <TagBadge tag={tag} />
        {isPrivate && <Badge>Backers</Badge>}
        <Muted as="span" small>
          <RelativeTime iso={publishedAt} />
        </Muted>
        <span role="status">{post?.hidden && <Badge tone="cancelled">Off the feed</Badge>}</span>
      </Row>
      <Ark.Title className={name}>
        {boat === null ? 'Crew Video' : <NameLink href={paths.boat(boat.id)}>{boat.name}</NameLink>}
      </Ark.Title>
      {boat !== null && boatNow(boat.id)}
      {clip.caption !== null && <Ark.Description className={caption}>{clip.caption}</Ark.Description>}
      <div className={actions}>
        {!isPrivate && !post?.hidden && (
          <Button
            variant="secondary"
            onClick={() => void share(titleOf(clip), new URL(paths.crewVideo(id), location.origin).href)}
          >
            <Share2 size={20} />
            Share
          </Button>
        )}
        {post?.canTakeOff ? <TakeOff id={id} isOff={post.hidden} /> : <ReportVideo id={id} />}
      </div>
    </div>
  )
}

/** Reversible, so without confirmation. */
function TakeOff({ id, isOff }: { id: string; isOff: boolean }) {
  const { pending, run } = useApiMutation(
    isOff ? restorePost : takeDownPost,
    'That did not work. Please try again.',
  )

  return (
    <Button variant="secondary" pending={pending} onClick={() => void run({ params: { id } })}>
      {isOff ? <Undo2 size={20} /> : <EyeOff size={20} />}
      {isOff ? 'Put back' : 'Take off the feed'}
    </Button>
  )
}
