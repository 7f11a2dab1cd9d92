import { datedChange, type Endpoint } from '../endpoint.ts'
import { memberships, tournamentTables } from '../endpoint-tables.ts'
import { limits } from '../limits.ts'

export const staffEndpoints = {
  'GET /api/my-tournaments/staff': {
    summary: 'List the tournaments that one helps with, the latest joined first',
    access: 'user',
    query: 'myTournamentsPage',
    answer: 'staffTournament[]',
    reads: ['staff', 'tournaments'],
  },
  'GET /api/tournaments/:id/role': {
    summary: 'Tell what one is to a tournament: organiser, staff or neither',
    access: 'user',
    answer: 'ownRole',
    reads: ['staff', 'tournaments'],
  },
  'GET /api/tournament-entries/:id/insider': {
    summary: 'Tell whether one is an insider of an entry, and can’t fund it any more',
    access: 'user',
    answer: 'ownInsider',
    reads: ['boats on update', 'crew_members', ...memberships, 'former_crew', 'staff', 'tournaments'],
  },
  'GET /api/tournaments/:id/staff': {
    summary: 'List who helps with a tournament, as its organiser',
    access: ['organiser'],
    answer: 'staffMember[]',
    most: limits.staff,
    reads: ['staff', 'tournaments'],
  },
  'DELETE /api/tournaments/:id/staff/:userId': {
    summary: 'Remove a person from the staff as the organiser, or leave it',
    access: ['self', 'organiser'],
    status: 204,
    needsClock: true,
    refusals: ['too_many_attempts', 'unavailable'],
  },
  'GET /api/tournaments/:id/staff-invitations': {
    summary: 'List the open invitations of a tournament as its organiser',
    access: ['organiser'],
    answer: 'staffInvitation[]',
    most: limits.openInvitations,
    reads: ['staff_invitations', 'tournaments'],
  },
  'POST /api/tournaments/:id/staff-invitations': {
    summary: 'Invite to the staff, or hand over, by link or QR code; the link is answered once',
    access: ['organiser'],
    body: 'newStaffInvitation',
    answer: 'createdStaffInvitation',
    status: 201,
    repeatStatus: 200,
    refusals: ['conflict', 'too_many_attempts'],
  },
  'DELETE /api/tournaments/:id/staff-invitations/:invitationId': {
    summary: 'Revoke an invitation as the organiser',
    access: ['organiser'],
    status: 204,
    refusals: ['too_many_attempts'],
  },
  'GET /api/staff-invitations/:token': {
    summary: 'Read to which tournament and role a link invites',
    access: 'public',
    answer: 'offeredRole',
    refusals: ['gone'],
    reads: [...tournamentTables, 'staff_invitations'],
  },
  'POST /api/staff-invitations/:token/accept': {
    summary: 'Accept an invitation; again: the same answer',
    access: 'user',
    answer: 'ownRole',
    needsClock: true,
    refusals: ['conflict', 'forbidden', 'gone', 'too_many_attempts', 'unavailable'],
  },
  'GET /api/tournaments/:id/actions': {
    summary: 'List who did what in a tournament’s name as its organiser, the latest first',
    access: ['organiser'],
    query: 'actionsPage',
    answer: 'tournamentAction[]',
    reads: ['events', 'tournaments'],
  },
  'POST /api/tournaments/:id/boat-list': {
    summary: 'Enter boats for their captains, who may get a link by mail; all or none',
    access: ['organiser'],
    body: 'newBoatList',
    answer: 'boatList',
    ...datedChange,
  },
  'POST /api/tournament-entries/:id/captain-invitation': {
    summary: 'Mail the captain of a boat that the organiser entered another link',
    access: ['organiser'],
    body: 'captainInvitation',
    status: 204,
    refusals: ['conflict', 'too_many_attempts', 'unavailable'],
  },
  'POST /api/tournament-entries/:id/captain-link': {
    summary: 'Make a link for the captain of a boat that the organiser entered',
    access: ['organiser'],
    answer: 'captainLink',
    status: 201,
    ...datedChange,
  },
} as const satisfies Record<string, Endpoint>
