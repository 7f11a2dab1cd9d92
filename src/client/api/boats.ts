import { limits } from '#contract/limits.ts'
import { mutation } from './mutation.ts'
import { pageQuery, pagesQuery, query } from './query.ts'

const boats = ['/api/boats']

/** For a choice: the newest boats, or those found by `typed`. */
const choices = (typed: string) => ({ limit: limits.listPage, ...(typed !== '' && { q: typed }) })
export const boatChoicesQuery = (typed = '') => pageQuery('GET /api/boats', { query: choices(typed) })
export const ownBoatChoicesQuery = (typed = '') =>
  pageQuery('GET /api/boats', { query: { mine: 'true', ...choices(typed) } })

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
