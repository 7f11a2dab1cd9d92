import { type } from './arktype.ts'
import { count, type Infer, object, one, text, time } from './json-schema.ts'
import { legalKinds } from './legal-kinds.ts'

export const legalText = object({
  kind: one(...legalKinds),
  version: count,
  /** In force now. */
  latest: count,
  /** Markdown. */
  text,
  created_at: time,
})
export type LegalText = Infer<typeof legalText>

/** Of any form: what isn't a version isn't found. */
export const legalVersion = type({ 'version?': 'string' })
