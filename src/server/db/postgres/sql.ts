import { type Expression, type RawBuilder, sql } from 'kysely'
import { lettersOf, mostMatches } from '../typed-text.ts'

/** A text of a JSON object; null when there is none. */
export const jsonText = (column: string, key: string): RawBuilder<string | null> =>
  sql<string | null>`(${sql.ref(column)}::jsonb ->> ${key})`

const escapeLetter = (letter: string) => letter.replace(/[[\]\\^$.*+?(){}|-]/, '\\$&')

/** A regular expression of the text anywhere. */
const patternOf = (search: string): string =>
  lettersOf(search)
    .map(all => (all.length > 1 ? `[${all.map(escapeLetter).join('')}]` : all.map(escapeLetter).join('')))
    .join('')

export const contains = (text: Expression<string | null>, search: string): RawBuilder<boolean> =>
  sql<boolean>`${text} ~ ${patternOf(search)}`

/** The texts of a JSON array of any length as rows with the column `value`, in a statement that is the same for all. */
export const anyOfJson = <Value extends string>(json: string): RawBuilder<Value> =>
  sql<Value>`(select value from jsonb_array_elements_text(${json}::jsonb))`

/** Splits text into words as the schema's function `words` does. An empty query matches nothing. */
const queryOf = (text: string): string =>
  (
    text
      .normalize('NFD')
      .replace(/[\u0300-\u036f\u3099\u309a]/g, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
    .map(word => `'${word}':*`)
    .join(' & ')

/** Ids of rows with a word in the searched columns for each word of `text`, which may be its beginning. */
export const matching = <RowId>(noun: 'tournament' | 'boat' | 'user', text: string): RawBuilder<RowId> => {
  const [texts, id] = [sql.table(`${noun}_texts`), sql.ref(`${noun}_id`)]
  return sql`(
    select ${id} from ${texts} where words @@ ${queryOf(text)}::tsquery
    order by number desc limit ${mostMatches})`
}
