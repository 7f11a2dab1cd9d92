export interface DailyCountRow {
  /** Days since 1970, in UTC. */
  day: number
  /** User id or `network <address>`. */
  subject: string
  thing: string
  count: number
}

declare module '#server/db/tables.ts' {
  interface Tables {
    daily_counts: DailyCountRow
  }
}
