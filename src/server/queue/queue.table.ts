import type { Generated, Selectable } from 'kysely'
import type { Id } from '#contract/ids.ts'

export type JobId = Id<'job'>

export interface JobsTable {
  id: JobId
  kind: string
  /** Unique for each kind. */
  subject: string
  /** `waiting` includes running. */
  state: 'waiting' | 'done' | 'failed'
  attempts: Generated<number>
  due_at: number
  last_error: string | null
  created_at: number
  finished_at: number | null
  /** The process that runs it. */
  taken_by: string | null
}

declare module '#server/db/tables.ts' {
  interface Tables {
    jobs: JobsTable
  }
}

export type JobRow = Selectable<JobsTable>
