import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'

/**
 * Compares a row value, so that SQLite seeks in an index over the columns.
 * `a < ? or (a = ? and b < ?)` would read the index from its start.
 */
export const compareRow = (
  columns: readonly string[],
  operator: '<' | '>',
  values: readonly (string | number)[],
): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(columns.map(column => sql.ref(column)))}) ${sql.raw(operator)} (${sql.join(values)})`

/** Limit of all rows: SQLite takes an `offset` only with a limit. */
export const allRows = Number.MAX_SAFE_INTEGER

/**
 * Selects the rows after a position, newest first, with `$call`.
 * @param at column of the time @param id column that breaks ties
 */
export const newestFirst =
  (at: string, id: string, after: { at: number; id: string }, size: number) =>
  <DB, TB extends keyof DB, Row>(rows: SelectQueryBuilder<DB, TB, Row>): SelectQueryBuilder<DB, TB, Row> =>
    rows
      .where(compareRow([at, id], '<', [after.at, after.id]))
      .orderBy(sql.ref(at), 'desc')
      .orderBy(sql.ref(id), 'desc')
      .limit(size)
