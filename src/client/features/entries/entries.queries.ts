import { queryOptions } from '@tanstack/react-query'
import type { Boat } from '#contract/boats.ts'
import type { Desk } from '#contract/catches.ts'
import type { OwnEntry } from '#contract/entries.ts'

export const boatsQuery = () => queryOptions<Boat[]>({ queryKey: ['/api/boats'] })

const tournamentPath = (id: string) => `/api/tournaments/${encodeURIComponent(id)}`

/** The entries that the viewer acts for. */
export const ownEntriesQuery = (tournamentId: string) =>
  queryOptions<OwnEntry[]>({ queryKey: [`${tournamentPath(tournamentId)}/mine`] })

/** How positions came about, for the organiser. */
export const deskQuery = (tournamentId: string) =>
  queryOptions<Desk>({ queryKey: [`${tournamentPath(tournamentId)}/desk`] })

export const entryPath = (id: string) => `/api/tournament-entries/${encodeURIComponent(id)}`
