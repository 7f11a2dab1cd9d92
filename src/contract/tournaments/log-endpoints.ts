import { datedChange, type Endpoint } from '../endpoint.ts'

const log = ['log_events', 'staff', 'tournaments'] as const

export const logEndpoints = {
  'GET /api/tournaments/:id/log': {
    summary: 'Read the log of a tournament, ascending; a private one as organiser or staff',
    access: 'public',
    query: 'logEvents',
    answer: 'logPage',
    reads: [...log, 'log_texts', 'logs'],
  },
  'GET /api/tournaments/:id/log/head': {
    summary: 'Read number and hash of the latest event of the log',
    access: 'public',
    answer: 'logHead',
    reads: log,
  },
  'GET /api/tournaments/:id/log.ndjson': {
    summary: 'Download the log, one event a line',
    access: 'public',
    mediaType: 'application/x-ndjson',
  },
  'DELETE /api/tournaments/:id/log-texts/:hash': {
    summary: 'Erase a name or a text of the log, whose hash stays',
    access: ['owner'],
    status: 204,
    refusals: ['too_many_attempts'],
  },
  'POST /api/catches/:id/confirmation': {
    summary: 'Confirm a weight as captain or crew of the boat',
    access: ['crew', 'captain'],
    status: 204,
    ...datedChange,
  },
  'GET /api/slips/:number': {
    summary: 'Read a weigh slip, and what became of the catch',
    access: 'public',
    answer: 'slip',
    reads: [
      'anglers',
      'boats on update',
      'catches',
      'entries',
      'log_events',
      'log_subjects',
      'log_texts',
      'logs',
      'penalties',
      'tie_decisions',
      'tournament_rules',
      'tournaments',
      'updates on delete',
    ],
  },
  'GET /api/slips/:number/qr.svg': {
    summary: 'Draw a QR code that leads to a weigh slip',
    access: 'public',
    mediaType: 'image/svg+xml',
  },
} as const satisfies Record<string, Endpoint>
