import { type Insertable, sql } from 'kysely'
import { newId } from '#contract/ids.ts'
import { batchesOf } from '#server/db/batches.ts'
import { compileInsert, compileOnce } from '#server/db/compile-once.ts'
import type { Db, Trx } from '#server/db/connection.ts'
import type { JobId, JobRow, JobsTable } from './queue.table.ts'

const insertNew = (db: Db, jobs: readonly Insertable<JobsTable>[]) =>
  db
    .insertInto('jobs')
    .values(jobs)
    .onConflict(conflict => conflict.columns(['kind', 'subject']).doNothing())
const insertJobs = compileInsert(insertNew)

const waitingJob = (kind: string, subject: string, now: number, dueAt: number) =>
  ({ id: newId<'job'>(), kind, subject, state: 'waiting', due_at: dueAt, created_at: now }) as const

/** The job starts after the commit. No effect when kind and subject exist. @param dueAt milliseconds since 1970 */
export async function enqueue(
  trx: Trx,
  kind: string,
  subject: string,
  now: number,
  dueAt: number = now,
): Promise<void> {
  await insertJobs(trx, [waitingJob(kind, subject, now, dueAt)])
}

/** {@link enqueue} for many. */
export async function enqueueAll(
  trx: Trx,
  kind: string,
  subjects: readonly string[],
  now: number,
): Promise<void> {
  for (const batch of batchesOf(subjects)) {
    const jobs = batch.map(subject => waitingJob(kind, subject, now, now))
    await insertNew(trx, jobs).execute()
  }
}

/** @returns false when there is no finished or failed job */
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

/** Queues the job, or repeats it if it is finished or failed. No effect on a waiting one. @param dueAt of a new job */
export async function enqueueAgain(
  trx: Trx,
  kind: string,
  subject: string,
  now: number,
  dueAt: number = now,
): Promise<void> {
  if (!(await retryJob(trx, kind, subject, now))) await enqueue(trx, kind, subject, now, dueAt)
}

/**
 * Sets when a job in any state runs, with all attempts. A job that is running runs once more.
 * @param dueAt milliseconds since 1970
 */
export async function scheduleJob(
  trx: Trx,
  kind: string,
  subject: string,
  now: number,
  dueAt: number = now,
): Promise<void> {
  await enqueueAgain(trx, kind, subject, now)
  await trx
    .updateTable('jobs')
    .set({ attempts: 0, due_at: dueAt })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .execute()
}

export const findJob = (db: Db, kind: string, subject: string): Promise<JobRow | undefined> =>
  db.selectFrom('jobs').selectAll().where('kind', '=', kind).where('subject', '=', subject).executeTakeFirst()

/** Waiting and failed jobs, longest due first. */
export const listOpenJobs = (db: Db): Promise<JobRow[]> =>
  db.selectFrom('jobs').selectAll().where('state', '!=', 'done').orderBy('due_at').execute()

/** Ends a failed job whose failure leaves nothing for the operator to do. */
export async function closeFailedJob(trx: Trx, kind: string, subject: string): Promise<void> {
  await trx
    .updateTable('jobs')
    .set({ state: 'done' })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('state', '=', 'failed')
    .execute()
}

/** Deletes finished jobs whose subjects aren't used again. */
export async function dropDoneJobs(trx: Trx, kind: string, subjects: readonly string[]): Promise<void> {
  if (subjects.length === 0) return
  await trx
    .deleteFrom('jobs')
    .where('kind', '=', kind)
    .where('subject', 'in', subjects)
    .where('state', '=', 'done')
    .execute()
}

export async function sweepJobs(db: Db, doneBefore: number): Promise<void> {
  await db
    .deleteFrom('jobs')
    .where('state', '=', sql.lit('done'))
    .where('finished_at', '<', doneBefore)
    .execute()
}

/** @param but kinds that stay until they are retried */
export async function sweepFailedJobs(db: Db, failedBefore: number, but: readonly string[]): Promise<void> {
  await db
    .deleteFrom('jobs')
    .where('state', '=', sql.lit('failed'))
    .where('finished_at', '<', failedBefore)
    .where('kind', 'not in', but)
    .execute()
}

/** @returns reads waiting jobs that don't run, first due first; takes the most of each kind, in the same order */
export function waitingJobsOf(kinds: readonly string[]): (db: Db, ...most: number[]) => Promise<JobRow[]> {
  if (kinds.length === 0) return () => Promise.resolve([])
  return compileOnce((db, ...most: number[]) =>
    kinds
      .map((kind, n) => {
        const due = db
          .selectFrom('jobs')
          .selectAll()
          .where('kind', '=', sql.lit(kind))
          .where('state', '=', sql.lit('waiting'))
          .where('taken_by', 'is', null)
          .orderBy('due_at')
          .limit(most[n] ?? 0)
        return db.selectFrom(due.as('due')).selectAll()
      })
      .reduce((all, one) => all.unionAll(one)),
  )
}

/**
 * Takes a job for a process, again after a commit whose answer was lost. @param owner the process
 * @returns false when it isn't waiting, another process has tried it meanwhile, or the jobs of its kind that run hold it up
 */
export async function beginJob(
  trx: Trx,
  { id, kind }: Pick<JobRow, 'id' | 'kind'>,
  attempt: number,
  owner: string,
  { atOnce, inOneProcess = false }: { atOnce: number; inOneProcess?: boolean },
): Promise<boolean> {
  const others = sql`select count(*) from jobs as others where kind = ${kind} and id <> ${id}`
  const { rows } = await sql`update jobs set attempts = ${attempt}, taken_by = ${owner}
    where id = ${id} and state = 'waiting'
      and ((taken_by is null and attempts = ${attempt - 1}) or taken_by = ${owner})
      and ${atOnce} > (${others} and taken_by is not null)
      ${inOneProcess ? sql`and 0 = (${others} and taken_by <> ${owner})` : sql``}
    returning id`.execute(trx)
  return rows.length > 0
}

export type JobChanges = Partial<Pick<JobRow, 'state' | 'attempts' | 'due_at' | 'last_error' | 'finished_at'>>

/**
 * Stores the end of a run, so that other processes may take the job.
 * @param attempt of the run @returns false when the job was made due again meanwhile: it runs once more
 */
export async function finishRun(trx: Trx, id: JobId, attempt: number, changes: JobChanges): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('jobs')
    .set({ ...changes, taken_by: null })
    .where('id', '=', id)
    .where('attempts', '=', attempt)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return true
  await trx.updateTable('jobs').set({ taken_by: null }).where('id', '=', id).execute()
  return false
}

export interface JobCount {
  kind: string
  state: 'waiting' | 'failed'
  count: number
  /** Time at which the longest due one was due, in milliseconds since 1970. */
  due_at: number
}

export async function countOpenJobs(db: Db): Promise<JobCount[]> {
  // Literals, so that SQLite uses the partial indexes.
  const { rows } = await sql<JobCount>`
    select kind, state, count(*) as count, min(due_at) as due_at from jobs where state = 'waiting' group by kind, state
    union all
    select kind, state, count(*) as count, min(due_at) as due_at from jobs where state = 'failed' group by kind, state
  `.execute(db)
  return rows
}
