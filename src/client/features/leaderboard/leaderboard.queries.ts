import { queryOptions } from '@tanstack/react-query'
import type { Entry, Tournament } from '#contract/tournaments.ts'

/** An entry as the leaderboard lists it. */
export interface RankedEntry extends Entry {
  tournament: Omit<Tournament, 'entries'>
}

export const leaderboardQuery = () => queryOptions<RankedEntry[]>({ queryKey: ['/api/leaderboard'] })
