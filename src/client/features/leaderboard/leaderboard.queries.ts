import { queryOptions } from '@tanstack/react-query'
import type { LeaderboardTotals } from '#contract/leaderboard.ts'
import type { Entry, TournamentSummary } from '#contract/tournaments.ts'

/** An entry as the leaderboard lists it. */
export interface RankedEntry extends Entry {
  tournament: TournamentSummary
}

export const leaderboardQuery = () => queryOptions<RankedEntry[]>({ queryKey: ['/api/leaderboard'] })

/** The list has its first 500 rows; this counts all. */
export const totalsQuery = () => queryOptions<LeaderboardTotals>({ queryKey: ['/api/leaderboard/totals'] })
