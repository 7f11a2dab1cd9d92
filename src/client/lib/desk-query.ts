import { queryOptions } from '@tanstack/react-query'
import type { Desk } from '#contract/catches.ts'

/** The organiser's data of a tournament, shared by several sections. */
export const deskQuery = (tournamentId: string) =>
  queryOptions<Desk>({ queryKey: [`/api/tournaments/${encodeURIComponent(tournamentId)}/desk`] })
