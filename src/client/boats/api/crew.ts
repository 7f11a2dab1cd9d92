import { mutation } from '#client/api/mutation.ts'
import { offlineFirst, query } from '#client/api/query.ts'

export const assignmentQuery = () => ({ ...query('GET /api/crew/assignment'), ...offlineFirst })

/** Owners are approved at once, others by the owner. */
export const assignBoat = mutation('PUT /api/crew/assignment', { answers: assignmentQuery })
