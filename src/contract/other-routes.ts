import type { Endpoint } from './endpoint.ts'

const tus = { 'Tus-Resumable': true } as const

/** Described in OpenAPI beside the endpoints: an upload follows its protocol (tus.io 1.0.0), media are files, the rest is for machines. */
export const otherRoutes = {
  'OPTIONS /files': {
    summary: 'Read the supported tus version',
    access: 'public',
    status: 204,
    answerHeaders: ['Tus-Resumable', 'Tus-Version', 'Tus-Extension', 'Tus-Max-Size'],
  },
  'POST /files': {
    summary: 'Create an upload with tus; `Location` ends in the id of the video',
    access: 'user',
    status: 201,
    mediaType: null,
    requestHeaders: { ...tus, 'Upload-Length': true, 'Upload-Metadata': false, 'Idempotency-Key': false },
    answerHeaders: ['Tus-Resumable'],
    refusals: [
      'invalid',
      'conflict',
      'precondition_failed',
      'too_large',
      'unsupported_media_type',
      'too_many_attempts',
      'no_room',
    ],
  },
  'HEAD /files/:id': {
    summary: 'Read the offset of an upload',
    access: ['self'],
    mediaType: null,
    requestHeaders: tus,
    answerHeaders: ['Tus-Resumable', 'Upload-Offset', 'Upload-Length', 'Upload-Metadata'],
    refusals: ['conflict', 'gone', 'precondition_failed'],
  },
  'PATCH /files/:id': {
    summary: 'Resume an upload with tus',
    access: ['self'],
    files: ['application/offset+octet-stream'],
    status: 204,
    requestHeaders: { ...tus, 'Upload-Offset': true },
    answerHeaders: ['Tus-Resumable', 'Upload-Offset'],
    refusals: ['invalid', 'conflict', 'gone', 'precondition_failed', 'too_large', 'unsupported_media_type'],
  },
  'PUT /files/:id': {
    summary: 'Send a whole video in one request',
    access: ['self'],
    files: ['video/*'],
    mediaType: 'application/json',
    refusals: ['invalid', 'conflict', 'gone', 'too_large', 'unsupported_media_type'],
  },
  'DELETE /files/:id': {
    summary: 'Cancel an upload',
    access: ['self'],
    status: 204,
    requestHeaders: tus,
    answerHeaders: ['Tus-Resumable'],
    refusals: ['conflict', 'gone', 'precondition_failed'],
  },
  'GET /media/:id/:name': {
    summary: 'Read a video or its poster by a signed link, also in ranges',
    access: 'public',
    mediaType: 'video/*',
  },
  'GET /images/:name': { summary: 'Read a picture', access: 'public', mediaType: 'image/webp' },
  'GET /healthz': {
    summary: 'Tell whether database and disk work',
    access: 'public',
    answer: 'health',
    noStore: true,
    refusals: ['unavailable'],
  },
  'GET /metrics': {
    summary: 'Read figures as text of Prometheus, on the machine or with METRICS_TOKEN',
    access: 'public',
    mediaType: 'text/plain',
  },
} as const satisfies Record<string, Endpoint>
