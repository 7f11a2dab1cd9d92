import { count, flag, type Infer, list, object, one, orNull, text, time } from '../json-schema.ts'
import { limits } from '../limits.ts'
import { siteRole } from '../people/site-role.ts'

export const personState = one('active', 'unconfirmed', 'banned')

export const adminPerson = object({
  id: text,
  name: orNull(text),
  email: text,
  state: personState,
  role: orNull(siteRole),
  createdAt: time,
  lastSignInAt: orNull(time),
  /** The person's tournaments that are neither cancelled nor settled. */
  openTournaments: count,
})
export type AdminPerson = Infer<typeof adminPerson>

export const adminTournament = object({
  id: text,
  name: text,
  startDate: time,
  endDate: time,
  status: one('upcoming', 'active', 'completed', 'cancelled'),
  /** Results are confirmed: it can't be cancelled. */
  settled: flag,
  organiser: object({ id: text, name: orNull(text), banned: flag }),
})
export type AdminTournament = Infer<typeof adminTournament>

export const adminReport = object({
  id: text,
  caption: orNull(text),
  tag: text,
  createdAt: time,
  hidden: flag,
  boat: orNull(text),
  author: object({ id: text, name: orNull(text) }),
  reports: count,
  reasons: list(text),
})
export type AdminReport = Infer<typeof adminReport>

/** People and what they publish, for the owners of the site. */
export const moderationEndpoints = {
  'GET /api/admin/people': {
    summary: 'List accounts, the latest first, or search them',
    access: ['owner'],
    query: 'adminSearchPage',
    answer: 'adminPerson[]',
    reads: ['sessions', 'settlements', 'tournaments', 'site_roles'],
  },
  'GET /api/admin/people/:id/sessions': {
    summary: 'List the devices of an account',
    access: ['owner'],
    answer: 'sessionInfo[]',
    most: limits.sessions,
    reads: ['sessions'],
  },
  'DELETE /api/admin/people/:id/sessions': {
    summary: 'Sign an account out everywhere',
    access: ['owner'],
    status: 204,
    refusals: ['too_many_attempts'],
  },
  'POST /api/admin/people/:id/reset-link': {
    summary: 'Mail an account a link to choose a new password',
    access: ['owner'],
    status: 204,
    refusals: ['conflict', 'too_many_attempts', 'unavailable'],
  },
  'PUT /api/admin/people/:id/ban': {
    summary: 'Lock an account and hide what it published',
    access: ['owner'],
    status: 204,
    refusals: ['conflict', 'too_many_attempts'],
  },
  'DELETE /api/admin/people/:id/ban': {
    summary: 'Unlock an account',
    access: ['owner'],
    status: 204,
    refusals: ['too_many_attempts'],
  },
  'PUT /api/admin/people/:id/role': {
    summary: 'Make an account an owner or an organiser',
    access: ['owner'],
    body: 'siteRoleGrant',
    status: 204,
    refusals: ['conflict', 'too_many_attempts'],
  },
  'DELETE /api/admin/people/:id/role': {
    summary: 'Take an account’s role',
    access: ['owner'],
    status: 204,
    refusals: ['conflict', 'too_many_attempts'],
  },
  'GET /api/admin/organiser-requests': {
    summary: 'List open requests to run tournaments, the oldest first',
    access: ['owner'],
    query: 'adminPage',
    answer: 'organiserRequest[]',
    reads: ['organiser_requests'],
  },
  'POST /api/admin/organiser-requests/:id/approve': {
    summary: 'Let a person run tournaments',
    access: ['owner'],
    status: 204,
    refusals: ['conflict', 'too_many_attempts'],
  },
  'POST /api/admin/organiser-requests/:id/decline': {
    summary: 'Decline a request to run tournaments',
    access: ['owner'],
    status: 204,
    refusals: ['conflict', 'too_many_attempts'],
  },
  'GET /api/admin/tournaments': {
    summary: 'List all tournaments, of banned organisers too, the latest first, or search them',
    access: ['owner'],
    query: 'adminSearchPage',
    answer: 'adminTournament[]',
    reads: ['tournaments', 'settlements'],
  },
  'POST /api/admin/tournaments/:id/cancel': {
    summary: 'Cancel a tournament and refund every funding',
    access: ['owner'],
    status: 204,
    needsClock: true,
    refusals: ['conflict', 'too_many_attempts', 'unavailable'],
  },
  'PUT /api/admin/tournaments/:id/organiser': {
    summary: 'Appoint another account as the organiser',
    access: ['owner'],
    body: 'newOrganiser',
    status: 204,
    needsClock: true,
    refusals: ['conflict', 'too_many_attempts', 'unavailable'],
  },
  'DELETE /api/admin/tournaments/:id': {
    summary: 'Delete a tournament without money',
    access: ['owner'],
    status: 204,
    needsClock: true,
    refusals: ['conflict', 'too_many_attempts', 'unavailable'],
  },
  'GET /api/admin/reports': {
    summary: 'List reported posts, the latest report first',
    access: ['owner'],
    answer: 'adminReport[]',
    most: limits.reportsListed,
    reads: ['boats on update', 'crew_post_reports', 'crew_posts', 'crew_videos'],
  },
  'PUT /api/admin/posts/:id/hidden': {
    summary: 'Hide a post from everyone but its author, and close its reports',
    access: ['owner'],
    status: 204,
    refusals: ['too_many_attempts'],
  },
  'DELETE /api/admin/posts/:id/hidden': {
    summary: 'Show a hidden post again',
    access: ['owner'],
    status: 204,
    refusals: ['too_many_attempts'],
  },
  'DELETE /api/admin/posts/:id/reports': {
    summary: 'Close the reports about a post',
    access: ['owner'],
    status: 204,
    refusals: ['too_many_attempts'],
  },
} as const
