import { type RawBuilder, sql } from 'kysely'

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
