import type { Endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'

export const boatsEndpoints = {
  'GET /api/boats': {
    summary: 'List the boats: all, one’s own or those of others, by name and captain',
    access: 'user',
    query: 'boatsPage',
    answer: 'boat[]',
    // A captain who takes an entry over changes whose boat it is, and so does a withdrawal before.
    reads: ['boats', 'entries on update of awaits_captain', 'entries on update of withdrawn_at'],
  },
  'POST /api/boats': {
    summary: 'Add a boat, once for each Idempotency-Key',
    access: 'user',
    body: 'newBoat',
    answer: 'boat',
    status: 201,
    repeatStatus: 200,
    refusals: ['conflict', 'too_many_attempts'],
  },
  'PATCH /api/boats/:id': {
    summary: 'Change a boat as its owner',
    access: ['captain'],
    body: 'boatChange',
    answer: 'boat',
    refusals: ['too_many_attempts'],
  },

  'GET /api/boats/:id/crew': {
    summary: 'List a boat’s crew and its requests as the owner',
    access: ['captain'],
    answer: 'crewMember[]',
    most: limits.listMax,
    reads: ['boats on update', 'crew_members'],
  },
  'POST /api/boats/:id/crew/:userId': {
    summary: 'Approve or remove a member of the crew as the owner',
    access: ['captain'],
    body: 'approval',
    answer: 'crewMember[]',
    most: limits.listMax,
    needsClock: true,
    refusals: ['too_many_attempts', 'unavailable'],
  },
  'GET /api/crew/assignment': {
    summary: 'Read which boat one crews',
    access: 'user',
    answer: 'assignment',
    reads: ['crew_members'],
  },
  'PUT /api/crew/assignment': {
    summary: 'Choose the boat one crews, or none',
    access: 'user',
    body: 'newAssignment',
    answer: 'assignment',
    needsClock: true,
    refusals: ['not_found', 'too_many_attempts', 'unavailable'],
  },
} as const satisfies Record<string, Endpoint>
