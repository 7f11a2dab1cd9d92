import { queryOptions } from '@tanstack/react-query'
import type { Update } from '#contract/updates.ts'

export const updatesQuery = () => queryOptions<Update[]>({ queryKey: ['/api/tournament-updates'] })

/** Limit of the organiser's list. */
export const managedUpdates = 200

/** The latest updates of one tournament. */
export const tournamentUpdatesQuery = (tournamentId: string) =>
  queryOptions<Update[]>({
    queryKey: [
      `/api/tournament-updates?tournamentId=${encodeURIComponent(tournamentId)}&limit=${managedUpdates}`,
    ],
  })
