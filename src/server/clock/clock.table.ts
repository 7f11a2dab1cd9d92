/**
 * `behind`: earlier than records. `apart`: not that of PostgreSQL, which all processes share. `jumped`: moved while the
 * server ran.
 */
export type ClockFault = 'behind' | 'apart' | 'jumped'

/** One row. Milliseconds since 1970. */
export interface ClockTable {
  id: 1
  /** A jump as a server last saw it, or null. */
  fault: ClockFault | null
  /** Time at which the operator accepted the clock as it was, or null. */
  confirmed_at: number | null
  /** Records until here were made by a wrong clock. */
  ignored_until: number | null
}

declare module '#server/db/tables.ts' {
  interface Tables {
    clock: ClockTable
  }
}
