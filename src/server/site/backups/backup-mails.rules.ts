import { utcText } from '#contract/iso.ts'
import type { Mail } from '#server/mail/mail.ts'

interface Facts {
  site: string
  place: string
  reason: string
  /** Milliseconds since 1970. */
  lastSuccess: number | null
}

const lastGood = ({ lastSuccess }: Facts) =>
  lastSuccess === null ? 'There is no backup yet.' : `The last backup was made on ${utcText(lastSuccess)}.`

export const backupFailedMail = (facts: Facts): Omit<Mail, 'to'> => ({
  subject: 'The backup failed',
  text: `The server of ${facts.site} could not back up to ${facts.place}:

${facts.reason}

${lastGood(facts)} The server tries again every hour, and writes to you once a day until it succeeds. To try at once: bun run backup
`,
})

export const proofFailedMail = (facts: Facts): Omit<Mail, 'to'> => ({
  subject: 'The newest backup can’t be restored',
  text: `The server of ${facts.site} tried to restore its newest backup at ${facts.place} into a scratch directory:

${facts.reason}

${lastGood(facts)} The server tries again tomorrow; at once: bun run admin verify-backup. When it fails again, name another place in BACKUP_TO: the next backup then stores everything anew.
`,
})
