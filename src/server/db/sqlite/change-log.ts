import type { Database } from 'bun:sqlite'
import { subjects } from '../subjects.ts'
import type { Tables } from '../tables.ts'

type Table = keyof Tables & string

type Column<T extends Table> = keyof Tables[T] & string

/**
 * A table, or a column of ids whose value in each changed row is reported. `on` names one kind of statement, `update
 * of` those that set a column. A table is reported with its rows' {@link subjects} (`boats/…`) and an empty text.
 */
export type Watched =
  | { [T in Table]: T | `${T} on ${Statement}` | `${T} on update of ${Column<T>}` }[Table]
  | { [T in Table]: `${T}.${Extract<Column<T>, 'id' | `${string}_id`>}` }[Table]
  | `notifications.user_id on ${Statement | 'update of read_at'}`

export const tableOf = (watched: string) => watched.split(/[. ]/, 1)[0] as Table

/** Column values by what changed. Null: another process wrote, anything may have changed. */
export type Changes = ReadonlyMap<Watched, readonly string[]> | null

export function mergeChanges(a: Changes, b: Changes): Changes {
  if (a === null || b === null) return null
  const merged = new Map(a)
  for (const [watched, values] of b)
    merged.set(watched, [...new Set([...(merged.get(watched) ?? []), ...values])])
  return merged
}

type Listener = (changes: Changes) => void

/** The rows that a trigger sees. */
const rowsOf = { insert: ['new'], update: ['old', 'new'], delete: ['old'] } as const
type Statement = keyof typeof rowsOf

/**
 * Reports committed changes. Temporary triggers note them in the transaction itself, so a rollback removes the notes;
 * `pragma data_version` reveals commits of other processes.
 */
export class ChangeLog {
  readonly #listeners = new Map<Listener, ReadonlySet<Watched>>()
  readonly #watched = new Set<Watched>()
  #version: number | null = null

  constructor(private readonly database: Database) {}

  /** Needs the migrated schema. @returns unsubscribes */
  listen(watched: readonly Watched[], listener: Listener): () => void {
    if (this.#version === null) {
      // Without rowid: a null value can't be noted.
      this.database.run(
        'create temp table if not exists changed (watched text, value, primary key (watched, value)) without rowid',
      )
      this.#version = this.#readVersion()
    }
    for (const each of watched) this.#watch(each)
    this.#listeners.set(listener, new Set(watched))
    return () => this.#listeners.delete(listener)
  }

  /** Call after each commit, before the next statement. */
  collect(): void {
    if (this.#version === null) return
    const notes = this.database
      .query<{ watched: Watched; value: string }, []>('delete from temp.changed returning watched, value')
      .all()
    if (notes.length === 0) return
    const changes = new Map<Watched, string[]>()
    for (const { watched, value } of notes) {
      const values = changes.get(watched)
      if (values) values.push(value)
      else changes.set(watched, [value])
    }
    for (const [listener, watched] of this.#listeners) {
      const own = new Map([...changes].filter(([each]) => watched.has(each)))
      if (own.size > 0) listener(own)
    }
  }

  /** Reports commits of other processes since the last call. */
  checkOtherProcesses(): void {
    if (this.#version === null) return
    const version = this.#readVersion()
    if (version === this.#version) return
    this.#version = version
    this.assumeEverything()
  }

  assumeEverything(): void {
    for (const listener of this.#listeners.keys()) listener(null)
  }

  #watch(watched: Watched): void {
    if (this.#watched.has(watched)) return
    this.#watched.add(watched)
    const [source = '', only] = watched.split(' on ')
    const [, column] = source.split('.')
    const table = tableOf(watched)
    const values =
      column === undefined
        ? [
            `select '' as value`,
            ...Object.entries(subjects[table] ?? {}).map(([noun, ids]) => withNoun(noun, ids)),
          ]
        : [`select row.${column} as value`]
    for (const [statement, rows] of Object.entries(rowsOf)) {
      if (only !== undefined && !only.startsWith(statement)) continue
      const notes = rows.flatMap(row => values.map(value => value.replaceAll('row.', `${row}.`)))
      // Unlike `insert or ignore`, `do nothing` also holds inside an upsert.
      this.database.run(`create temp trigger if not exists "watch ${watched} ${statement}"
        after ${only ?? statement} on main.${table} begin
        insert into changed select '${watched}', value from (${[...new Set(notes)].join(' union ')})
        where value is not null on conflict do nothing; end`)
    }
  }

  /** Changes with commits of other connections only. */
  #readVersion(): number | null {
    return (
      this.database.query<{ data_version: number }, []>('pragma data_version').get()?.data_version ?? null
    )
  }
}

const withNoun = (noun: string, ids: string) => `select '${noun}/' || id as value from (${ids})`
