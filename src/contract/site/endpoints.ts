import { type Endpoint, organisers, pictureBody } from '../endpoint.ts'
import { adminEndpoints } from './admin.ts'
import { moderationEndpoints } from './moderation.ts'

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
  'GET /api/tournament-entries/:id/pass.svg': {
    summary: 'Draw the QR code of a boat that opens the locked site',
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
  'GET /api/boats/:id/crew-qr.svg': {
    summary: 'Draw the QR code of the page where crew ask to join a boat',
    access: 'public',
    mediaType: 'image/svg+xml',
  },
  ...adminEndpoints,
  ...moderationEndpoints,

  'GET /api/admin/legal': {
    summary: 'List which version of terms, policies and support page is in force',
    access: ['owner'],
    answer: 'legalTextsInForce',
    reads: ['branding', 'legal_texts'],
  },
  'GET /api/admin/legal/:kind': {
    summary: 'Read a text as Markdown, with its versions',
    access: ['owner'],
    answer: 'ownerLegalText',
    reads: ['branding', 'legal_texts'],
  },
  'PUT /api/admin/legal/:kind': {
    summary: 'Put a text in force, unless `base` was replaced meanwhile',
    access: ['owner'],
    body: 'newLegalText',
    answer: 'ownerLegalText',
    refusals: ['conflict', 'too_many_attempts'],
  },
  'POST /api/admin/legal/:kind/default': {
    summary: 'Put the default text in force again, unless `base` was replaced',
    access: ['owner'],
    body: 'legalBase',
    answer: 'ownerLegalText',
    refusals: ['conflict', 'too_many_attempts'],
  },
  'POST /api/admin/legal/preview': {
    summary: 'Render a text as its page would',
    access: ['owner'],
    body: 'legalDraft',
    answer: 'legalPreview',
    refusals: ['too_many_attempts'],
  },
  'GET /api/admin/branding': {
    summary: 'Read the site’s name, support address, colour and logo, and what sets them',
    access: ['owner'],
    answer: 'branding',
    reads: ['branding'],
  },
  'PATCH /api/admin/branding': {
    summary: 'Change the site’s name, support address or colour',
    access: ['owner'],
    body: 'changedBranding',
    answer: 'branding',
    refusals: ['conflict', 'too_many_attempts'],
  },
  'PUT /api/admin/branding/logo': {
    summary: 'Set the site’s logo: the field `file` of a form, or the bytes themselves',
    access: ['owner'],
    ...pictureBody,
    answer: 'branding',
  },
  'DELETE /api/admin/branding/logo': {
    summary: 'Take the site’s logo away',
    access: ['owner'],
    answer: 'branding',
    refusals: ['too_many_attempts'],
  },
} as const satisfies Record<string, Endpoint>
