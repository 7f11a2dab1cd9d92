import type { Endpoint } from '../endpoint.ts'
import { memberships } from '../endpoint-tables.ts'
import { limits } from '../limits.ts'

export const videosEndpoints = {
  'POST /api/crew/videos/upload': {
    summary: 'Get a slot for a video; the same Idempotency-Key gets the same one',
    access: 'user',
    body: 'newVideo',
    answer: 'uploadSlot',
    status: 201,
    refusals: ['conflict', 'too_large', 'too_many_attempts', 'no_room'],
  },
  'POST /api/crew/videos/:id/complete': {
    summary: 'Have an uploaded video checked and taken',
    access: ['self'],
    answer: 'completedVideo',
    refusals: ['conflict', 'gone', 'unacceptable_file', 'too_many_attempts', 'unavailable'],
  },
  'GET /api/crew/videos/:id': {
    summary: 'Read how far one’s own video is',
    access: ['self'],
    answer: 'crewVideo',
    reads: ['crew_videos'],
  },
  'PUT /api/crew/videos/:id/poster': {
    summary: 'Give a video a picture of one’s own as its poster',
    access: ['self'],
    body: 'poster',
    answer: 'crewVideo',
    refusals: ['too_many_attempts'],
  },
  'DELETE /api/crew/videos/:id': {
    summary: 'Delete a video that is not posted',
    access: ['self'],
    status: 204,
    refusals: ['conflict', 'too_many_attempts'],
  },

  'POST /api/crew/posts': {
    summary: 'Post a video, or keep it as a draft',
    access: ['self'],
    body: 'newPost',
    answer: 'createdPost',
    status: 201,
    refusals: ['not_found', 'conflict', 'unacceptable_file', 'too_many_attempts'],
  },
  'GET /api/crew/posts': {
    summary: 'List one’s own posts, drafts included',
    access: 'user',
    query: 'postsPage',
    answer: 'crewPost[]',
    reads: ['boats on update', 'crew_posts', 'crew_videos'],
  },
  'GET /api/crew/posts/public': {
    summary: 'List the public posts, of all boats, one or a tournament’s, the newest first',
    access: 'public',
    query: 'publicPostsPage',
    answer: 'publicPost[]',
    reads: ['boats on update', ...memberships, 'crew_posts', 'crew_videos', 'tournaments'],
  },
  'GET /api/crew/posts/:id': {
    summary: 'Read a post that one may see',
    access: 'public',
    answer: 'seenPost',
    reads: [
      'boats on update',
      ...memberships,
      'crew_members',
      'crew_post_reports',
      'crew_posts',
      'crew_videos',
      'fundings',
      'tournaments',
    ],
  },
  'PATCH /api/crew/posts/:id': {
    summary: 'Change or publish a post as its author',
    access: ['self'],
    body: 'postChange',
    answer: 'crewPost',
    refusals: ['too_many_attempts'],
  },
  'DELETE /api/crew/posts/:id': {
    summary: 'Delete a post as its author, and its video with the last one',
    access: ['self'],
    status: 204,
    refusals: ['too_many_attempts'],
  },
  'POST /api/crew/posts/:id/report': {
    summary: 'Report a post to those who answer for it',
    access: 'public',
    body: 'report',
    status: 204,
    refusals: ['too_many_attempts'],
  },
  'GET /api/crew/reports': {
    summary: 'List reported posts that one answers for',
    access: 'user',
    answer: 'reportedPost[]',
    most: limits.reportsListed,
    reads: [
      'boats on update',
      ...memberships,
      'crew_post_reports',
      'crew_posts',
      'crew_videos',
      'tournaments',
    ],
  },
  'DELETE /api/crew/posts/:id/reports': {
    summary: 'Settle the reports of a post',
    access: ['captain', 'organiser'],
    status: 204,
    refusals: ['too_many_attempts'],
  },
  'POST /api/crew/posts/:id/takedown': {
    summary: 'Take a post off as the boat’s owner or an organiser',
    access: ['captain', 'organiser'],
    status: 204,
    refusals: ['too_many_attempts'],
  },
  'DELETE /api/crew/posts/:id/takedown': {
    summary: 'Put a post back that was taken off',
    access: ['captain', 'organiser'],
    status: 204,
    refusals: ['too_many_attempts'],
  },
} as const satisfies Record<string, Endpoint>
