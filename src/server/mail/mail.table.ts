import type { Selectable } from 'kysely'
import type { Id } from '#contract/ids.ts'

export type MailId = Id<'mail'>

/** Account mails: links to confirm an address or to choose a password. Kept as written, since links are stored hashed. */
export const accountMailKind = 'mail-account'

/** The contents of queued mails that can't be written anew later, since a link in them is stored as a hash only. */
export interface MailsTable {
  id: MailId
  recipient: string
  subject: string
  text: string
  created_at: number
  /** When its link expires; null: it has none. */
  expires_at: number | null
  /** When the mail server refused it for good; kept for a while, so that an operator can resend it. */
  failed_at: number | null
}

export interface MailTables {
  mails: MailsTable
}

export type MailRow = Selectable<MailsTable>
