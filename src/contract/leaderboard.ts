/** `GET /api/leaderboard/totals`. Types only. */

/** What the whole leaderboard comes to, however many rows of it one asks for. */
export interface LeaderboardTotals {
  /** Tournaments with a boat on it. */
  tournaments: number
  /** Boats, each once however often it has entered. */
  boats: number
  /** Of those tournaments together: decimal dollars with two places. */
  prizePool: string
}
