import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { BoatId, PostId, TournamentId, UserId } from '#contract/ids.ts'
import type { PostTag } from '#contract/videos/crew-posts.ts'
import { compileOnce } from '#server/db/compile-once.ts'
import type { Db } from '#server/db/connection.ts'
import { anyOf } from '#server/db/dialect.ts'
import { newestFirst } from '#server/db/row-order.ts'
import { encodePosition, type Position } from '#server/http/paging.ts'
import { daysMargin, type PublishedDays } from './crew-posts.rules.ts'

export interface Page {
  size: number
  after: Position
  tag: PostTag | undefined
}

export const selectPosts = (db: Db) =>
  db
    .selectFrom('crew_posts')
    .innerJoin('crew_videos', 'crew_videos.id', 'crew_posts.video_id')
    .leftJoin('boats', 'boats.id', 'crew_posts.boat_id')
    .selectAll('crew_posts')
    .select([
      'crew_videos.status',
      'crew_videos.duration_ms',
      'crew_videos.has_web',
      'crew_videos.has_h264',
      'crew_videos.has_poster',
      'crew_videos.poster_image_id',
      'crew_videos.removed_at',
      'boats.name as boat_name',
    ])

type Posts = ReturnType<typeof selectPosts>
export type PostWithVideo = Awaited<ReturnType<Posts['executeTakeFirstOrThrow']>>

/** Returns the cursor after a post in a list of published posts. */
export const publicationCursor = ({ published_at: at, id }: PostWithVideo): string =>
  encodePosition({ at: at ?? 0, id })

type Where =
  Posts extends SelectQueryBuilder<infer DB, infer TB, infer _O> ? ExpressionBuilder<DB, TB> : never

/**
 * Selects posts by latest publication, except drafts,
 * hidden posts, unplayable videos, and deleted or banned authors.
 */
const publishedPosts = (db: Db, { size, after }: Omit<Page, 'tag'>) =>
  selectPosts(db)
    .where('crew_posts.published_at', 'is not', null)
    .where('crew_posts.hidden_at', 'is', null)
    // See `isShowable`.
    .where('crew_videos.status', '=', sql.lit('ready'))
    .where(({ or, eb }) =>
      or([eb('crew_videos.has_web', '=', sql.lit(1)), eb('crew_videos.has_h264', '=', sql.lit(1))]),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('users')
          .select('users.id')
          .whereRef('users.id', '=', 'crew_posts.author_id')
          .where('users.deleted_at', 'is', null)
          .where('users.banned_at', 'is', null),
      ),
    )
    .$call(newestFirst('crew_posts.published_at', 'crew_posts.id', after, size))

/**
 * Condition for posts by boats that haven't withdrawn;
 * of a past tournament, only those published in its days.
 */
const inTournament =
  (tournament: TournamentId, now: number) =>
  ({ exists, selectFrom }: Where) =>
    exists(
      selectFrom('entries')
        .innerJoin('tournaments', 'tournaments.id', 'entries.tournament_id')
        .select('entries.id')
        .whereRef('entries.boat_id', '=', 'crew_posts.boat_id')
        .where('entries.tournament_id', '=', tournament)
        .where('entries.withdrawn_at', 'is', null)
        .where(
          sql<boolean>`(tournaments.ends_at > ${now} or crew_posts.published_at
          between tournaments.starts_at - ${sql.lit(daysMargin.before)} and tournaments.ends_at + ${sql.lit(daysMargin.after)})`,
        ),
    )

const publicPosts = (db: Db, page: Omit<Page, 'tag'>) =>
  // A literal, for SQLite's partial index.
  publishedPosts(db, page).where('crew_posts.visibility', '=', sql.lit('Public'))

/** Posts on a page of a tournament. */
const ofTournament = compileOnce(
  (db, at: number, id: string, tournament: TournamentId, now: number, size: number) =>
    publicPosts(db, { size, after: { at, id } }).where(inTournament(tournament, now)),
)

interface PublicPage extends Page {
  boat?: BoatId | undefined
  tournament?: TournamentId | undefined
  now: number
}

export function listPublic(
  db: Db,
  { tag, boat, tournament, now, ...page }: PublicPage,
): Promise<PostWithVideo[]> {
  const { size, after } = page
  if (tournament !== undefined && tag === undefined && boat === undefined)
    return ofTournament(db, after.at, after.id, tournament, now, size)
  let posts = publicPosts(db, page)
  if (tag !== undefined) posts = posts.where('tag', '=', tag)
  if (boat !== undefined) posts = posts.where('crew_posts.boat_id', '=', boat)
  if (tournament !== undefined) posts = posts.where(inTournament(tournament, now))
  return posts.execute()
}

/** The latest first, with drafts. */
export function listOwn(db: Db, author: UserId, { size, after, tag }: Page): Promise<PostWithVideo[]> {
  const posts = selectPosts(db)
    .where('crew_posts.author_id', '=', author)
    .$call(newestFirst('crew_posts.created_at', 'crew_posts.id', after, size))
  return (tag === undefined ? posts : posts.where('tag', '=', tag)).execute()
}

interface BoatPage extends Omit<Page, 'tag'> {
  /** False: without others' posts for backers. */
  all: boolean
  person: UserId
  /** Period of publication, or null for any time. */
  days: PublishedDays | null
}

export function listOfBoat(
  db: Db,
  boat: BoatId,
  { all, person, days, ...page }: BoatPage,
): Promise<PostWithVideo[]> {
  let posts = publishedPosts(db, page).where('crew_posts.boat_id', '=', boat)
  if (days !== null) posts = posts.where(({ between }) => between('published_at', days.from, days.to))
  if (!all)
    posts = posts.where(({ or, eb }) =>
      or([eb('crew_posts.visibility', '=', 'Public'), eb('crew_posts.author_id', '=', person)]),
    )
  return posts.execute()
}

/** Returns the posts in any order, with their authors. */
export const listPosts = (db: Db, ids: readonly PostId[]) =>
  selectPosts(db)
    .innerJoin('users', 'users.id', 'crew_posts.author_id')
    .select(['users.metadata as author_metadata', 'users.email as author_email'])
    .where('crew_posts.id', 'in', anyOf(ids))
    .execute()

export type PostWithAuthor = Awaited<ReturnType<typeof listPosts>>[number]
