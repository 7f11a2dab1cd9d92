import { datedChange, type Endpoint } from '../endpoint.ts'
import { memberships, resultTables, tournamentTables } from '../endpoint-tables.ts'
import { limits } from '../limits.ts'
import { payoutProviders } from './payout-file-texts.ts'

/** Tables behind the shares of a tournament. */
const payoutTables = [
  'boats on update',
  ...memberships,
  'disputes',
  'fundings',
  'payouts',
  'results',
  'tournaments',
] as const

/** Results, and what is paid of them. */
export const resultEndpoints = {
  'GET /api/tournaments/:id/results': {
    summary: 'Read what each boat won, once it is confirmed',
    access: 'public',
    answer: 'results',
    reads: [...resultTables, 'boats on update', 'payouts', 'results', 'settlements'],
  },
  'GET /api/tournaments/:id/results/mine': {
    summary: 'Read what one put in and won in a tournament',
    access: 'user',
    answer: 'ownResult',
    reads: ['fundings', 'payouts', 'results', 'tournaments'],
  },
  'GET /api/tournaments/:id/recap': {
    summary: 'Read the recap of a tournament whose results are official',
    access: 'public',
    answer: 'recap',
    reads: [
      ...tournamentTables,
      ...resultTables,
      'crew_posts',
      'crew_videos',
      'fundings',
      'payouts',
      'recaps',
      'results',
    ],
  },
  'POST /api/tournaments/:id/results/rounds/preview': {
    summary: 'See by how much each share would change in another round, as the organiser',
    access: ['organiser'],
    body: 'proposedRound',
    answer: 'roundPreview',
    refusals: ['conflict', 'too_many_attempts'],
  },
  'POST /api/tournaments/:id/results/rounds': {
    summary: 'Settle confirmed results again as the organiser; everyone reads the reason',
    access: ['organiser'],
    body: 'newRound',
    answer: 'results',
    status: 201,
    ...datedChange,
  },
  'POST /api/tournaments/:id/results/preview': {
    summary: 'See every share as the organiser, before it is confirmed',
    access: ['organiser'],
    body: 'proposedResults',
    answer: 'resultsPreview',
    refusals: ['conflict', 'too_many_attempts'],
  },
  'POST /api/tournaments/:id/results': {
    summary: 'Confirm what each boat won as the organiser, once: the shares follow',
    access: ['organiser'],
    body: 'newResults',
    answer: 'results',
    status: 201,
    ...datedChange,
  },
  'GET /api/tournaments/:id/payouts': {
    summary: 'List what is owed to whom, and what is paid, as the organiser',
    access: ['organiser'],
    query: 'payoutsPage',
    answer: 'payout[]',
    reads: [...payoutTables, 'payout_details', 'rounds'],
  },
  'GET /api/tournaments/:id/payouts/totals': {
    summary: 'Count and add up what is owed and what is paid, as the organiser',
    access: ['organiser'],
    answer: 'payoutTotals',
    reads: [...payoutTables, 'rounds', 'tournament_rules'],
  },
  'GET /api/tournaments/:id/payouts/backers': {
    summary: 'List what is owed and paid to each person, as the organiser',
    access: ['organiser'],
    query: 'payoutsPage',
    answer: 'payoutsOfBacker[]',
    reads: [...payoutTables, 'payout_details'],
  },
  'POST /api/tournaments/:id/payouts/paid': {
    summary: 'Mark several shares as paid with one reference, as the organiser',
    access: ['organiser'],
    body: 'paidPayouts',
    answer: 'payout[]',
    most: limits.payoutsAtOnce,
    ...datedChange,
  },
  'GET /api/tournaments/:id/payouts.csv': {
    summary: 'Take the payouts into a spreadsheet as the organiser',
    access: ['organiser'],
    mediaType: 'text/csv',
  },
  'GET /api/tournaments/:id/payouts/files': {
    summary: 'See whom each provider’s payout file would pay, as the organiser',
    access: ['organiser'],
    answer: 'payoutFile[]',
    most: payoutProviders.length,
    reads: [...payoutTables, 'payout_details', 'rounds', 'tournament_rules'],
  },
  'GET /api/tournaments/:id/payouts/paypal.csv': {
    summary: 'Take a payout file for PayPal as the organiser; it marks nothing as paid',
    access: ['organiser'],
    mediaType: 'text/csv',
  },
  'GET /api/tournaments/:id/payouts/wise.csv': {
    summary: 'Take a payout file for Wise as the organiser; it marks nothing as paid',
    access: ['organiser'],
    mediaType: 'text/csv',
  },
  'GET /api/tournaments/:id/payouts/imports': {
    summary: 'List the latest imports of providers’ result files, as the organiser',
    access: ['organiser'],
    answer: 'payoutImport[]',
    most: limits.payoutImportsListed,
    reads: ['payout_imports', 'tournaments'],
  },
  'POST /api/tournaments/:id/payouts/imports/preview': {
    summary: 'See what a provider’s result file would mark as paid, as the organiser',
    access: ['organiser'],
    body: 'payoutReport',
    answer: 'payoutImportPreview',
    refusals: ['conflict', 'too_many_attempts'],
  },
  'POST /api/tournaments/:id/payouts/imports': {
    summary: 'Mark what a provider’s result file says as paid, as the organiser',
    access: ['organiser'],
    body: 'payoutReport',
    answer: 'payoutImport',
    status: 201,
    repeatStatus: 200,
    ...datedChange,
  },
  'DELETE /api/payout-imports/:id': {
    summary: 'Undo an import as the organiser: what it marked is owed again',
    access: ['organiser'],
    answer: 'payoutImport',
    ...datedChange,
  },
  'POST /api/payouts/:id/paid': {
    summary: 'Mark a share as paid as the organiser',
    access: ['organiser'],
    body: 'paidPayout',
    answer: 'payout',
    ...datedChange,
  },
  'POST /api/payouts/:id/returned': {
    summary: 'Note what a backer returned of a share that was paid too much',
    access: ['organiser'],
    body: 'returnedShare',
    answer: 'payout',
    ...datedChange,
  },
  'POST /api/payouts/:id/waived': {
    summary: 'Waive what was paid too much for a share',
    access: ['organiser'],
    body: 'waivedShare',
    answer: 'payout',
    ...datedChange,
  },
  'DELETE /api/payouts/:id/paid': {
    summary: 'Take back that a share is paid, as the organiser',
    access: ['organiser'],
    body: 'unpaidPayout',
    answer: 'payout',
    ...datedChange,
  },
} as const satisfies Record<string, Endpoint>
