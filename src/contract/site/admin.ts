import { memberships, tournamentTables } from '../endpoint-tables.ts'
import { count, flag, type Infer, list, money, object, one, orNull, text, time } from '../json-schema.ts'
import { ownerKinds } from '../record.ts'

/** `risk`: needs a person. `note`: worth knowing. */
export const checkState = one('ok', 'note', 'risk')
export type CheckState = Infer<typeof checkState>

/**
 * `text`: the state and the next step. `href`: the page of this site that changes or shows it. `doc`: the place in the
 * operator’s pages that describes it.
 */
export const check = object({
  id: text,
  state: checkState,
  title: text,
  text,
  href: orNull(text),
  doc: orNull(text),
})
export type Check = Infer<typeof check>

export const checklist = object({ checks: list(check) })
export type Checklist = Infer<typeof checklist>

/** `sent` false: written to a file. `answer`: the mail server's, or the file. */
export const testMail = object({ to: text, sent: flag, answer: text })
export type TestMail = Infer<typeof testMail>

/** The provider accepted the secret key. */
export const paymentCheck = object({ provider: text, mode: one('sandbox', 'live') })
export type PaymentCheck = Infer<typeof paymentCheck>

/** `mail`: what would be sent; null for other jobs and when it can't be said. */
export const adminJob = object({
  id: text,
  kind: text,
  subject: text,
  attempts: count,
  failedAt: orNull(time),
  error: orNull(text),
  mail: orNull(object({ to: text, subject: text })),
})
export type AdminJob = Infer<typeof adminJob>

/** At most 100 of each. `refusal`: why it can't be recorded. */
export const adminPayments = object({
  unknownCount: count,
  unknown: list(
    object({
      id: text,
      mode: text,
      amount: orNull(money),
      firstSeenAt: time,
      refusal: orNull(text),
    }),
  ),
  refunds: list(
    object({
      id: text,
      amount: money,
      backer: orNull(text),
      boat: orNull(text),
      tournament: orNull(text),
      error: text,
      failedAt: orNull(time),
      /** False for a part that was refunded at the payment provider, and is refunded there again. */
      canRetry: flag,
    }),
  ),
})
export type AdminPayments = Infer<typeof adminPayments>

export const adminStorage = object({
  kinds: list(object({ id: text, name: text, files: orNull(count), bytes: count })),
  freeBytes: count,
})
export type AdminStorage = Infer<typeof adminStorage>

export const auditKind = one(...ownerKinds)
export type AuditKind = Infer<typeof auditKind>

/** `by` null: the command line. `name` null: a deleted account, or nothing that has a name. */
export const auditEntry = object({
  id: text,
  kind: auditKind,
  by: orNull(object({ id: text, name: orNull(text) })),
  subject: object({ kind: text, id: text, name: orNull(text) }),
  detail: text,
  address: text,
  createdAt: time,
})
export type AuditEntry = Infer<typeof auditEntry>

/** `value`: hidden for secrets. */
export const adminSetting = object({ name: text, value: text, source: one('environment', 'default') })
export const adminSettings = object({ settings: list(adminSetting) })
export type AdminSettings = Infer<typeof adminSettings>

/** The site's mode of operation, for its owners. */
export const adminEndpoints = {
  'GET /api/admin/checklist': {
    summary: 'Read what is not ready',
    access: ['owner'],
    answer: 'checklist',
    reads: [
      ...tournamentTables,
      'bucket_files',
      'clock',
      'disputes',
      'events',
      'fundings',
      'jobs',
      'ledger',
      'legal_texts',
      'organiser_requests',
      'payouts',
      'results',
      'unknown_payments',
      'updates',
    ],
  },
  'POST /api/admin/test-mail': {
    summary: 'Send oneself a mail now',
    access: ['owner'],
    answer: 'testMail',
    refusals: ['conflict', 'too_many_attempts'],
  },
  'POST /api/admin/check-payments': {
    summary: 'Ask the payment provider whether it accepts the keys',
    access: ['owner'],
    answer: 'paymentCheck',
    refusals: ['conflict', 'too_many_attempts'],
  },
  'GET /api/admin/jobs': {
    summary: 'List failed jobs and mails, the latest first',
    access: ['owner'],
    query: 'adminPage',
    answer: 'adminJob[]',
    reads: ['jobs'],
  },
  'POST /api/admin/jobs/:id/retry': {
    summary: 'Run a failed job or send a failed mail again',
    access: ['owner'],
    status: 204,
    refusals: ['conflict', 'too_many_attempts'],
  },
  'GET /api/admin/payments': {
    summary: 'List payments and refunds that need a person',
    access: ['owner'],
    answer: 'adminPayments',
    reads: ['boats on update', ...memberships, 'fundings', 'tournaments', 'unknown_payments'],
  },
  'POST /api/admin/refunds/:fundingId/retry': {
    summary: 'Try a failed refund again',
    access: ['owner'],
    status: 204,
    needsClock: true,
    refusals: ['conflict', 'too_many_attempts', 'unavailable'],
  },
  'GET /api/admin/storage': {
    summary: 'Read what takes how much disk',
    access: ['owner'],
    answer: 'adminStorage',
    reads: [
      'bucket_files',
      'crew_post_reports',
      'crew_posts',
      'crew_videos',
      'entries',
      'settlements',
      'tournaments',
    ],
  },
  'GET /api/admin/audit': {
    summary: 'List what owners and operators did, or what concerns one person',
    access: ['owner'],
    query: 'adminSearchPage',
    answer: 'auditEntry[]',
    reads: ['events', 'tournaments'],
  },
  'GET /api/admin/settings': {
    summary: 'Read the settings, without secrets',
    access: ['owner'],
    answer: 'adminSettings',
  },
} as const
