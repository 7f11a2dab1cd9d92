import { type Expression, type RawBuilder, sql } from 'kysely'
import { lettersOf, mostMatches } from '../typed-text.ts'

/** A text of a JSON object; null when there is none. */
export const jsonText = (column: string, key: string): RawBuilder<string | null> =>
  sql<string | null>`json_extract(${sql.ref(column)}, ${`$.${key}`})`

/** A GLOB of the text anywhere. */
const globOf = (search: string): string =>
  `*${lettersOf(search)
    .map(all => (all.length > 1 || /[*?[]/.test(all[0] ?? '') ? `[${all.join('')}]` : all[0]))
    .join('')}*`

export const contains = (text: Expression<string | null>, search: string): RawBuilder<boolean> =>
  sql<boolean>`${text} glob ${globOf(search)}`

/** The texts of a JSON array of any length as rows with the column `value`, in a statement that is the same for all. */
export const anyOfJson = <Value extends string>(json: string): RawBuilder<Value> =>
  sql<Value>`(select value from json_each(${json}))`

/** FTS5 knows no operators inside quotes; `""` matches nothing. */
const expressionOf = (text: string): string =>
  (text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? ['']).map(word => `"${word}"*`).join(' ')

/** Ids of rows with a word in the searched columns for each word of `text`, which may be its beginning. */
export const matching = <RowId>(noun: 'tournament' | 'boat' | 'user', text: string): RawBuilder<RowId> => {
  const [texts, search, id] = [sql.table(`${noun}_texts`), sql.table(`${noun}_search`), sql.ref(`${noun}_id`)]
  return sql`(
    select ${id} from ${texts} where number in (
      select rowid from ${search} where ${search} match ${expressionOf(text)}
      order by rowid desc limit ${mostMatches}))`
}
