import { mutation } from './mutation.ts'
import { query } from './query.ts'

/** Owner only. */
export const backersQuery = (entryId: string) =>
  query('GET /api/tournament-entries/:id/backers', { params: { id: entryId } })

export const replyToBacker = mutation('POST /api/tournament-entries/:id/backers/:fundingId/reply', {
  stale: ['/api/tournament-entries/:id/backers'],
})
