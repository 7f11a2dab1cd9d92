import { limits } from '#contract/limits.ts'
import { mutation } from './mutation.ts'
import { pagesQuery, query } from './query.ts'

const boats = ['/api/boats']

/** Newest first, at most as many as one answer holds: for a choice, not for a list. */
export const boatChoicesQuery = () => query('GET /api/boats', { query: { limit: limits.listPageMax } })
export const ownBoatChoicesQuery = () =>
  query('GET /api/boats', { query: { mine: 'true', limit: limits.listPageMax } })

const shown = 24

export const ownBoatsQuery = () => pagesQuery('GET /api/boats', { query: { mine: 'true', limit: shown } })
export const otherBoatsQuery = () => pagesQuery('GET /api/boats', { query: { mine: 'false', limit: shown } })
/** Owner only. */
export const boatCrewQuery = (id: string) => query('GET /api/boats/:id/crew', { params: { id } })

export const createBoat = mutation('POST /api/boats', { stale: boats })
export const changeBoat = mutation('PATCH /api/boats/:id', { stale: boats })
export const approveCrewMember = mutation('POST /api/boats/:id/crew/:userId', {
  answers: ({ params }) => boatCrewQuery(params.id),
})
