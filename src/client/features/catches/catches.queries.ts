import { queryOptions } from '@tanstack/react-query'
import type { Desk } from '#contract/catches.ts'

const pathOf = (tournamentId: string) => `/api/tournaments/${encodeURIComponent(tournamentId)}/desk`

/** What only the organiser sees: catches, and how positions came about. */
export const deskQuery = (tournamentId: string) => queryOptions<Desk>({ queryKey: [pathOf(tournamentId)] })
