import { type Endpoint, organisers } from '../endpoint.ts'
import { adminEndpoints } from './admin-endpoints.ts'

export const siteEndpoints = {
  'GET /api/account-deletion': {
    summary: 'Read what stands in the way of deleting one’s account',
    access: 'user',
    answer: 'accountDeletion',
    reads: [
      'disputes',
      'entries',
      'fundings',
      'payout_details',
      'payouts',
      'results',
      'settlements',
      'tournaments',
    ],
  },

  'GET /api/data-export': {
    summary: 'Read how the archive of one’s own data is doing',
    access: 'user',
    answer: 'dataExport',
    reads: ['data_exports', 'tournaments'],
  },
  'POST /api/data-export': {
    summary: 'Have an archive of one’s own data made; a mail tells when it is ready',
    access: 'user',
    status: 202,
    answer: 'dataExport',
    refusals: ['too_many_attempts'],
  },
  'GET /api/data-export/:id': {
    summary: 'Download the archive of one’s own data',
    access: ['self'],
    mediaType: 'application/zip',
  },

  'GET /api/legal/:kind': {
    summary: 'Read terms, privacy or cookie policy or the support page, or an old version',
    access: 'public',
    query: 'legalVersion',
    answer: 'legalText',
    reads: ['branding', 'legal_texts'],
  },
  'GET /api/tournaments/:id/qr.svg': {
    summary: 'Draw the QR code of a tournament’s page',
    access: 'public',
    mediaType: 'image/svg+xml',
  },
  'GET /api/tournaments/:id/pass.svg': {
    summary: 'Draw a QR code that opens the locked site',
    access: organisers,
    mediaType: 'image/svg+xml',
    refusals: ['forbidden'],
  },
  'GET /api/tournaments/:id/embed': {
    summary: 'Tell the addresses of leaderboard and feed for other sites',
    access: organisers,
    answer: 'embedAddresses',
    reads: ['staff', 'tournaments'],
  },
  'GET /api/boats/:id/qr.svg': {
    summary: 'Draw the QR code of a boat’s page',
    access: 'public',
    mediaType: 'image/svg+xml',
  },
  ...adminEndpoints,
} as const satisfies Record<string, Endpoint>
