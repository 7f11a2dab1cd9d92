import { subjects } from './subjects.ts'
import type { Tables } from './tables.ts'

type Table = keyof Tables & string

type Column<T extends Table> = keyof Tables[T] & string

export type Statement = 'insert' | 'update' | 'delete'

/**
 * A topic of changes: a table, or a column of ids whose value in each changed row is reported. `on` names one kind of
 * statement, `update of` those that set a column. A table is reported with its rows' `subjects` (`boats/…`) and an
 * empty text.
 */
export type Topic =
  | { [T in Table]: T | `${T} on ${Statement}` | `${T} on update of ${Column<T>}` }[Table]
  | { [T in Table]: `${T}.${Extract<Column<T>, 'id' | `${string}_id`>}` }[Table]
  | `notifications.user_id on ${Statement | 'update of read_at'}`

/** The rows that a trigger sees. */
const rowsOf: Record<Statement, readonly string[]> = {
  insert: ['new'],
  update: ['old', 'new'],
  delete: ['old'],
}

export interface TriggerNotes {
  table: Table
  statement: Statement
  /** Event in the form of `create trigger`: `update of read_at`. */
  event: string
  /** Queries for the values to report. */
  values: string
}

/** Returns the notes of the triggers: one for each statement, after each row. */
export function notesOf(topic: Topic): TriggerNotes[] {
  const [source = '', only] = topic.split(' on ')
  const [, column] = source.split('.')
  const table = tableOf(topic)
  const ofRow =
    column === undefined
      ? [
          `select '' as value`,
          ...Object.entries(subjects[table] ?? {}).map(
            ([noun, ids]) => `select '${noun}/' || id as value from (${ids}) as subject`,
          ),
        ]
      : [`select row.${column} as value`]
  return (Object.keys(rowsOf) as Statement[])
    .filter(statement => only === undefined || only.startsWith(statement))
    .map(statement => {
      const queries = rowsOf[statement].flatMap(row =>
        ofRow.map(query => query.replaceAll('row.', `${row}.`)),
      )
      return { table, statement, event: only ?? statement, values: [...new Set(queries)].join(' union ') }
    })
}

export const tableOf = (topic: string) => topic.split(/[. ]/, 1)[0] as Table

/** A row that a trigger wrote. */
export interface Note {
  watched: Topic
  value: string
}

/** Column values by topic. Null if another process wrote: anything may have changed. */
export type Changes = ReadonlyMap<Topic, readonly string[]> | null

export const changesOf = (notes: readonly Note[]): NonNullable<Changes> =>
  new Map(
    Array.from(
      Map.groupBy(notes, ({ watched }) => watched),
      ([topic, ofTopic]) => [topic, [...new Set(ofTopic.map(({ value }) => value))]],
    ),
  )

export function mergeChanges(a: Changes, b: Changes): Changes {
  if (a === null || b === null) return null
  const union = new Map(a)
  for (const [topic, values] of b) union.set(topic, [...new Set([...(union.get(topic) ?? []), ...values])])
  return union
}

type Listener = (changes: Changes) => void

/** Reports committed changes. */
export abstract class ChangeLog {
  readonly #listeners = new Map<Listener, ReadonlySet<Topic>>()
  readonly #topics = new Set<Topic>()

  /**
   * Position of the last change that listeners received.
   * It grows, and is the same in all processes of an epoch.
   */
  abstract readonly position: number

  /** Positions of another one can't be compared. */
  abstract readonly epoch: string

  /** Needs the migrated schema. @returns unsubscribes */
  listen(topics: readonly Topic[], listener: Listener): () => void {
    this.watch(topics.filter(topic => !this.#topics.has(topic)))
    for (const topic of topics) this.#topics.add(topic)
    this.#listeners.set(listener, new Set(topics))
    return () => this.#listeners.delete(listener)
  }

  /** Resolves when listeners have received all commits before this call. @throws when the database doesn't answer */
  abstract catchUp(): Promise<void>

  /** Reports changes that no statement made, such as those by the clock, to all processes of the site. */
  abstract announce(changes: NonNullable<Changes>): Promise<void>

  assumeEverything(): void {
    this.tell(null)
  }

  /** Notes changes of these topics, which are new, from the next statement on. */
  protected abstract watch(topics: readonly Topic[]): void

  /** Reports to each listener the changes that it watches. Null means that anything may have changed. */
  protected tell(changes: Changes): void {
    for (const [listener, topics] of this.#listeners) {
      const own = changes && new Map([...changes].filter(([topic]) => topics.has(topic)))
      if (own === null || own.size > 0) listener(own)
    }
  }
}
