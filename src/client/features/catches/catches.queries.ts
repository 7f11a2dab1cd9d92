import { queryOptions } from '@tanstack/react-query'
import type { Desk } from '#contract/catches.ts'
import type { ChangeEvent } from '#contract/events.ts'

const pathOf = (tournamentId: string) => `/api/tournaments/${encodeURIComponent(tournamentId)}/desk`

/** What only the organiser sees: catches, and how positions came about. */
export const deskQuery = (tournamentId: string) => queryOptions<Desk>({ queryKey: [pathOf(tournamentId)] })

/** What a weigh-in changes, for `invalidate`. */
export const changeOf = (tournamentId: string): ChangeEvent => ({
  lists: ['/api/tournaments', '/api/leaderboard', '/api/tournament-updates'],
  tournaments: [tournamentId],
})
