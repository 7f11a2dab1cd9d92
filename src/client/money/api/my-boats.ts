import { query } from '#client/api/query.ts'

/** At most three, of tournaments that aren't settled. */
export const backedBoatsQuery = () => query('GET /api/my-boats')
/** At most three that the viewer owns or crews, of tournaments that aren't over. */
export const crewedBoatsQuery = () => query('GET /api/my-boats', { query: { as: 'crew' } })
