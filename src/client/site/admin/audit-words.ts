import type { AuditEntry, AuditKind } from '#contract/site/admin.ts'

/** Words after the actor's name. */
export const auditWords: Record<AuditKind, string> = {
  'role-granted': 'gave a role',
  'role-revoked': 'took away a role',
  'request-approved': 'approved a request',
  'request-declined': 'declined a request',
  'account-banned': 'banned an account',
  'account-unbanned': 'unbanned an account',
  'password-reset': 'set a password',
  'reset-link-made': 'made a link to choose a password',
  'reset-link-sent': 'sent a link to choose a password',
  'sessions-ended': 'signed an account out everywhere',
  'tournament-cancelled': 'cancelled a tournament',
  'tournament-deleted': 'deleted a tournament',
  'organiser-appointed': 'appointed another organiser',
  'post-hidden': 'took a video off the feed',
  'post-shown': 'showed a video again',
  'reports-closed': 'settled reports about a video',
  'job-retried': 'ran a job again',
  'mail-resent': 'sent a mail again',
  'mails-resent': 'sent all waiting mails again',
  'mail-tested': 'sent a test mail',
  'refund-retried': 'tried a refund again',
  'payments-adopted': 'recorded unknown payments',
  'uploads-swept': 'removed orphaned uploads',
  'legal-changed': 'changed a legal text',
  'legal-restored': 'put a default text in force',
  'branding-changed': 'changed the branding',
  'storage-moved': 'moved files between disk and bucket',
  'storage-taken': 'took over the buckets of an installation',
  'log-text-erased': 'erased a text of a catch log',
  'clock-confirmed': 'accepted the clock as right',
}

export const actorOf = ({ by }: AuditEntry): string =>
  by === null ? 'The command line' : (by.name ?? 'A deleted account')

/** Its subject. */
export function subjectOf({ subject, detail }: AuditEntry): string {
  const name = subject.name ?? (subject.kind === 'user' ? 'A deleted account' : subject.id)
  return detail === '' || detail === name ? name : `${name}: ${detail}`
}
