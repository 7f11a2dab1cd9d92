import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { inPlace } from '#client/lib/in-place.ts'
import { toast } from '#client/lib/toast.ts'
import { paths } from '#client/paths.ts'
import { useSession } from '#client/people/api/use-session.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { TextLink } from '#client/ui/controls/link.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { Panel, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { Badge } from '#client/ui/marks/badge.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { dismissReports, reportsQuery, takeDownPost } from '#client/videos/api/posts.ts'
import { countText } from '#contract/numbers.ts'
import type { ReportedPost } from '#contract/videos/crew-posts.ts'
import { css } from '#styled/css/index.js'
import { titleOf } from './clip.ts'
import { Poster } from './poster.tsx'

const item = css({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  columnGap: '4',
  rowGap: '3',
  padding: '3',
  borderInlineStartWidth: '4px',
  borderInlineStartColor: 'amber',
})
const still = css({
  position: 'relative',
  width: '16',
  height: '20',
  overflow: 'hidden',
  borderRadius: 'md',
})
const actions = css({ display: 'flex', flexWrap: 'wrap', gap: '2', gridColumn: '1 / -1' })

interface ReportedVideosProps {
  onOpen(id: string): void
}

/** Reported posts, for the boat's owner and organisers; nothing for others. */
export function ReportedVideos({ onOpen }: ReportedVideosProps) {
  const { isAuthenticated } = useSession()
  const { data = [] } = useQuery({ ...reportsQuery(), enabled: isAuthenticated, retry: false })
  if (data.length === 0) return null
  return (
    <Section id="reported" title="Reported Videos">
      <Stack as="ul" gap="3">
        {data.map(post => (
          <ReportedVideo key={post.id} post={post} onOpen={onOpen} />
        ))}
      </Stack>
    </Section>
  )
}

type Decision = 'keep' | 'take off'

function ReportedVideo({ post, onOpen }: ReportedVideosProps & { post: ReportedPost }) {
  const dismissal = useApiMutation(dismissReports, 'That did not work. Please try again.')
  const [pending, setPending] = useState<Decision | null>(null)
  const { id, reports, reasons, hidden } = post

  const decide = async (decision: Decision) => {
    setPending(decision)
    try {
      if (decision === 'take off') await takeDownPost({ params: { id } })
      await dismissal.send({ params: { id } })
      toast({ title: decision === 'keep' ? 'Reports settled' : 'Taken off the feed' })
      // The buttons are gone.
      document.getElementById('main')?.focus({ preventScroll: true })
    } catch (error) {
      setPending(null)
      dismissal.fail(error)
    }
  }

  return (
    <Panel as="li" className={item}>
      <span className={still}>
        <Poster clip={post} />
      </span>
      <Text as="div" breakable>
        <TextLink href={paths.crewVideo(id)} standalone data-same-page onClick={inPlace(() => onOpen(id))}>
          {titleOf(post)}
        </TextLink>
        <p>
          {countText(reports, 'report')} {hidden && <Badge tone="cancelled">Off the feed</Badge>}
        </p>
        <Muted small multiline>
          {reasons.map(reason => `“${reason}”`).join('\n')}
        </Muted>
      </Text>
      <div className={actions}>
        <Button variant="secondary" pending={pending === 'keep'} onClick={() => void decide('keep')}>
          {hidden ? 'Settle' : 'Keep it'}
          <VisuallyHidden>: {titleOf(post)}</VisuallyHidden>
        </Button>
        {!hidden && (
          <Button
            variant="secondary"
            pending={pending === 'take off'}
            onClick={() => void decide('take off')}
          >
            Take off the feed<VisuallyHidden>: {titleOf(post)}</VisuallyHidden>
          </Button>
        )}
      </div>
    </Panel>
  )
}
