import type { CrewMember } from '#contract/crew-members.ts'
import { limits } from '#contract/limits.ts'
import { parseMetadata } from '#server/features/auth/index.ts'
import type { CrewRow } from './crew-members.queries.ts'

const shown = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, limits.personNameMax) : null

export function presentMember(row: CrewRow): CrewMember {
  const { first_name, last_name } = parseMetadata(row.metadata)
  return {
    userId: row.user_id,
    firstName: shown(first_name),
    lastName: shown(last_name),
    email: row.email ?? '',
    approved: row.approved_at !== null,
    requestedAt: new Date(row.created_at).toISOString(),
  }
}
