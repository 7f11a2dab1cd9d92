import { newId, type PostId, type VideoId } from '#contract/ids.ts'
import { day } from '#contract/time.ts'
import type { Db } from '#server/db/connection.ts'
import { addUser } from './factories.ts'
import { addRows, type Some } from './rows.ts'

/** Ready by default; stores no files. */
export async function addVideoRow(db: Db, values: Some<'crew_videos'> = {}): Promise<VideoId> {
  const id: VideoId = values.id ?? newId<'video'>()
  const now = Date.now()
  await addRows(db, 'crew_videos', {
    id,
    owner_id: values.owner_id ?? (await addUser(db)),
    file_name: 'video-1.webm',
    size_bytes: 1000,
    status: 'ready',
    duration_ms: 12_000,
    format: 'webm',
    has_web: 1,
    has_poster: 1,
    created_at: now,
    expires_at: now + day,
    ...values,
  })
  return id
}

/** Public and published by default. */
export async function addPost(db: Db, values: Some<'crew_posts'> = {}): Promise<PostId> {
  const id: PostId = values.id ?? newId<'post'>()
  const author = values.author_id ?? (await addUser(db))
  const now = Date.now()
  await addRows(db, 'crew_posts', {
    id,
    author_id: author,
    video_id: values.video_id ?? (await addVideoRow(db, { owner_id: author })),
    tag: 'Catch',
    visibility: 'Public',
    published_at: now,
    created_at: now,
    ...values,
  })
  return id
}

/** Leaves the entry unchanged, unlike `addFunding`. */
export async function addStake(db: Db, values: Some<'fundings'>): Promise<void> {
  const now = Date.now()
  await addRows(db, 'fundings', {
    id: newId<'funding'>(),
    backer_id: values.backer_id ?? (await addUser(db)),
    amount_cents: 5000,
    status: 'completed',
    mode: 'test',
    created_at: now,
    held_until: now,
    ...values,
  })
}
