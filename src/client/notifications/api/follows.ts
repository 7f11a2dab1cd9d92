import { mutation } from '#client/api/mutation.ts'
import { pagesQuery, query } from '#client/api/query.ts'

export const boatFollowQuery = (id: string) => query('GET /api/boats/:id/follow', { params: { id } })
export const tournamentFollowQuery = (id: string) =>
  query('GET /api/tournaments/:id/follow', { params: { id } })

export const followsQuery = () => pagesQuery('GET /api/follows', { query: { limit: 12 } })

const ofBoats = { stale: ['/api/boats/:id/follow', '/api/follows'] }
const ofTournaments = { stale: ['/api/tournaments/:id/follow', '/api/follows'] }

export const followBoat = mutation('PUT /api/boats/:id/follow', ofBoats)
export const unfollowBoat = mutation('DELETE /api/boats/:id/follow', ofBoats)
export const followTournament = mutation('PUT /api/tournaments/:id/follow', ofTournaments)
export const unfollowTournament = mutation('DELETE /api/tournaments/:id/follow', ofTournaments)
