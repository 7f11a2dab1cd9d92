import { mutation } from './mutation.ts'
import { query } from './query.ts'

const boats = ['/api/boats']

export const boatsQuery = () => query('GET /api/boats')
/** Only for the boat's owner. */
export const boatCrewQuery = (id: string) => query('GET /api/boats/:id/crew', { params: { id } })

export const createBoat = mutation('POST /api/boats', { stale: boats })
export const changeBoat = mutation('PATCH /api/boats/:id', { stale: boats })
/** Approves a crew member, or removes one. */
export const approveCrewMember = mutation('POST /api/boats/:id/crew/:userId', {
  answers: ({ params }) => boatCrewQuery(params.id),
})
