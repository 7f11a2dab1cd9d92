import { mutation } from './mutation.ts'
import { offlineFirst, query } from './query.ts'

/** The boat that the viewer crews, and whether its owner has approved. */
export const assignmentQuery = () => ({ ...query('GET /api/crew/assignment'), ...offlineFirst })

/** The owner of a boat is approved at once, everybody else by the owner. */
export const assignBoat = mutation('PUT /api/crew/assignment', { answers: assignmentQuery })
