import { query } from '#client/api/query.ts'

/** At most three, of tournaments that aren't settled. */
export const backedBoatsQuery = () => query('GET /api/my-boats')
/** At most three that the viewer owns or crews, of tournaments that aren't over. */
export const crewedBoatsQuery = () => query('GET /api/my-boats', { query: { as: 'crew' } })
/** Of one boat: what the viewer's money would be worth if its tournaments ended now. */
export const ownSharesQuery = (boat: string) => query('GET /api/my-boats/shares', { query: { boat } })
