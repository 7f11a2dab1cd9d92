import { mutation } from '#client/api/mutation.ts'
import { query } from '#client/api/query.ts'

/** @param number of an older version */
export const rulesQuery = (tournamentId: string, number?: number) =>
  query('GET /api/tournaments/:id/rules', {
    params: { id: tournamentId },
    ...(number !== undefined && { query: { number } }),
  })
export const standingsQuery = (tournamentId: string) =>
  query('GET /api/tournaments/:id/standings', { params: { id: tournamentId } })
/** Pots and awards; before the end as if it ended now. */
export const awardsQuery = (tournamentId: string) =>
  query('GET /api/tournaments/:id/awards', { params: { id: tournamentId } })
/** Pots as the backers of a boat see them; empty without rules. */
export const backedPotsQuery = (entryId: string) =>
  query('GET /api/tournament-entries/:id/pots', { params: { id: entryId } })
/** Captain and staff only. Never cached: a form sends the whole list back. */
export const anglersQuery = (entryId: string) => ({
  ...query('GET /api/tournament-entries/:id/anglers', { params: { id: entryId } }),
  staleTime: 0,
  gcTime: 0,
})

export const setRules = mutation('PUT /api/tournaments/:id/rules')
export const disqualifyEntry = mutation('PUT /api/tournament-entries/:id/disqualification')
export const reinstateEntry = mutation('DELETE /api/tournament-entries/:id/disqualification')
export const recordPenalty = mutation('POST /api/tournament-entries/:id/penalties')
export const liftPenalty = mutation('DELETE /api/penalties/:id')
export const decideTie = mutation('PUT /api/tournaments/:id/tie-decisions')
export const setPots = mutation('PUT /api/tournament-entries/:id/pots')
export const setAnglers = mutation('PUT /api/tournament-entries/:id/anglers')
