import type { CrewMember } from '#contract/boats/crew-members.ts'
import { iso } from '#contract/iso.ts'
import { namesIn } from '#server/people/auth/index.ts'
import type { CrewRow } from './crew-members.queries.ts'

export function presentMember(row: CrewRow): CrewMember {
  return {
    userId: row.user_id,
    ...namesIn(row.metadata),
    email: row.email ?? '',
    approved: row.approved_at !== null,
    requestedAt: iso(row.created_at),
  }
}
