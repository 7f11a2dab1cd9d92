import type { UserId } from '#contract/ids.ts'
import type { AuditKind } from '#contract/site/admin.ts'

export type AuditSubject = 'user' | 'tournament' | 'post' | 'job' | 'funding' | 'legal' | 'site'

/** Append-only; holds ids, not names. */
export interface AuditTable {
  id: string
  /** Null: the command line. */
  actor_id: UserId | null
  kind: AuditKind
  subject_kind: AuditSubject
  subject_id: string
  detail: string
  address: string
  created_at: number
}

declare module '#server/db/tables.ts' {
  interface Tables {
    audit_log: AuditTable
  }
}
