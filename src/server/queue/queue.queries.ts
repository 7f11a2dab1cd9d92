import { sql } from 'kysely'
import { newId } from '#contract/ids.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import type { JobId, JobRow } from './queue.table.ts'

/**
 * Asks for work that must be done even if the process dies now; it starts once the transaction is committed.
 * Whoever asks again for the same subject asks for nothing new, also after it was done.
 * @param dueAt not before this time, in milliseconds since 1970
 */
export async function enqueue(
  trx: Trx,
  kind: string,
  subject: string,
  now: number,
  dueAt: number = now,
): Promise<void> {
  await trx
    .insertInto('jobs')
    .values({ id: newId<'job'>(), kind, subject, state: 'waiting', due_at: dueAt, created_at: now })
    .onConflict(conflict => conflict.columns(['kind', 'subject']).doNothing())
    .execute()
}

/** Jobs of one statement. */
const jobsAtOnce = 1000

/** The same as {@link enqueue} for many subjects at once; one that is named twice is asked for once. */
export async function enqueueAll(
  trx: Trx,
  kind: string,
  subjects: readonly string[],
  now: number,
): Promise<void> {
  for (let at = 0; at < subjects.length; at += jobsAtOnce)
    await trx
      .insertInto('jobs')
      .values(
        subjects.slice(at, at + jobsAtOnce).map(subject => ({
          id: newId<'job'>(),
          kind,
          subject,
          state: 'waiting' as const,
          due_at: now,
          created_at: now,
        })),
      )
      .onConflict(conflict => conflict.columns(['kind', 'subject']).doNothing())
      .execute()
}

/** Has a job that is over, well or not, run once more from the start. @returns whether there was one */
export async function retryJob(trx: Trx, kind: string, subject: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('jobs')
    .set({ state: 'waiting', attempts: 0, due_at: now, last_error: null, finished_at: null })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('state', '!=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Has a job run as soon as possible, whether it waits, is over, or was never asked for. */
export async function runJobNow(trx: Trx, kind: string, subject: string, now: number): Promise<void> {
  const job = await findJob(trx, kind, subject)
  if (job?.state === 'waiting') await markJob(trx, job.id, { attempts: 0, due_at: now })
  else if (!(await retryJob(trx, kind, subject, now))) await enqueue(trx, kind, subject, now)
}

export const findJob = (db: Db, kind: string, subject: string): Promise<JobRow | undefined> =>
  db.selectFrom('jobs').selectAll().where('kind', '=', kind).where('subject', '=', subject).executeTakeFirst()

/** What an operator looks at: all that is not done, the longest due first. */
export const listOpenJobs = (db: Db): Promise<JobRow[]> =>
  db.selectFrom('jobs').selectAll().where('state', '!=', 'done').orderBy('due_at').execute()

/** Forgets what was done long ago. A subject that is forgotten could be asked for again. */
export async function sweepJobs(db: Db, doneBefore: number): Promise<void> {
  await db
    .deleteFrom('jobs')
    .where(sql<boolean>`state = 'done'`)
    .where('finished_at', '<', doneBefore)
    .execute()
}

/** A kind of job, and how many of it are wanted at most. */
export interface WantedJobs {
  kind: string
  limit: number
}

/** The jobs that wait, of each kind the longest due first, those that are due or not. One statement: it runs often. */
export async function waitingJobs(db: Db, wanted: readonly WantedJobs[]): Promise<JobRow[]> {
  if (wanted.length === 0) return []
  // Spelled out: SQLite takes the partial index only where it can read the condition, else it sorts every job there is.
  const lists = wanted.map(
    ({ kind, limit }) =>
      sql`select * from (select * from jobs where kind = ${kind} and state = 'waiting' order by due_at limit ${limit})`,
  )
  const { rows } = await sql<JobRow>`${sql.join(lists, sql` union all `)}`.execute(db)
  return rows
}

/** Writes down that a job is tried again. @returns false when it waits no more */
export async function beginJob(trx: Trx, id: JobId, attempt: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('jobs')
    .set({ attempts: attempt })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** What becomes of a job after a try. */
export type JobChanges = Partial<Pick<JobRow, 'state' | 'attempts' | 'due_at' | 'last_error' | 'finished_at'>>

export async function markJob(trx: Trx, id: JobId, changes: JobChanges): Promise<void> {
  await trx.updateTable('jobs').set(changes).where('id', '=', id).execute()
}
