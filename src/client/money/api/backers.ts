import { pathOf } from '#client/api/client.ts'
import { mutation } from '#client/api/mutation.ts'
import { pagesQuery } from '#client/api/query.ts'

/** Owner only. @param searchText a part of a backer's name */
export const backersQuery = (entryId: string, searchText = '') =>
  pagesQuery('GET /api/tournament-entries/:id/backers', {
    params: { id: entryId },
    query: { limit: 50, ...(searchText !== '' && { q: searchText }) },
  })
/** CSV. */
export const backersFilePath = (entryId: string) =>
  pathOf('GET /api/tournament-entries/:id/backers.csv', { params: { id: entryId } })

/** Replies to those without a reply. */
export const thankBackers = mutation('POST /api/tournament-entries/:id/backers/thanks')
export const replyToBacker = mutation('POST /api/tournament-entries/:id/backers/:fundingId/reply')
