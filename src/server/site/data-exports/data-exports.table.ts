import type { Generated, Selectable } from 'kysely'
import type { DataExportId, UserId } from '#contract/ids.ts'

/** One per person: the latest. Times are milliseconds since 1970. */
export interface DataExportsTable {
  user_id: UserId
  id: DataExportId
  state: 'waiting' | 'ready' | 'failed'
  requested_at: number
  /** Time at which it became ready or failed, or null. */
  finished_at: number | null
  /** Size of the archive if it is ready, or null. */
  size_bytes: number | null
  /** 1: it failed because the disk was full. */
  is_disk_full: Generated<0 | 1>
}

declare module '#server/db/tables.ts' {
  interface Tables {
    data_exports: DataExportsTable
  }
}

export type DataExportRow = Selectable<DataExportsTable>
