import { newId, type PostId, type UserId, type VideoId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import { hasRow } from '#server/db/rows.ts'
import { listPosts, type PostWithAuthor } from './post-lists.queries.ts'

/** A second report by the same person replaces the first. */
export async function insertReport(
  trx: Trx,
  report: { post: PostId; reporter: UserId | null; reason: string | null },
  now: number,
): Promise<void> {
  if (report.reporter !== null)
    await trx
      .deleteFrom('crew_post_reports')
      .where('post_id', '=', report.post)
      .where('reporter_id', '=', report.reporter)
      .execute()
  await trx
    .insertInto('crew_post_reports')
    .values({
      id: newId<'report'>(),
      post_id: report.post,
      reporter_id: report.reporter,
      reason: report.reason,
      created_at: now,
    })
    .execute()
}

export interface ReportSummary {
  post: PostId
  reports: number
  reasons: string[]
}

/** Selects reports of posts by active accounts, newest first. */
const reports = (db: Db) =>
  db
    .selectFrom('crew_post_reports')
    .innerJoin('crew_posts', 'crew_posts.id', 'crew_post_reports.post_id')
    .innerJoin('users', 'users.id', 'crew_posts.author_id')
    .select(['crew_post_reports.id', 'crew_post_reports.post_id', 'crew_post_reports.reason'])
    .where('users.banned_at', 'is', null)
    .where('users.deleted_at', 'is', null)
    .orderBy('crew_post_reports.id', 'desc')
    .limit(limits.reportsListed)

/** Reads the owner's boats and their posts, not all reports. */
const listOfOwner = (db: Db, owner: UserId) =>
  reports(db)
    .where('crew_posts.published_at', 'is not', null)
    .where('crew_posts.boat_id', 'in', select =>
      select.selectFrom('boats').select('boats.id').where('boats.owner_id', '=', owner),
    )
    .execute()

/** Reads all reports: an organiser may have all entries of the site. */
const listOfOrganiser = (db: Db, organiser: UserId) =>
  reports(db)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('entries')
          .innerJoin('tournaments', 'tournaments.id', 'entries.tournament_id')
          .select('entries.id')
          .whereRef('entries.boat_id', '=', 'crew_posts.boat_id')
          .where('entries.withdrawn_at', 'is', null)
          .where('tournaments.organiser_id', '=', organiser),
      ),
    )
    .execute()

async function listOfModerator(db: Db, moderator: UserId) {
  const tournaments = db.selectFrom('tournaments').select('id').where('organiser_id', '=', moderator)
  const rows = await listOfOwner(db, moderator)
  if (await hasRow(tournaments)) rows.push(...(await listOfOrganiser(db, moderator)))
  const distinctRows = [...new Map(rows.map(row => [row.id, row])).values()]
  return distinctRows.sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, limits.reportsListed)
}

/** Returns reported posts, newest report first. @param moderator default: all reports */
export async function listReports(db: Db, moderator?: UserId): Promise<ReportSummary[]> {
  const rows = moderator === undefined ? await reports(db).execute() : await listOfModerator(db, moderator)
  return Array.from(
    Map.groupBy(rows, row => row.post_id),
    ([post, ofPost]) => ({
      post,
      reports: ofPost.length,
      reasons: ofPost.flatMap(({ reason }) => reason ?? []),
    }),
  )
}

export interface ReportedPost extends Omit<ReportSummary, 'post'> {
  post: PostWithAuthor
}

/** Returns reported posts, newest report first. @param moderator default: all reports */
export async function listReportedPosts(db: Db, moderator?: UserId): Promise<ReportedPost[]> {
  const summaries = await listReports(db, moderator)
  const posts = await listPosts(
    db,
    summaries.map(({ post }) => post),
  )
  const byId = new Map(posts.map(post => [post.id, post]))
  return summaries.flatMap(each => {
    const post = byId.get(each.post)
    return post ? [{ ...each, post }] : []
  })
}

export const isReported = (db: Db, post: PostId): Promise<boolean> =>
  hasRow(db.selectFrom('crew_post_reports').select('id').where('post_id', '=', post))

export async function dropReports(trx: Trx, post: PostId): Promise<void> {
  await trx.deleteFrom('crew_post_reports').where('post_id', '=', post).execute()
}

export async function dropReportsOfVideo(trx: Trx, video: VideoId): Promise<void> {
  const posts = trx.selectFrom('crew_posts').select('id').where('video_id', '=', video)
  await trx.deleteFrom('crew_post_reports').where('post_id', 'in', posts).execute()
}
