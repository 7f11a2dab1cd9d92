import { mutation } from './mutation.ts'
import { query } from './query.ts'

const boats = ['/api/boats']

export const boatsQuery = () => query('GET /api/boats')
/** Owner only. */
export const boatCrewQuery = (id: string) => query('GET /api/boats/:id/crew', { params: { id } })

export const createBoat = mutation('POST /api/boats', { stale: boats })
export const changeBoat = mutation('PATCH /api/boats/:id', { stale: boats })
export const approveCrewMember = mutation('POST /api/boats/:id/crew/:userId', {
  answers: ({ params }) => boatCrewQuery(params.id),
})
