import type { Generated, Selectable } from 'kysely'
import type { AnglerId, CatchId, EntryId, UserId } from '#contract/ids.ts'

export interface CatchesTable {
  id: CatchId
  entry_id: EntryId
  /** Hundredths of a pound. Null: released, or only its length counts. */
  weight_hundredths: number | null
  /** Of rules in ounces, exact; null: weighed in pounds, or not. */
  ounces: Generated<number | null>
  /** Hundredths of an inch. */
  length_hundredths: Generated<number | null>
  released: Generated<0 | 1>
  species: string
  angler_id: Generated<AnglerId | null>
  /** JSON: keys of the rules' marks. */
  marks: Generated<string>
  caught_at: number
  /** As stated; null: not stated. */
  weighed_at: Generated<number | null>
  scale: Generated<string | null>
  witness: Generated<string | null>
  recorded_by: UserId
  created_at: number
  updated_at: number
  /** Null: never. */
  corrected_at: number | null
  /** As first announced; null before a correction. */
  first_weight_hundredths: number | null
  first_species: string | null
  disqualified_at: Generated<number | null>
  disqualified_by: Generated<UserId | null>
  disqualified_reason: Generated<string | null>
  /** It counts outside lines and scale hours. */
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
