import { mutation } from '#client/api/mutation.ts'
import { pagesQuery, query } from '#client/api/query.ts'
import { limits } from '#contract/limits.ts'

/** Time until captains can file, and the number of open protests. */
export const protestWindowQuery = (tournamentId: string) =>
  query('GET /api/tournaments/:id/protest-window', { params: { id: tournamentId } })

/** Returns protests, the latest first. */
export const protestsQuery = (tournamentId: string) =>
  pagesQuery('GET /api/tournaments/:id/protests', { params: { id: tournamentId }, query: { limit: 20 } })

/** Returns all open protests. */
export const openProtestsQuery = (tournamentId: string) =>
  query('GET /api/tournaments/:id/protests', {
    params: { id: tournamentId },
    query: { state: 'open', limit: limits.openProtests },
  })

export const closedProtestsQuery = (tournamentId: string) =>
  pagesQuery('GET /api/tournaments/:id/protests', {
    params: { id: tournamentId },
    query: { state: 'closed', limit: 20 },
  })

/** Catches and penalties of a boat. */
export const protestSubjectsQuery = (entryId: string) =>
  query('GET /api/tournament-entries/:id/protest-subjects', { params: { id: entryId } })

export const holdsQuery = (tournamentId: string) =>
  query('GET /api/tournaments/:id/holds', { params: { id: tournamentId } })

export const fileProtest = mutation('POST /api/tournaments/:id/protests')
export const answerProtest = mutation('POST /api/protests/:id/answers')
export const withdrawProtest = mutation('POST /api/protests/:id/withdrawal')
export const decideProtest = mutation('POST /api/protests/:id/decision')
export const reopenProtest = mutation('POST /api/protests/:id/reopening')
export const placeHold = mutation('POST /api/tournaments/:id/holds')
export const liftHold = mutation('DELETE /api/holds/:id')
