import { query } from '#client/api/query.ts'

/** Boats that the viewer backs in tournaments that aren't settled, at most three. */
export const backedBoatsQuery = () => query('GET /api/my-boats')
/** Boats that the viewer owns or crews in tournaments that aren't over, at most three. */
export const crewedBoatsQuery = () => query('GET /api/my-boats', { query: { as: 'crew' } })
/** Value of the viewer's money in one boat if its tournaments ended now. */
export const ownSharesQuery = (boat: string) => query('GET /api/my-boats/shares', { query: { boat } })
