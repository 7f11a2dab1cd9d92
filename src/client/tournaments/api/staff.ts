import { mutation } from '#client/api/mutation.ts'
import { pagesQuery, query } from '#client/api/query.ts'
import { limits } from '#contract/limits.ts'

/** A person's role in a tournament. */
export const ownRoleQuery = (id: string) => query('GET /api/tournaments/:id/role', { params: { id } })
/** Organiser only, as are invitations and actions. */
export const staffQuery = (id: string) => query('GET /api/tournaments/:id/staff', { params: { id } })
export const invitationsQuery = (id: string) =>
  query('GET /api/tournaments/:id/staff-invitations', { params: { id } })
export const actionsQuery = (id: string) =>
  pagesQuery('GET /api/tournaments/:id/actions', { params: { id }, query: { limit: limits.actionsPage } })
/** Tournaments whose staff the viewer is on. */
export const staffTournamentsQuery = () =>
  pagesQuery('GET /api/my-tournaments/staff', { query: { limit: limits.myTournamentsPage } })
export const offeredRoleQuery = (token: string) =>
  query('GET /api/staff-invitations/:token', { params: { token } })

export const inviteStaff = mutation('POST /api/tournaments/:id/staff-invitations')
export const revokeInvitation = mutation('DELETE /api/tournaments/:id/staff-invitations/:invitationId')
export const removeStaff = mutation('DELETE /api/tournaments/:id/staff/:userId')
export const acceptInvitation = mutation('POST /api/staff-invitations/:token/accept')
