import { type Expression, type RawBuilder, sql } from 'kysely'

/** A text of a JSON object; null when there is none. */
export const jsonText = (column: string, key: string): RawBuilder<string | null> =>
  sql<string | null>`json_extract(${sql.ref(column)}, ${`$.${key}`})`

/** Whether any text contains the typed one. Scans: only for parts that an index has narrowed down. */
export function containsText(
  texts: readonly Expression<string | null>[],
  typed: string,
): RawBuilder<boolean> {
  // SQLite's lower() leaves other letters than A to Z alone.
  const wanted = [typed.toLowerCase(), typed.toUpperCase()]
  const hits = texts.flatMap(text => wanted.map(each => sql`instr(lower(${text}), lower(${each}))`))
  return sql<boolean>`(${sql.join(hits, sql` or `)})`
}

/** The values of a list of any length, in a statement that is the same for all: `in` {@link anyOf}. */
export const anyOf = <Value extends string>(values: readonly Value[]): RawBuilder<Value> =>
  sql<Value>`(select value from json_each(${JSON.stringify(values)}))`
