import { query } from '#client/api/query.ts'
import type { LegalKind } from '#contract/site/legal-kinds.ts'

/** @param version absent: the text in force */
export const legalQuery = (kind: LegalKind, version?: string) =>
  query('GET /api/legal/:kind', { params: { kind }, query: version === undefined ? {} : { version } })
