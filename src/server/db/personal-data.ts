import type { Tables } from './tables.ts'

/** Tables by which rows belong to a person: by the boat's owner, the entry's boat, the funding's backer. */
export type Through = 'boats' | 'entries' | 'fundings'

/** Columns that mean the same everywhere. */
const meanings = {
  id: 'The number of this record.',
  entry_id: 'The entry: a boat in a tournament.',
  tournament_id: 'The tournament.',
  boat_id: 'The boat.',
  created_at: 'When it was created.',
} as const

/**
 * Reason why a column stays out. `secret`: gives access to the account. `internal`: says nothing about the
 * person. `own`: the person's id, the same everywhere. `others`: about other people. `repeated`: stands
 * elsewhere in the export.
 */
type Reason = 'secret' | 'internal' | 'own' | 'others' | 'repeated'

interface Description<Column extends string> {
  /** Name in `data.json`. */
  name: string
  /** Description in README.txt. */
  about: string
  /** Holds the person's id, or with `through` the id of a row that belongs to the person. */
  whose: Column
  through?: Through
  /** Leaves out rows without a value in this column. */
  only?: Column
  /** Columns that are unique together among the person's rows. */
  key: readonly Column[]
  /** Columns that {@link meanings} explains. */
  usual?: readonly Extract<Column, keyof typeof meanings>[]
  /** Other columns and their meanings, for README.txt. */
  fields: Partial<Record<Column, string>>
  withheld?: Partial<Record<Reason, readonly Column[]>>
}

/** A table's rows in the export of a person's data. */
export interface Section extends Omit<Description<string>, 'usual' | 'withheld'> {
  table: keyof Tables
  withheld: readonly string[]
}

export function section<Table extends keyof Tables>(
  table: Table,
  { usual = [], fields, withheld = {}, ...rest }: Description<keyof Tables[Table] & string>,
): Section {
  const usualFields = Object.fromEntries(usual.map(column => [column, meanings[column]]))
  return {
    table,
    ...rest,
    fields: { ...usualFields, ...fields },
    withheld: Object.values(withheld).flat(),
  }
}

/** Tables that the export leaves out, and why. */
export type LeftOut = Partial<Record<keyof Tables, string>>
