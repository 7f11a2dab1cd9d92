import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { toast } from '#client/lib/toast.ts'
import { paths } from '#client/paths.ts'
import { SubmitButton } from '#client/ui/forms/form.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { LoadingText, Skeleton } from '#client/ui/layout/skeleton.tsx'
import type { CrewVideo } from '#contract/crew-videos.ts'
import { videoTexts } from '#contract/video-texts.ts'
import { css } from '#styled/css/index.js'
import { CrewLinkButton, SubViewHeader } from '../lib/crew-link.tsx'
import { navigate } from '../lib/location.ts'
import { Screen } from '../lib/screen.tsx'
import { queueApi } from '../queue/api.ts'
import { itemsAtom } from '../queue/atoms.ts'
import type { ItemMeta, QueueItem } from '../queue/item.ts'
import { canCompose } from '../queue/machine.ts'
import { getQueue } from '../queue/runtime.ts'
import { classifyFailure } from '../queue/upload-failure.ts'
import { LocalPreview } from './local-preview.tsx'
import { sayFailed, sayPublished } from './messages.ts'
import { type PostFields, PostForm } from './post-form.tsx'
import { isAboutPosts } from './posts.queries.ts'

type UploadedAction = NonNullable<ItemMeta['onUploaded']>

const saveLater: Record<UploadedAction, { title: string; description: string }> = {
  publish: {
    title: 'Saved',
    description: 'The post is published by itself once the video is uploaded.',
  },
  draft: { title: 'Saved', description: 'The draft is made by itself once the video is uploaded.' },
}

const savedNow = {
  publish: sayPublished,
  draft: () => toast({ title: 'Draft saved' }),
} satisfies Record<UploadedAction, () => void>

const compose = (id: string, fields: PostFields, onUploaded: UploadedAction | null) =>
  getQueue().apply(id, { type: 'composed', meta: { ...fields, onUploaded } })

/** Should the storage refuse the words, they are in the form all the same. */
const keep = (id: string, fields: PostFields, onUploaded: UploadedAction | null) =>
  void compose(id, fields, onUploaded).catch(() => {})

/**
 * Makes the post at once where that is possible, else leaves it to the queue. The key is the item's: should the queue
 * make it at the same time, it is one post all the same.
 * @returns whether it was made
 * @throws RequestError when the server refuses it
 */
async function postNow(item: QueueItem, fields: PostFields, onUploaded: UploadedAction): Promise<boolean> {
  if (item.status !== 'READY_TO_POST') {
    await compose(item.id, fields, onUploaded)
    return false
  }
  await compose(item.id, fields, null)
  try {
    const { postId } = await queueApi.post({ ...item, meta: { ...item.meta, ...fields, onUploaded } })
    await getQueue().apply(item.id, { type: 'posted', postId })
    return true
  } catch (error) {
    if (classifyFailure(error).kind !== 'later') throw error
    await compose(item.id, fields, onUploaded)
    return false
  }
}

/**
 * Keeps what is typed on the device. What was wished before waits meanwhile: the queue would post half a sentence. Who
 * leaves without another decision gets it with what is written then.
 */
function useDraft({ id, meta }: QueueItem) {
  const [onUploaded] = useState(meta.onUploaded)
  const written = useRef<PostFields>(meta)
  const isDecided = useRef(false)
  useEffect(() => {
    if (onUploaded === null) return
    keep(id, written.current, null)
    return () => {
      if (!isDecided.current) keep(id, written.current, onUploaded)
    }
  }, [id, onUploaded])
  return {
    write(fields: PostFields) {
      written.current = fields
      keep(id, fields, null)
    },
    decided() {
      isDecided.current = true
    },
  }
}

const muted = css({ color: 'inkMuted', fontSize: 'md' })

const preparingMs = 5000

/** Says that others cannot see the video yet. */
function PreparingNote({ videoId }: { videoId: string }) {
  const { data } = useQuery<CrewVideo>({
    queryKey: [`/api/crew/videos/${videoId}`],
    retry: 1,
    refetchInterval: ({ state }) => (state.data?.isPreparing === true ? preparingMs : false),
  })
  return data?.isPreparing === true ? (
    <p role="status" className={muted}>
      {videoTexts.preparingPost}
    </p>
  ) : null
}

function ComposeForm({ item }: { item: QueueItem }) {
  const client = useQueryClient()
  const draft = useDraft(item)
  const latest = useRef(item)
  latest.current = item

  const submit = async (fields: PostFields, intent: string) => {
    const onUploaded: UploadedAction = intent === 'draft' ? 'draft' : 'publish'
    const isMade = await postNow(latest.current, fields, onUploaded)
    draft.decided()
    if (isMade) {
      await client.invalidateQueries({ predicate: isAboutPosts })
      savedNow[onUploaded]()
      navigate(paths.crewPosts(), { replace: true })
    } else {
      toast(saveLater[onUploaded])
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
        onError={error => sayFailed('Failed to publish', error)}
        onChange={draft.write}
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
  if (items === null)
    return (
      <>
        <LoadingText />
        <Skeleton shape="card" />
      </>
    )
  const item = items.find(({ id }) => id === itemId)
  if (!item || !canCompose(item))
    return (
      <EmptyState
        title={item?.status === 'POSTED' ? 'This video is posted' : 'Video not found'}
        description={
          item?.status === 'POSTED' ? 'Edit its post instead.' : 'It is not in this device’s queue.'
        }
        action={
          item?.status === 'POSTED' && item.meta.postId !== null ? (
            <CrewLinkButton href={paths.crewPost(item.meta.postId)}>View Post</CrewLinkButton>
          ) : (
            <CrewLinkButton href={paths.crewQueue()}>Upload Queue</CrewLinkButton>
          )
        }
      />
    )
  return <ComposeForm item={item} />
}

/** Writes the post of a queue item, at any time: before, while and after it uploads. */
export default function ComposeScreen({ itemId }: { itemId: string }) {
  return (
    <Screen>
      <SubViewHeader title="Compose Post" parent={paths.crewQueue()} />
      <Composing itemId={itemId} />
    </Screen>
  )
}
