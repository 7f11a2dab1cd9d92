import type { LegalKind } from '#contract/site/legal-kinds.ts'

export interface LegalTextsTable {
  kind: LegalKind
  /** Number from 1, for each kind. */
  version: number
  /** Markdown. */
  text: string
  /** Milliseconds since 1970. */
  created_at: number
  /** A person's id, `command line`, or `default`: the software's own text. */
  created_by: string
}

declare module '#server/db/tables.ts' {
  interface Tables {
    legal_texts: LegalTextsTable
  }
}
