import { queryOptions } from '@tanstack/react-query'
import type { Boat } from '#contract/boats.ts'
import type { OwnEntry } from '#contract/entries.ts'

export const boatsQuery = () => queryOptions<Boat[]>({ queryKey: ['/api/boats'] })

/** The entries that the viewer acts for. */
export const ownEntriesQuery = (tournamentId: string) =>
  queryOptions<OwnEntry[]>({ queryKey: [`/api/tournaments/${encodeURIComponent(tournamentId)}/mine`] })

export const entryPath = (id: string) => `/api/tournament-entries/${encodeURIComponent(id)}`
