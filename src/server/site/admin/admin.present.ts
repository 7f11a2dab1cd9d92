import { iso, isoOrNull } from '#contract/iso.ts'
import { formatCents } from '#contract/money.ts'
import type { OrganiserRequest } from '#contract/people/site-roles.ts'
import type { AdminJob, AdminPayments, AuditEntry } from '#contract/site/admin.ts'
import type { AdminPerson, AdminReport, AdminTournament } from '#contract/site/moderation.ts'
import type { Mail } from '#server/mail/mail.ts'
import type { listFailedRefunds, listUnknownPayments } from '#server/money/funding/index.ts'
import { accountName } from '#server/people/auth/index.ts'
import type { ShownRequest } from '#server/people/site-roles/index.ts'
import type { JobRow } from '#server/queue/queue.table.ts'
import type { AuditRow } from '#server/record/index.ts'
import { statusAt } from '#server/tournaments/tournaments/index.ts'
import type { ReportedPost } from '#server/videos/crew-posts/index.ts'
import type { ListedTournament, PersonRow } from './admin.queries.ts'

interface Account {
  metadata: string | null
  email: string | null
  deleted_at: number | null
}

/** Returns the account's name or address, or null if it is deleted. */
const nameOf = ({ metadata, email, deleted_at }: Account): string | null =>
  metadata === null || deleted_at !== null ? null : (accountName({ metadata, deleted_at }) ?? email)

export const presentPerson = (row: PersonRow): AdminPerson => ({
  id: row.id,
  name: accountName(row),
  email: row.email ?? '',
  state: row.banned_at !== null ? 'banned' : row.email_confirmed_at === null ? 'unconfirmed' : 'active',
  role: row.role,
  createdAt: iso(row.created_at),
  lastSignInAt: isoOrNull(row.last_sign_in_at),
  openTournaments: row.open_tournaments,
})

export const presentRequest = (row: ShownRequest): OrganiserRequest => ({
  id: row.id,
  content: row.content,
  createdAt: iso(row.created_at),
  person: { id: row.user_id, name: accountName(row), email: row.email ?? '' },
})

export const presentTournament = (row: ListedTournament, now: number): AdminTournament => ({
  id: row.id,
  name: row.name,
  startDate: iso(row.starts_at),
  endDate: iso(row.ends_at),
  status: statusAt(row, now),
  settled: row.settled_at !== null,
  organiser: { id: row.organiser_id, name: nameOf(row), banned: row.banned_at !== null },
})

export const presentReport = ({ post, reports, reasons }: ReportedPost): AdminReport => ({
  id: post.id,
  caption: post.caption,
  tag: post.tag,
  createdAt: iso(post.created_at),
  hidden: post.hidden_at !== null,
  boat: post.boat_name,
  author: {
    id: post.author_id,
    name: nameOf({ metadata: post.author_metadata, email: post.author_email, deleted_at: null }),
  },
  reports,
  reasons: reasons.slice(0, 10),
})

export const presentJob = (row: JobRow, mail: Mail | null): AdminJob => ({
  id: row.id,
  kind: row.kind,
  subject: row.subject,
  attempts: row.attempts,
  failedAt: isoOrNull(row.finished_at),
  error: row.last_error,
  mail: mail && { to: mail.to, subject: mail.subject },
})

type Unknown = Awaited<ReturnType<typeof listUnknownPayments>>
type Refunds = Awaited<ReturnType<typeof listFailedRefunds>>

export const presentPayments = (unknownCount: number, unknown: Unknown, refunds: Refunds): AdminPayments => ({
  unknownCount,
  unknown: unknown.map(row => ({
    id: row.intent_id,
    mode: row.mode,
    amount: row.received_cents === null ? null : formatCents(row.received_cents),
    firstSeenAt: iso(row.first_seen_at),
    refusal: row.refusal,
  })),
  refunds: refunds.map(row => ({
    id: row.id,
    amount: formatCents(row.amount_cents),
    backer: nameOf(row),
    boat: row.boat,
    tournament: row.tournament,
    error: row.refund_error ?? 'The payment provider refused it.',
    failedAt: isoOrNull(row.refund_failed_at),
    canRetry: row.refund_requested_at !== null,
  })),
})

export const presentAudit = (row: AuditRow): AuditEntry => ({
  id: row.id,
  kind: row.kind,
  by:
    row.actor_id === null
      ? null
      : {
          id: row.actor_id,
          name: nameOf({
            metadata: row.actor_metadata,
            email: row.actor_email,
            deleted_at: row.actor_deleted_at,
          }),
        },
  subject: {
    kind: row.subject_kind,
    id: row.subject_id,
    name:
      row.tournament_name ??
      nameOf({
        metadata: row.subject_metadata,
        email: row.subject_email,
        deleted_at: row.subject_deleted_at,
      }),
  },
  detail: row.detail ?? '',
  address: row.address,
  createdAt: iso(row.created_at),
})
