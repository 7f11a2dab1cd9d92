import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { whenRefreshed } from '#client/api/refresh.ts'
import { assignmentQuery } from '#client/boats/api/crew.ts'
import { toast } from '#client/lib/toast.ts'
import { paths } from '#client/paths.ts'
import { SubmitButton } from '#client/ui/forms/form.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { videoQuery } from '#client/videos/api/videos.ts'
import { videoTexts } from '#contract/videos/video-texts.ts'
import { css } from '#styled/css/index.js'
import { CrewLinkButton, SubViewHeader } from '../lib/crew-link.tsx'
import { navigate } from '../lib/location.ts'
import { Screen } from '../lib/screen.tsx'
import { queueApi } from '../queue/api.ts'
import { itemsAtom } from '../queue/atoms.ts'
import type { ItemMeta, PostFields, QueueItem } from '../queue/item.ts'
import { canCompose } from '../queue/machine.ts'
import { QueueLoading } from '../queue/queue-loading.tsx'
import { getQueue } from '../queue/runtime.ts'
import { classifyFailure, queueTexts } from '../queue/upload-failure.ts'
import { audienceOf } from './audience.ts'
import { LocalPreview } from './local-preview.tsx'
import { showFailure, showPublished } from './messages.ts'
import { PostForm } from './post-form.tsx'

type UploadedAction = NonNullable<ItemMeta['onUploaded']>

const queuedTexts: Record<UploadedAction, string> = {
  publish: 'Your post is published when the upload finishes.',
  draft: 'Your draft is created when the upload finishes.',
}

/** The queue may have published what is to be a draft. */
function showPosted(action: UploadedAction, isPublished: boolean): void {
  if (action === 'publish') showPublished()
  else if (isPublished) toast({ title: 'Post saved', description: 'It was already published.' })
  else toast({ title: 'Draft saved' })
}

const compose = (id: string, fields: PostFields, onUploaded: UploadedAction | null) =>
  getQueue().apply(id, { type: 'composed', meta: { ...fields, onUploaded } })

/** Storage may fail; the form keeps the text. */
const saveDraft = (id: string, fields: PostFields, onUploaded: UploadedAction | null) =>
  void compose(id, fields, onUploaded).catch(() => {})

/**
 * Posts now, or else leaves it to the queue under the same idempotency key.
 * @returns the post, or null if the queue makes it @throws RequestError when the server refuses it
 */
async function postNow(
  item: QueueItem,
  fields: PostFields,
  onUploaded: UploadedAction,
  draft: Draft,
): Promise<{ isPublished: boolean } | null> {
  if (item.status !== 'READY_TO_POST') {
    await compose(item.id, fields, onUploaded)
    return null
  }
  await compose(item.id, fields, null)
  try {
    const content = { ...item.meta, ...fields, onUploaded }
    const { postId, isPublished } = await queueApi.post({ ...item, meta: content })
    await getQueue().apply(item.id, { type: 'posted', postId, content })
    return { isPublished }
  } catch (error) {
    const { kind, message } = classifyFailure(error)
    if (kind !== 'later') throw error
    await getQueue().apply(item.id, { type: 'postFailed', message, keepAction: true, notBefore: 0 })
    await compose(item.id, draft.latest(), onUploaded)
    return null
  }
}

interface Draft {
  /** The typed text, also while the form is sent. */
  latest(): PostFields
  write(fields: PostFields): void
  decide(): void
}

/** Saves the form, and pauses the queue's post until the form is left. */
function useDraft({ id, meta }: QueueItem): Draft {
  const [onUploaded] = useState(meta.onUploaded)
  const latest = useRef<PostFields>(meta)
  const isDecided = useRef(false)
  useEffect(() => {
    if (onUploaded === null) return
    saveDraft(id, latest.current, null)
    return () => {
      if (!isDecided.current) saveDraft(id, latest.current, onUploaded)
    }
  }, [id, onUploaded])
  return {
    latest: () => latest.current,
    write(fields) {
      latest.current = fields
      saveDraft(id, fields, null)
    },
    decide() {
      isDecided.current = true
    },
  }
}

const muted = css({ color: 'inkMuted', fontSize: 'md' })

function PreparingNote({ videoId }: { videoId: string }) {
  const { data } = useQuery(videoQuery(videoId))
  return data?.isPreparing === true ? (
    <p role="status" className={muted}>
      {videoTexts.preparingPost}
    </p>
  ) : null
}

function ComposeForm({ item }: { item: QueueItem }) {
  const draft = useDraft(item)
  const { data: assignment } = useQuery(assignmentQuery())

  const submit = async (fields: PostFields, intent: string) => {
    const onUploaded: UploadedAction = intent === 'draft' ? 'draft' : 'publish'
    const post = await postNow(item, fields, onUploaded, draft)
    draft.decide()
    if (post) {
      await whenRefreshed()
      showPosted(onUploaded, post.isPublished)
      navigate(paths.crewPosts(), { replace: true })
    } else {
      toast({ title: 'Saved', description: queuedTexts[onUploaded] })
      navigate(paths.crewQueue(), { replace: true })
    }
  }

  return (
    <>
      <LocalPreview item={item} />
      {item.status === 'READY_TO_POST' && item.meta.videoId !== null && (
        <PreparingNote videoId={item.meta.videoId} />
      )}
      <PostForm
        start={item.meta}
        onSubmit={submit}
        onError={error => showFailure('Failed to publish', error)}
        onChange={draft.write}
        {...(assignment && { audience: visibility => audienceOf(assignment, visibility) })}
      >
        <SubmitButton size="wet" name="intent" value="publish" pendingLabel="Publishing...">
          Publish Post
        </SubmitButton>
        <SubmitButton size="wet" variant="secondary" name="intent" value="draft" pendingLabel="Saving...">
          Save Draft
        </SubmitButton>
      </PostForm>
    </>
  )
}

function Composing({ itemId }: { itemId: string }) {
  const items = useAtomValue(itemsAtom)
  if (items === null) return <QueueLoading />
  const item = items.find(({ id }) => id === itemId)
  if (item && canCompose(item)) return <ComposeForm item={item} />
  const toQueue = <CrewLinkButton href={paths.crewQueue()}>Upload Queue</CrewLinkButton>
  if (!item)
    return (
      <EmptyState title="Video not found" description="It isn’t in this device’s queue." action={toQueue} />
    )
  if (item.meta.postId === null)
    return <EmptyState title={queueTexts.failed} description={item.errorMessage} action={toQueue} />
  return (
    <EmptyState
      title="This video is posted"
      description="Edit its post instead."
      action={<CrewLinkButton href={paths.crewPost(item.meta.postId)}>View Post</CrewLinkButton>}
    />
  )
}

export default function ComposeScreen({ itemId }: { itemId: string }) {
  return (
    <Screen>
      <SubViewHeader title="Compose Post" parent={paths.crewQueue()} />
      <Composing itemId={itemId} />
    </Screen>
  )
}
