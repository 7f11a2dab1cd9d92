import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import {
  type BoatId,
  newId,
  type PostId,
  type TournamentId,
  type UserId,
  type VideoId,
} from '#contract/ids.ts'
import type { PostTag } from '#contract/videos/crew-posts.ts'
import { videoTexts } from '#contract/videos/video-texts.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { compareRow } from '#server/db/row-order.ts'
import { anyOf } from '#server/db/search.ts'
import { notFound } from '#server/http/errors.ts'
import type { Position } from '#server/http/paging.ts'
import { daysMargin, noTies, type PublishedDays, type Ties } from './crew-posts.rules.ts'
import type { PostRow } from './crew-posts.table.ts'

export interface Page {
  size: number
  after: Position
  tag: PostTag | undefined
}

const videoColumns = [
  'crew_videos.status',
  'crew_videos.duration_ms',
  'crew_videos.has_web',
  'crew_videos.has_h264',
  'crew_videos.has_poster',
  'crew_videos.poster_image_id',
  'crew_videos.removed_at',
] as const

const posts = (db: Db) =>
  db
    .selectFrom('crew_posts')
    .innerJoin('crew_videos', 'crew_videos.id', 'crew_posts.video_id')
    .leftJoin('boats', 'boats.id', 'crew_posts.boat_id')
    .selectAll('crew_posts')
    .select(videoColumns)
    .select('boats.name as boat_name')

export type PostWithVideo = Awaited<ReturnType<ReturnType<typeof posts>['executeTakeFirstOrThrow']>>

type Listed = ReturnType<typeof posts>
type Joined =
  Listed extends SelectQueryBuilder<infer DB, infer TB, infer _O> ? ExpressionBuilder<DB, TB> : never

/** Without deleted or banned authors, hidden posts and unplayable videos. */
const shownToOthers = (where: Joined) =>
  where.and([
    // See `isShowable`.
    where('crew_videos.status', '=', 'ready'),
    where.or([where('crew_videos.has_web', '=', 1), where('crew_videos.has_h264', '=', 1)]),
    where('crew_posts.hidden_at', 'is', null),
    where.exists(
      where
        .selectFrom('users')
        .select('users.id')
        .whereRef('users.id', '=', 'crew_posts.author_id')
        .where('users.deleted_at', 'is', null)
        .where('users.banned_at', 'is', null),
    ),
  ])

/** By boats that haven't withdrawn; of a past tournament, published in its days. */
const inTournament = (tournament: TournamentId, now: number) => (where: Joined) =>
  where.exists(
    where
      .selectFrom('entries')
      .innerJoin('tournaments', 'tournaments.id', 'entries.tournament_id')
      .select('entries.id')
      .whereRef('entries.boat_id', '=', 'crew_posts.boat_id')
      .where('entries.tournament_id', '=', tournament)
      .where('entries.withdrawn_at', 'is', null)
      .where(
        sql<boolean>`(tournaments.ends_at > ${now} or crew_posts.published_at
          between tournaments.starts_at - ${daysMargin.before} and tournaments.ends_at + ${daysMargin.after})`,
      ),
  )

/** Newest first; uses an index. */
export function listPublic(
  db: Db,
  {
    size,
    after,
    tag,
    boat,
    tournament,
    now,
  }: Page & { boat?: BoatId | undefined; tournament?: TournamentId | undefined; now: number },
): Promise<PostWithVideo[]> {
  return (
    posts(db)
      // SQLite's partial index needs a literal.
      .where('crew_posts.visibility', '=', sql.lit('Public'))
      .where('crew_posts.published_at', 'is not', null)
      .where(shownToOthers)
      .where(compareRow(['crew_posts.published_at', 'crew_posts.id'], '<', [after.at, after.id]))
      .$if(tag !== undefined, select => (tag === undefined ? select : select.where('tag', '=', tag)))
      .$if(boat !== undefined, select =>
        boat === undefined ? select : select.where('crew_posts.boat_id', '=', boat),
      )
      .$if(tournament !== undefined, select =>
        tournament === undefined ? select : select.where(inTournament(tournament, now)),
      )
      .orderBy('crew_posts.published_at', 'desc')
      .orderBy('crew_posts.id', 'desc')
      .limit(size)
      .execute()
  )
}

/** Newest first, with drafts. */
export function listOwn(db: Db, author: UserId, { size, after, tag }: Page): Promise<PostWithVideo[]> {
  return posts(db)
    .where('crew_posts.author_id', '=', author)
    .where(compareRow(['crew_posts.created_at', 'crew_posts.id'], '<', [after.at, after.id]))
    .$if(tag !== undefined, select => (tag === undefined ? select : select.where('tag', '=', tag)))
    .orderBy('crew_posts.created_at', 'desc')
    .orderBy('crew_posts.id', 'desc')
    .limit(size)
    .execute()
}

/** Newest first. @param all false: without others' posts for backers @param days null: of any time */
export function listOfBoat(
  db: Db,
  boat: BoatId,
  {
    size,
    after,
    all,
    person,
    days,
  }: Omit<Page, 'tag'> & { all: boolean; person: UserId; days: PublishedDays | null },
): Promise<PostWithVideo[]> {
  return posts(db)
    .where('crew_posts.boat_id', '=', boat)
    .where('crew_posts.published_at', 'is not', null)
    .where(shownToOthers)
    .$if(days !== null, select =>
      days === null ? select : select.where(({ between }) => between('published_at', days.from, days.to)),
    )
    .$if(!all, select =>
      select.where(where =>
        where.or([where('crew_posts.visibility', '=', 'Public'), where('crew_posts.author_id', '=', person)]),
      ),
    )
    .where(compareRow(['crew_posts.published_at', 'crew_posts.id'], '<', [after.at, after.id]))
    .orderBy('crew_posts.published_at', 'desc')
    .orderBy('crew_posts.id', 'desc')
    .limit(size)
    .execute()
}

