/** Shapes that the API answers; see the schemas of each request beside its route. */
export type TournamentStatus = 'upcoming' | 'active' | 'completed' | 'cancelled'

export interface BoatSummary {
  id: string
  name: string
  captainName: string
  description: string | null
  imageUrl: string | null
}

export interface Entry {
  id: string
  boat: BoatSummary
  /** Decimal dollars with two places. */
  fundingGoal: string
  currentFunding: string
  /** Percent of the winnings that goes to the backers. */
  payoutPercentage: number
  currentPosition: number | null
  /** JSON: `{"weight":412.5,"species":"Blue Marlin"}`. */
  bestCatch: string | null
  backerCount: number
}

export interface Tournament {
  id: string
  name: string
  description: string | null
  location: string | null
  /** ISO 8601, UTC. */
  startDate: string
  endDate: string
  status: TournamentStatus
  /** Decimal dollars with two places. */
  prizePool: string | null
  organiserId: string
  entries: Entry[]
}
