import type { Selectable } from 'kysely'
import type { Id } from '#contract/ids.ts'

export type MailId = Id<'mail'>

/** Mails with links to confirm an address or to choose a password. */
export const accountMailKind = 'mail-account'

/** Contents of queued mails that can't be composed again: their links are stored as hashes only. */
export interface MailsTable {
  id: MailId
  recipient: string
  subject: string
  text: string
  created_at: number
  /** When its link expires; null: no link. */
  expires_at: number | null
  /** Kept for a while, so that an operator can resend it. */
  failed_at: number | null
}

export interface MailTables {
  mails: MailsTable
}

export type MailRow = Selectable<MailsTable>
