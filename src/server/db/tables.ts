/** The tables of the database. Each `*.table.ts` adds its own, so that `db` imports none of them. */
// biome-ignore lint/suspicious/noEmptyInterface: others extend it
export interface Tables {}
