import type { TournamentId } from '#contract/ids.ts'

export interface RecapsTable {
  tournament_id: TournamentId
  /** Time at which the results were first official, in milliseconds since 1970. */
  official_at: number
}

declare module '#server/db/tables.ts' {
  interface Tables {
    recaps: RecapsTable
  }
}
