import { queryOptions } from '@tanstack/react-query'
import type { Tournament } from '#contract/tournaments.ts'
import type { Update } from '#contract/updates.ts'

const updates = '/api/tournament-updates?limit=12'

export const allTournamentsQuery = () => queryOptions<Tournament[]>({ queryKey: ['/api/tournaments'] })

export const oneTournamentQuery = (id: string) =>
  queryOptions<Tournament>({ queryKey: [`/api/tournaments/${encodeURIComponent(id)}`] })

/** The latest updates, of one tournament or of all. */
export const latestUpdatesQuery = (tournamentId?: string) =>
  queryOptions<Update[]>({
    queryKey: [
      tournamentId === undefined ? updates : `${updates}&tournamentId=${encodeURIComponent(tournamentId)}`,
    ],
  })

/** The QR code of a tournament's address, as SVG. */
export const qrPath = (tournamentId: string) => `/api/tournaments/${encodeURIComponent(tournamentId)}/qr.svg`
