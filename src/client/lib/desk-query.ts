import { queryOptions } from '@tanstack/react-query'
import type { Desk } from '#contract/catches.ts'

/** What only the organiser sees of a tournament; several sections of the organiser's page show a part of it each. */
export const deskQuery = (tournamentId: string) =>
  queryOptions<Desk>({ queryKey: [`/api/tournaments/${encodeURIComponent(tournamentId)}/desk`] })
