import CircleAlert from 'lucide-react/icons/circle-alert'
import Eye from 'lucide-react/icons/eye'
import PencilLine from 'lucide-react/icons/pencil-line'
import RotateCw from 'lucide-react/icons/rotate-cw'
import Trash2 from 'lucide-react/icons/trash-2'
import { formatClock } from '#client/domain/dates.ts'
import { useNow } from '#client/lib/now.tsx'
import { atServer } from '#client/lib/server-time.ts'
import { toast } from '#client/lib/toast.ts'
import { paths } from '#client/paths.ts'
import { Button, IconButton } from '#client/ui/controls/button.tsx'
import { Labelled } from '#client/ui/controls/labelled.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import { Badge, type BadgeTone } from '#client/ui/marks/badge.tsx'
import { Progress } from '#client/ui/marks/progress.tsx'
import { RelativeTime } from '#client/ui/marks/relative-time.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { spokenDuration } from '#contract/numbers.ts'
import { css } from '#styled/css/index.js'
import { CrewLinkButton } from '../lib/crew-link.tsx'
import { useOnline } from '../lib/network.ts'
import type { QueueItem, QueueStatus } from './item.ts'
import { canCompose, canDelete, canRetry, isInProgress } from './machine.ts'
import { getQueue } from './runtime.ts'
import { Thumbnail } from './thumbnail.tsx'
import { queueTexts } from './upload-failure.ts'

const body = css({ display: 'flex', flexWrap: 'wrap', gap: '4', padding: '4' })
const facts = css({
  column: '2',
  alignItems: 'flex-start',
  minWidth: '0',
  // The text goes below the still with large fonts.
  flex: '1 1 11rem',
})
const line = css({ display: 'flex', flexWrap: 'wrap', columnGap: '4' })
const words = css({ column: '2', paddingInline: '4', paddingBottom: '4', _empty: { display: 'none' } })
const muted = css({ color: 'inkMuted', fontSize: 'md', fontVariantNumeric: 'tabular-nums' })
const trouble = css({
  display: 'flex',
  gap: '2',
  fontSize: 'md',
  fontWeight: 'semibold',
  '& svg': { flexShrink: '0', marginTop: '0.5' },
})
const bad = css({ color: 'danger' })
const buttons = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '3',
  paddingInline: '4',
  paddingBottom: '4',
  '& > *': { flexGrow: '1' },
  '& > [aria-label]': { flexGrow: '0' },
})

const labels: Record<QueueStatus, string> = {
  WAITING: 'Waiting',
  UPLOADING: 'Uploading',
  PROCESSING: 'Processing',
  READY_TO_POST: 'Ready to Post',
  POSTED: 'Posted',
  FAILED: 'Failed',
}

const tones: Record<QueueStatus, BadgeTone> = {
  WAITING: 'soon',
  UPLOADING: 'info',
  PROCESSING: 'info',
  READY_TO_POST: 'completed',
  POSTED: 'completed',
  FAILED: 'cancelled',
}

const megabytes = (bytes: number) => `${Math.max(0.1, bytes / 1_000_000).toFixed(1)} MB`

function nextOf(item: QueueItem, isOnline: boolean): string | null {
  const { status, failure, errorMessage } = item
  const { onUploaded } = item.meta
  if (errorMessage === queueTexts.gone) return null
  if (status === 'FAILED')
    return failure === 'trouble'
      ? 'It’s still on this device. Retrying automatically.'
      : 'It’s still on this device. Retry, or delete it.'
  if (onUploaded === null || status === 'POSTED') return null
  const isUploaded = status === 'READY_TO_POST'
  if (isUploaded && isOnline) return null
  const when = isUploaded ? 'you’re back online' : 'the upload finishes'
  return onUploaded === 'publish' ? `Publishes when ${when}.` : `Becomes a draft when ${when}.`
}

/** @param time milliseconds since 1970, by the device's clock */
const isoOf = (time: number) => new Date(atServer(time)).toISOString()

/** Names a video for screen readers: "video of 12 seconds, 6:07 PM" without a caption. */
const nameOf = ({ meta, durationSec, createdAt }: QueueItem, now: number) =>
  meta.caption === ''
    ? `video of ${spokenDuration(durationSec)}, ${formatClock(isoOf(createdAt), now, 'local')}`
    : meta.caption

const retry = ({ id }: QueueItem) =>
  void getQueue()
    .retry(id)
    .catch(() =>
      toast({
        title: 'Error',
        description: 'This device’s storage doesn’t respond or is full. Free up space, then try again.',
        variant: 'destructive',
      }),
    )

interface Props {
  item: QueueItem
  onDelete(): void
}

export function QueueCard({ item, onDelete }: Props) {
  const { status, meta, errorMessage } = item
  const next = nextOf(item, useOnline())
  // Renders again when the server's time is known.
  const now = useNow()
  return (
    <Card as="li">
      <div className={body}>
        <Thumbnail src={item.thumbnail} seconds={item.durationSec} />
        <div className={facts}>
          <span role="status">
            <Badge tone={tones[status]}>{labels[status]}</Badge>
            <VisuallyHidden>: {nameOf(item, now)}</VisuallyHidden>
          </span>
          <p className={`${muted} ${line}`}>
            <RelativeTime iso={isoOf(item.createdAt)} /> <span>{megabytes(item.sizeBytes)}</span>
          </p>
          {isInProgress(item) && (
            <Progress
              label={status === 'UPLOADING' ? 'Upload progress' : 'Processing'}
              value={Math.round(item.progress * 100)}
            />
          )}
        </div>
      </div>
      <div className={words}>
        {meta.caption !== '' && (
          <Text weight="semibold" breakable>
            {meta.caption}
          </Text>
        )}
        {errorMessage !== null && (
          <p className={status === 'FAILED' ? `${trouble} ${bad}` : trouble}>
            <CircleAlert size={20} />
            <span>{errorMessage}</span>
          </p>
        )}
        {next && <p className={muted}>{next}</p>}
      </div>
      <QueueButtons item={item} onDelete={onDelete} />
    </Card>
  )
}

function QueueButtons({ item, onDelete }: Props) {
  const { status, meta } = item
  const about = ` ${nameOf(item, useNow())}`
  return (
    <div className={buttons}>
      {meta.postId !== null && (
        <CrewLinkButton href={paths.crewPost(meta.postId)} variant="secondary">
          <Eye size={22} />
          <Labelled label="View Post" about={about} />
        </CrewLinkButton>
      )}
      {canRetry(item) && (
        <Button size="wet" variant="action" onClick={() => retry(item)}>
          <RotateCw size={22} />
          <Labelled label="Retry" about={about} />
        </Button>
      )}
      {canCompose(item) && (
        <CrewLinkButton
          href={paths.crewCompose(item.id)}
          variant={status === 'READY_TO_POST' ? 'action' : 'secondary'}
        >
          <PencilLine size={22} />
          <Labelled label={meta.caption === '' ? 'Add Caption' : 'Edit Caption'} about={about} />
        </CrewLinkButton>
      )}
      {canDelete(item) && (
        <IconButton label={`Delete${about}`} size="wet" variant="secondary" onClick={onDelete}>
          <Trash2 size={24} />
        </IconButton>
      )}
    </div>
  )
}
