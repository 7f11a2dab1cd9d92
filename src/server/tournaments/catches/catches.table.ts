import type { Generated, Selectable } from 'kysely'
import type { AnglerId, CatchId, EntryId, UserId } from '#contract/ids.ts'

export interface CatchesTable {
  id: CatchId
  entry_id: EntryId
  /** Hundredths of a pound, or null if released, or if only its length counts. */
  weight_hundredths: number | null
  /** Exact weight in ounces if the rules weigh in ounces, or null. */
  ounces: Generated<number | null>
  /** Hundredths of an inch. */
  length_hundredths: Generated<number | null>
  released: Generated<0 | 1>
  species: string
  angler_id: Generated<AnglerId | null>
  /** JSON: keys of the rules' marks. */
  marks: Generated<string>
  caught_at: number
  /** Stated time of weighing in milliseconds since 1970, or null. */
  weighed_at: Generated<number | null>
  scale: Generated<string | null>
  witness: Generated<string | null>
  recorded_by: UserId
  created_at: number
  updated_at: number
  /** Time of the last correction in milliseconds since 1970, or null. */
  corrected_at: number | null
  /** Weight as first announced; null before a correction. */
  first_weight_hundredths: number | null
  first_species: string | null
  disqualified_at: Generated<number | null>
  disqualified_by: Generated<UserId | null>
  disqualified_reason: Generated<string | null>
  /** Time at which the catch was allowed to count outside lines and scale hours, or null. */
  allowed_at: Generated<number | null>
  allowed_by: Generated<UserId | null>
  allowed_reason: Generated<string | null>
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
