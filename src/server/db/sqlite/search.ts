import { type Expression, type RawBuilder, sql } from 'kysely'
import type { BoatId, TournamentId, UserId } from '#contract/ids.ts'
import { lettersOf, mostMatches } from '../typed-text.ts'

/** A text of a JSON object; null when there is none. */
export const jsonText = (column: string, key: string): RawBuilder<string | null> =>
  sql<string | null>`json_extract(${sql.ref(column)}, ${`$.${key}`})`

/** A GLOB of the text anywhere. */
const globOf = (typed: string): string =>
  `*${lettersOf(typed)
    .map(all => (all.length > 1 || /[*?[]/.test(all[0] ?? '') ? `[${all.join('')}]` : all[0]))
    .join('')}*`

/**
 * Whether any text contains the typed one; ignores case, accents and spaces around it. Scans: only for parts that an
 * index has narrowed down.
 */
export function containsText(
  texts: readonly Expression<string | null>[],
  typed: string,
): RawBuilder<boolean> {
  const glob = globOf(typed)
  return sql<boolean>`(${sql.join(
    texts.map(text => sql`${text} glob ${glob}`),
    sql` or `,
  )})`
}

/** The texts of a JSON array of any length as rows with the column `value`, in a statement that is the same for all. */
export const anyOfJson = <Value extends string>(json: string): RawBuilder<Value> =>
  sql<Value>`(select value from json_each(${json}))`

/** For `in`. */
export const anyOf = <Value extends string>(values: readonly Value[]): RawBuilder<Value> =>
  anyOfJson(JSON.stringify(values))

/** FTS5 knows no operators inside quotes; `""` matches nothing. */
const expressionOf = (text: string): string =>
  (text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? ['']).map(word => `"${word}"*`).join(' ')

/** Ids of rows with a word in the searched columns for each word of `text`, which may be its beginning. */
const matching = <RowId>(noun: 'tournament' | 'boat' | 'user', text: string): RawBuilder<RowId> => {
  const [texts, search, id] = [sql.table(`${noun}_texts`), sql.table(`${noun}_search`), sql.ref(`${noun}_id`)]
  return sql`(
    select ${id} from ${texts} where number in (
      select rowid from ${search} where ${search} match ${expressionOf(text)}
      order by rowid desc limit ${mostMatches}))`
}

/** By name and location. */
export const tournamentsMatching = (text: string) => matching<TournamentId>('tournament', text)

/** By name and captain's name. */
export const boatsMatching = (text: string) => matching<BoatId>('boat', text)

/** By name and address. */
export const usersMatching = (text: string) => matching<UserId>('user', text)
