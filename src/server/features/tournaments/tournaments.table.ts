import type { Selectable } from 'kysely'
import type { TournamentId, UserId } from '#contract/ids.ts'

/** The status follows from the clock and `cancelled_at`. */
export interface TournamentsTable {
  id: TournamentId
  organiser_id: UserId
  name: string
  description: string | null
  location: string | null
  starts_at: number
  ends_at: number
  prize_pool_cents: number | null
  cancelled_at: number | null
  created_at: number
  updated_at: number
}

export interface TournamentTables {
  tournaments: TournamentsTable
}

export type TournamentRow = Selectable<TournamentsTable>
