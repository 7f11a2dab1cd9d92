import { mutation } from '#client/api/mutation.ts'
import { pagesQuery, query } from '#client/api/query.ts'

export const boatFollowQuery = (id: string) => query('GET /api/boats/:id/follow', { params: { id } })
export const tournamentFollowQuery = (id: string) =>
  query('GET /api/tournaments/:id/follow', { params: { id } })

export const followsQuery = () => pagesQuery('GET /api/follows', { query: { limit: 12 } })

export const followBoat = mutation('PUT /api/boats/:id/follow')
export const unfollowBoat = mutation('DELETE /api/boats/:id/follow')
export const followTournament = mutation('PUT /api/tournaments/:id/follow')
export const unfollowTournament = mutation('DELETE /api/tournaments/:id/follow')
