import { newId, type PostId, type UserId } from '#contract/ids.ts'
import type { Db, Trx } from '#server/db/connection.ts'

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

export interface Reported {
  post: PostId
  reports: number
  reasons: string[]
}

const reportsListed = 1000

/** Newest report first. */
export async function listReported(db: Db, moderator?: UserId): Promise<Reported[]> {
  const rows = await db
    .selectFrom('crew_post_reports')
    .innerJoin('crew_posts', 'crew_posts.id', 'crew_post_reports.post_id')
    .innerJoin('users', 'users.id', 'crew_posts.author_id')
    .select(['crew_post_reports.post_id', 'crew_post_reports.reason'])
    .where('users.banned_at', 'is', null)
    .$if(moderator !== undefined, select =>
      select.where(({ or, exists, selectFrom }) =>
        or([
          exists(
            selectFrom('boats')
              .select('boats.id')
              .whereRef('boats.id', '=', 'crew_posts.boat_id')
              .$if(moderator !== undefined, where =>
                moderator === undefined ? where : where.where('boats.owner_id', '=', moderator),
              ),
          ),
          exists(
            selectFrom('entries')
              .innerJoin('tournaments', 'tournaments.id', 'entries.tournament_id')
              .select('entries.id')
              .whereRef('entries.boat_id', '=', 'crew_posts.boat_id')
              .where('entries.withdrawn_at', 'is', null)
              .$if(moderator !== undefined, where =>
                moderator === undefined ? where : where.where('tournaments.organiser_id', '=', moderator),
              ),
          ),
        ]),
      ),
    )
    .orderBy('crew_post_reports.id', 'desc')
    .limit(reportsListed)
    .execute()
  const reported = new Map<PostId, Reported>()
  for (const { post_id, reason } of rows) {
    const known = reported.get(post_id) ?? { post: post_id, reports: 0, reasons: [] }
    known.reports += 1
    if (reason !== null) known.reasons.push(reason)
    reported.set(post_id, known)
  }
  return [...reported.values()]
}

export async function isReported(db: Db, post: PostId): Promise<boolean> {
  const report = await db
    .selectFrom('crew_post_reports')
    .select('id')
    .where('post_id', '=', post)
    .limit(1)
    .executeTakeFirst()
  return report !== undefined
}

export async function dropReports(trx: Trx, post: PostId): Promise<void> {
  await trx.deleteFrom('crew_post_reports').where('post_id', '=', post).execute()
}
