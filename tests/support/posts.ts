import type { Insertable } from 'kysely'
import { newId, type PostId, type UserId, type VideoId } from '#contract/ids.ts'
import type { Db } from '#server/db/connection.ts'
import type { Tables } from '#server/db/tables.ts'
import { addUser } from './factories.ts'

type Some<Table extends keyof Tables> = Partial<Insertable<Tables[Table]>>

/** Ready by default; stores no files. */
export async function addVideoRow(db: Db, values: Some<'crew_videos'> = {}): Promise<VideoId> {
  const id: VideoId = values.id ?? newId<'video'>()
  const now = Date.now()
  await db
    .insertInto('crew_videos')
    .values({
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
      expires_at: now + 86_400_000,
      ...values,
    })
    .execute()
  return id
}

/** Public and published by default. */
export async function addPost(db: Db, values: Some<'crew_posts'> = {}): Promise<PostId> {
  const id: PostId = values.id ?? newId<'post'>()
  const author: UserId = values.author_id ?? (await addUser(db))
  const now = Date.now()
  await db
    .insertInto('crew_posts')
    .values({
      id,
      author_id: author,
      video_id: values.video_id ?? (await addVideoRow(db, { owner_id: author })),
      tag: 'Catch',
      visibility: 'Public',
      published_at: now,
      created_at: now,
      ...values,
    })
    .execute()
  return id
}

export async function addStake(db: Db, values: Some<'fundings'>): Promise<void> {
  const now = Date.now()
  await db
    .insertInto('fundings')
    .values({
      id: newId<'funding'>(),
      backer_id: values.backer_id ?? (await addUser(db)),
      amount_cents: 5000,
      status: 'completed',
      mode: 'test',
      created_at: now,
      held_until: now,
      ...values,
    })
    .execute()
}
