import { queryOptions } from '@tanstack/react-query'
import type { Tournament } from '#contract/tournaments.ts'

export const tournamentsQuery = () => queryOptions<Tournament[]>({ queryKey: ['/api/tournaments'] })

export const tournamentPath = (id: string) => `/api/tournaments/${encodeURIComponent(id)}`

export const tournamentQuery = (id: string) => queryOptions<Tournament>({ queryKey: [tournamentPath(id)] })

/** Calendar file. */
export const calendarPath = (id: string) => `${tournamentPath(id)}/calendar.ics`
