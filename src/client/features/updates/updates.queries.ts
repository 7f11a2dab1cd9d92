import { queryOptions } from '@tanstack/react-query'
import type { BoatSummary, Tournament } from '#contract/tournaments.ts'

export interface Update {
  id: string
  content: string
  imageUrl: string | null
  location: string | null
  createdAt: string
  tournamentEntry: { id: string; boat: BoatSummary; tournament: Omit<Tournament, 'entries'> }
}

export const updatesQuery = () => queryOptions<Update[]>({ queryKey: ['/api/tournament-updates'] })
