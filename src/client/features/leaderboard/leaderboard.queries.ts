import { queryOptions } from '@tanstack/react-query'
import type { LeaderboardTotals } from '#contract/leaderboard.ts'
import type { Entry, TournamentSummary } from '#contract/tournaments.ts'

export interface RankedEntry extends Entry {
  tournament: TournamentSummary
}

export const leaderboardQuery = () => queryOptions<RankedEntry[]>({ queryKey: ['/api/leaderboard'] })

/** Totals over all rows; the list has the first 500 only. */
export const totalsQuery = () => queryOptions<LeaderboardTotals>({ queryKey: ['/api/leaderboard/totals'] })
