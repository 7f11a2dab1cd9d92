import type { Generated, Selectable } from 'kysely'
import type { Id } from '#contract/ids.ts'

export type JobId = Id<'job'>

export interface JobsTable {
  id: JobId
  kind: string
  /** What it is about: with the kind, the name of the job. A second of the same name is never made. */
  subject: string
  /** `waiting` also while it runs. `failed`: nobody tries any more until {@link import('./queue.queries.ts').retryJob}. */
  state: 'waiting' | 'done' | 'failed'
  /** How often it was started without having ended well. */
  attempts: Generated<number>
  due_at: number
  last_error: string | null
  created_at: number
  finished_at: number | null
}

export interface QueueTables {
  jobs: JobsTable
}

export type JobRow = Selectable<JobsTable>
