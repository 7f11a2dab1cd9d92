import { sql } from 'kysely'
import { type BoatId, newId, type PostId, type UserId, type VideoId } from '#contract/ids.ts'
import { videoTexts } from '#contract/videos/video-texts.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { hasRow } from '#server/db/rows.ts'
import { notFound } from '#server/http/errors.ts'
import { isPosted } from '#server/videos/crew-videos/index.ts'
import type { PostRow } from './crew-posts.table.ts'
import { type PostWithVideo, selectPosts } from './post-lists.queries.ts'

export const noPost = () => notFound(videoTexts.postUnknown)

/** @throws ApiError 404 */
export async function getPost(db: Db, id: PostId): Promise<PostWithVideo> {
  const post = await selectPosts(db).where('crew_posts.id', '=', id).executeTakeFirst()
  if (!post) throw noPost()
  return post
}

export const findPostByKey = (db: Db, author: UserId, key: string): Promise<{ id: PostId } | undefined> =>
  db
    .selectFrom('crew_posts')
    .select('id')
    .where('author_id', '=', author)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()

export type PostFields = Pick<PostRow, 'caption' | 'tag' | 'visibility' | 'published_at' | 'boat_id'>
export type NewPost = PostFields & Pick<PostRow, 'video_id' | 'author_id' | 'idempotency_key'>

export async function insertPost(trx: Trx, post: NewPost, now: number): Promise<PostId> {
  const id: PostId = newId<'post'>()
  await trx
    .insertInto('crew_posts')
    .values({ ...post, id, created_at: now })
    .execute()
  return id
}

export async function updatePost(trx: Trx, id: PostId, fields: PostFields): Promise<void> {
  await trx.updateTable('crew_posts').set(fields).where('id', '=', id).execute()
}

/**
 * Hides all posts of the video for an owner of the site, so that its author can't publish another one.
 * Takedowns by moderators stay beside it.
 */
export async function hideVideo(trx: Trx, video: VideoId, now: number): Promise<void> {
  await trx
    .updateTable('crew_posts')
    .set(({ fn, val }) => ({ hidden_at: fn.coalesce('hidden_at', val(now)), hidden_by_owner: 1 }))
    .where('video_id', '=', video)
    .execute()
}

/** Undoes {@link hideVideo}; posts that a moderator hid stay hidden. */
export async function showVideo(trx: Trx, video: VideoId): Promise<void> {
  const ofVideo = trx.updateTable('crew_posts').where('video_id', '=', video)
  await ofVideo.set({ hidden_at: null }).where('hidden_by', 'is', null).execute()
  await ofVideo.set({ hidden_by_owner: 0 }).execute()
}

export const isHiddenByOwner = (db: Db, video: VideoId): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('crew_posts')
      .select('id')
      .where('video_id', '=', video)
      // A literal, for SQLite's partial index.
      .where('hidden_by_owner', '=', sql.lit(1)),
  )

/** Hides or shows a post for a moderator of the boat. @param takedown null: shown again */
export async function setPostHidden(
  trx: Trx,
  id: PostId,
  takedown: { at: number; by: UserId | null } | null,
): Promise<void> {
  await trx
    .updateTable('crew_posts')
    .set({ hidden_at: takedown?.at ?? null, hidden_by: takedown?.by ?? null })
    .where('id', '=', id)
    .execute()
}

/**
 * Gives the author's posts for backers a boat, once the author is approved as crew.
 * Only the author saw them before.
 */
export async function giveBoatToWaitingPosts(trx: Trx, author: UserId, boat: BoatId): Promise<void> {
  await trx
    .updateTable('crew_posts')
    .set({ boat_id: boat })
    .where('author_id', '=', author)
    .where('boat_id', 'is', null)
    .where('visibility', '=', 'Backers')
    .where('published_at', 'is not', null)
    .execute()
}

/** @returns whether another post uses the video */
export async function deletePost(trx: Trx, id: PostId, video: VideoId): Promise<boolean> {
  await trx.deleteFrom('crew_posts').where('id', '=', id).execute()
  return isPosted(trx, video)
}
