import type { Selectable } from 'kysely'
import type { Id } from '#contract/ids.ts'

export type MailId = Id<'mail'>

export const accountMailKind = 'mail-account'

/** Mails that can't be composed again: their links are stored as hashes. */
export interface MailsTable {
  id: MailId
  recipient: string
  subject: string
  text: string
  created_at: number
  /** Time at which the mail's link expires, or null without a link. */
  expires_at: number | null
  /** Time of the failure, for a resend, or null. */
  failed_at: number | null
}

declare module '#server/db/tables.ts' {
  interface Tables {
    mails: MailsTable
  }
}

export type MailRow = Selectable<MailsTable>
