import { mutation } from './mutation.ts'
import { pagesQuery } from './query.ts'

/** Owner only. */
export const backersQuery = (entryId: string) =>
  pagesQuery('GET /api/tournament-entries/:id/backers', { params: { id: entryId }, query: { limit: 50 } })

export const replyToBacker = mutation('POST /api/tournament-entries/:id/backers/:fundingId/reply', {
  stale: ['/api/tournament-entries/:id/backers'],
})
