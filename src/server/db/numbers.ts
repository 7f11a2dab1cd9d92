import { type RawBuilder, sql } from 'kysely'

/*
 * SQLite's `min(a, b)` and `max(a, b)`, which elsewhere are `least` and `greatest`. The expressions are repeated: without
 * bound values in a statement that is built once.
 */

export const lesser = (a: RawBuilder<number>, b: RawBuilder<number>): RawBuilder<number> =>
  sql<number>`(case when ${a} < ${b} then ${a} else ${b} end)`

/** Returns the value, or 0 if it is negative. */
export const atLeastZero = (value: RawBuilder<number>): RawBuilder<number> =>
  sql<number>`(case when ${value} > 0 then ${value} else 0 end)`
