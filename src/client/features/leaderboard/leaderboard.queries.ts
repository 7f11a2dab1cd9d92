import { queryOptions } from '@tanstack/react-query'
import type { Entry, TournamentSummary } from '#contract/tournaments.ts'

/** An entry as the leaderboard lists it. */
export interface RankedEntry extends Entry {
  tournament: TournamentSummary
}

export const leaderboardQuery = () => queryOptions<RankedEntry[]>({ queryKey: ['/api/leaderboard'] })
