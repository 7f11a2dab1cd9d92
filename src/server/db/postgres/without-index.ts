import { type RawBuilder, sql } from 'kysely'

/** The column alone: PostgreSQL plans by statistics. */
export const withoutIndex = <Value>(column: string): RawBuilder<Value> => sql<Value>`${sql.ref(column)}`
