import type { Selectable } from 'kysely'
import type { CatchId, EntryId, UserId } from '#contract/ids.ts'

export interface CatchesTable {
  id: CatchId
  entry_id: EntryId
  /** Hundredths of a pound. */
  weight_hundredths: number
  species: string
  caught_at: number
  recorded_by: UserId
  created_at: number
  updated_at: number
  /** Null: never. */
  corrected_at: number | null
  /** As first announced; null before a correction. */
  first_weight_hundredths: number | null
  first_species: string | null
}

export interface DeletedCatchesTable {
  id: CatchId
  entry_id: EntryId
}

declare module '#server/db/tables.ts' {
  interface Tables {
    catches: CatchesTable
    deleted_catches: DeletedCatchesTable
  }
}

export type CatchRow = Selectable<CatchesTable>
