import { pathOf } from '#client/api/client.ts'
import { mutation } from '#client/api/mutation.ts'
import { pageQuery, pagesQuery, query } from '#client/api/query.ts'
import type { TournamentSearch } from '#client/tournaments/tournament-search.ts'
import type { Query } from '#contract/endpoints.ts'
import { limits } from '#contract/limits.ts'

export const tournamentQuery = (id: string) => query('GET /api/tournaments/:id', { params: { id } })
type CardSearch = Query<'GET /api/tournament-cards'>

const cardsQuery = (search: CardSearch) => pageQuery('GET /api/tournament-cards', { query: search })

/** A page of a section of the home page. */
export const homeCards = 6

/** Sections of the home page. Cancelled tournaments are among the past ones only. */
export const sectionQueries = {
  active: pagesQuery('GET /api/tournament-cards', {
    query: { category: 'active', status: 'active', limit: homeCards },
  }),
  upcoming: pagesQuery('GET /api/tournament-cards', {
    query: { category: 'upcoming', status: 'upcoming', limit: homeCards },
  }),
  past: pagesQuery('GET /api/tournament-cards', { query: { category: 'past', limit: homeCards } }),
}
/** Cards of the landing page. */
export const showcaseQueries = {
  active: cardsQuery({ category: 'active', status: 'active', limit: 3 }),
  upcoming: cardsQuery({ category: 'upcoming', status: 'upcoming', limit: 3 }),
}
/** Cards of the kiosk screen of all tournaments. */
export const runningCardsQuery = () => cardsQuery({ status: 'active', limit: limits.boardsPageMax })
/** The next to start. */
export const nextCardQuery = () => cardsQuery({ status: 'upcoming', limit: 1 })
/** A page of "All Tournaments". */
export const foundCardsQuery = (search: TournamentSearch) => cardsQuery({ ...search, limit: 24 })
/** Addresses for other sites; organisers only. */
export const embedQuery = (id: string) => query('GET /api/tournaments/:id/embed', { params: { id } })
/** The organiser's view with the latest catches; organiser and staff only. */
export const organiserViewQuery = (id: string) =>
  query('GET /api/tournaments/:id/desk', { params: { id }, query: { limit: limits.catchesPage } })

export const calendarPath = (id: string) =>
  pathOf('GET /api/tournaments/:id/calendar.ics', { params: { id } })
/** SVG. */
export const qrPath = (id: string) => pathOf('GET /api/tournaments/:id/qr.svg', { params: { id } })

/** SVG with a pass of a locked site; organisers only. */
export const passPath = (id: string) => pathOf('GET /api/tournaments/:id/pass.svg', { params: { id } })

export const createTournament = mutation('POST /api/tournaments')
export const changeTournament = mutation('PATCH /api/tournaments/:id')
