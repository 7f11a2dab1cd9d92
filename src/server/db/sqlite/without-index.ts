import { type RawBuilder, sql } from 'kysely'

/**
 * A column that SQLite's planner looks up in no index. Without statistics it prefers the index with the most columns
 * that are compared, even when they are the same in most rows.
 */
export const withoutIndex = <Value>(column: string): RawBuilder<Value> => sql<Value>`+${sql.ref(column)}`