/** With their authors, whose accounts may be deleted. In any order. */
export const listPosts = (db: Db, ids: readonly PostId[]) =>
  posts(db)
    .innerJoin('users', 'users.id', 'crew_posts.author_id')
    .select([
      'users.metadata as author_metadata',
      'users.email as author_email',
      'users.deleted_at as author_deleted_at',
    ])
    .where('crew_posts.id', 'in', anyOf(ids))
    .execute()

export type PostWithAuthor = Awaited<ReturnType<typeof listPosts>>[number]

export const noPost = () => notFound(videoTexts.postUnknown)

/** @throws ApiError 404 */
export async function getPost(db: Db, id: PostId): Promise<PostWithVideo> {
  const post = await posts(db).where('crew_posts.id', '=', id).executeTakeFirst()
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

/** Null: none. */
export async function crewedBoat(db: Db, user: UserId): Promise<BoatId | null> {
  const found = await db
    .selectFrom('crew_members')
    .select('boat_id')
    .where('user_id', '=', user)
    .where('approved_at', 'is not', null)
    .executeTakeFirst()
  return found?.boat_id ?? null
}

export async function tiesTo(db: Db, boat: BoatId | null, person: { id: UserId } | null): Promise<Ties> {
  if (boat === null || person === null) return noTies
  const row = await db
    .selectFrom('boats')
    .select(({ exists, selectFrom }) => [
      'owner_id',
      exists(
        selectFrom('fundings')
          .innerJoin('entries', 'entries.id', 'fundings.entry_id')
          .select('fundings.id')
          .whereRef('entries.boat_id', '=', 'boats.id')
          .where('fundings.backer_id', '=', person.id)
          .where('fundings.status', '=', 'completed'),
      ).as('backs'),
      exists(
        selectFrom('crew_members')
          .select('crew_members.user_id')
          .whereRef('crew_members.boat_id', '=', 'boats.id')
          .where('crew_members.user_id', '=', person.id)
          .where('crew_members.approved_at', 'is not', null),
      ).as('crews'),
      exists(
        selectFrom('entries')
          .innerJoin('tournaments', 'tournaments.id', 'entries.tournament_id')
          .select('entries.id')
          .whereRef('entries.boat_id', '=', 'boats.id')
          .where('entries.withdrawn_at', 'is', null)
          .where('tournaments.organiser_id', '=', person.id),
      ).as('organises'),
    ])
    .where('boats.id', '=', boat)
    .executeTakeFirst()
  if (!row) return noTies
  return {
    backsBoat: Boolean(row.backs),
    ownsBoat: row.owner_id === person.id,
    crewsBoat: Boolean(row.crews),
    organises: Boolean(row.organises),
  }
}

export type NewPost = Pick<
  PostRow,
  'video_id' | 'author_id' | 'boat_id' | 'idempotency_key' | 'caption' | 'tag' | 'visibility' | 'published_at'
>

export async function insertPost(trx: Trx, post: NewPost, now: number): Promise<PostId> {
  const id: PostId = newId<'post'>()
  await trx
    .insertInto('crew_posts')
    .values({
      id,
      video_id: post.video_id,
      author_id: post.author_id,
      boat_id: post.boat_id,
      idempotency_key: post.idempotency_key,
      caption: post.caption,
      tag: post.tag,
      visibility: post.visibility,
      published_at: post.published_at,
      created_at: now,
    })
    .execute()
  return id
}

export type PostFields = Pick<PostRow, 'caption' | 'tag' | 'visibility' | 'published_at' | 'boat_id'>

export async function updatePost(trx: Trx, id: PostId, fields: PostFields): Promise<void> {
  const { caption, tag, visibility, published_at, boat_id } = fields
  await trx
    .updateTable('crew_posts')
    .set({ caption, tag, visibility, published_at, boat_id })
    .where('id', '=', id)
    .execute()
}

/** All posts of the video, so that its author can't publish another one. @param hidden null: shown again */
export async function setVideoHidden(
  trx: Trx,
  { video_id: video }: Pick<PostWithVideo, 'video_id'>,
  hidden: { at: number; by: UserId | null } | null,
): Promise<void> {
  await trx
    .updateTable('crew_posts')
    .set({
      hidden_at: hidden?.at ?? null,
      hidden_by: hidden?.by ?? null,
      hidden_by_owner: hidden === null ? 0 : 1,
    })
    .where('video_id', '=', video)
    .execute()
}

export const isHiddenByOwner = async (db: Db, video: VideoId): Promise<boolean> =>
  (await db
    .selectFrom('crew_posts')
    .select('id')
    .where('video_id', '=', video)
    // A literal, for SQLite's partial index.
    .where('hidden_by_owner', '=', sql.lit(1))
    .limit(1)
    .executeTakeFirst()) !== undefined

/** By a moderator of the boat. @param hidden null: shown again */
export async function setPostHidden(
  trx: Trx,
  id: PostId,
  hidden: { at: number; by: UserId | null } | null,
): Promise<void> {
  await trx
    .updateTable('crew_posts')
    .set({ hidden_at: hidden?.at ?? null, hidden_by: hidden?.by ?? null })
    .where('id', '=', id)
    .execute()
}

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
  const other = await trx
    .selectFrom('crew_posts')
    .select('id')
    .where('video_id', '=', video)
    .executeTakeFirst()
  return other !== undefined
}
