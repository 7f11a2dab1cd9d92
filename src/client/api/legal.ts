import type { LegalKind } from '#contract/legal-kinds.ts'
import { query } from './query.ts'

/** @param version absent: the text in force */
export const legalQuery = (kind: LegalKind, version?: string) =>
  query('GET /api/legal/:kind', { params: { kind }, query: version === undefined ? {} : { version } })
