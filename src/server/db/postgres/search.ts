import { type Expression, type RawBuilder, sql } from 'kysely'
import type { BoatId, TournamentId, UserId } from '#contract/ids.ts'
import { lettersOf, mostMatches } from '../typed-text.ts'

/** A text of a JSON object; null when there is none. */
export const jsonText = (column: string, key: string): RawBuilder<string | null> =>
  sql<string | null>`(${sql.ref(column)}::jsonb ->> ${key})`

const escaped = (letter: string) => letter.replace(/[[\]\\^$.*+?(){}|-]/, '\\$&')

/** A regular expression of the text anywhere. */
const patternOf = (typed: string): string =>
  lettersOf(typed)
    .map(all => (all.length > 1 ? `[${all.map(escaped).join('')}]` : all.map(escaped).join('')))
    .join('')

/**
 * Whether any text contains the typed one; ignores case, accents and spaces around it. Scans: only for parts that an
 * index has narrowed down.
 */
export function containsText(
  texts: readonly Expression<string | null>[],
  typed: string,
): RawBuilder<boolean> {
  const pattern = patternOf(typed)
  return sql<boolean>`(${sql.join(
    texts.map(text => sql`${text} ~ ${pattern}`),
    sql` or `,
  )})`
}

/** The texts of a JSON array of any length as rows with the column `value`, in a statement that is the same for all. */
export const anyOfJson = <Value extends string>(json: string): RawBuilder<Value> =>
  sql<Value>`(select value from jsonb_array_elements_text(${json}::jsonb))`

/** For `in`. */
export const anyOf = <Value extends string>(values: readonly Value[]): RawBuilder<Value> =>
  anyOfJson(JSON.stringify(values))

/** As the function `words` of the schema splits texts; an empty query matches nothing. */
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
const matching = <RowId>(noun: 'tournament' | 'boat' | 'user', text: string): RawBuilder<RowId> => {
  const [texts, id] = [sql.table(`${noun}_texts`), sql.ref(`${noun}_id`)]
  return sql`(
    select ${id} from ${texts} where words @@ ${queryOf(text)}::tsquery
    order by number desc limit ${mostMatches})`
}

/** By name and location. */
export const tournamentsMatching = (text: string) => matching<TournamentId>('tournament', text)

/** By name and captain's name. */
export const boatsMatching = (text: string) => matching<BoatId>('boat', text)

/** By name and address. */
export const usersMatching = (text: string) => matching<UserId>('user', text)
