import type { Query } from '#contract/endpoints.ts'
import { pathOf } from './client.ts'
import { mutation } from './mutation.ts'
import { pageQuery, query } from './query.ts'

/** Patterns of paths that show a tournament, its entries or catches. */
export const showsTournaments = [
  '/api/tournaments',
  '/api/tournaments/*',
  '/api/tournament-cards',
  '/api/leaderboard',
  '/api/leaderboard/boards',
  '/api/tournament-updates',
]

export const tournamentsQuery = () => query('GET /api/tournaments')
export const tournamentQuery = (id: string) => query('GET /api/tournaments/:id', { params: { id } })
/** One page; the next by `nextPageQuery`. */
export const tournamentCardsQuery = (search: Query<'GET /api/tournament-cards'> = {}) =>
  pageQuery('GET /api/tournament-cards', { query: search })
/** Organiser only. */
export const organiserViewQuery = (id: string) => query('GET /api/tournaments/:id/desk', { params: { id } })

export const calendarPath = (id: string) =>
  pathOf('GET /api/tournaments/:id/calendar.ics', { params: { id } })
/** SVG. */
export const qrPath = (id: string) => pathOf('GET /api/tournaments/:id/qr.svg', { params: { id } })

export const createTournament = mutation('POST /api/tournaments', { stale: showsTournaments })
export const changeTournament = mutation('PATCH /api/tournaments/:id', { stale: showsTournaments })
