import { iso, isoOrNull } from '#contract/iso.ts'
import type { StaffInvitation, StaffMember, TournamentAction } from '#contract/tournaments/staff.ts'
import { accountName, namesIn } from '#server/people/auth/index.ts'
import type { StaffLogRow } from '#server/record/index.ts'
import { roleEnd, type TournamentRow } from '#server/tournaments/tournaments/index.ts'
import type { StaffRoleInvitation } from './invitations.queries.ts'
import type { ShownStaff } from './staff.queries.ts'

export function presentMember(row: ShownStaff, tournament: TournamentRow): StaffMember {
  const end = roleEnd(row.role, tournament)
  return {
    userId: row.user_id,
    ...namesIn(row.metadata),
    email: row.email ?? '',
    role: row.role,
    joinedAt: iso(row.joined_at),
    endsAt: isoOrNull(end),
  }
}

/** Returns the account's name as the log shows it. */
const nameOf = (account: Parameters<typeof accountName>[0] & { email: string | null }): string =>
  accountName(account) ?? account.email ?? 'a deleted account'

export const presentInvitation = (row: StaffRoleInvitation): StaffInvitation => ({
  id: row.id,
  role: row.role,
  createdAt: iso(row.created_at),
  expiresAt: iso(row.expires_at),
})

const siteOwner = 'The site’s owner'

export const presentAction = (row: StaffLogRow): TournamentAction => ({
  id: row.id,
  kind: row.kind,
  subject:
    row.subject_metadata === null
      ? row.text
      : `${nameOf({ metadata: row.subject_metadata, deleted_at: row.subject_deleted_at, email: row.subject_email })}, ${row.text}`,
  by: {
    name:
      row.role === 'owner' || row.metadata === null ? siteOwner : nameOf({ ...row, metadata: row.metadata }),
    role: row.role,
  },
  createdAt: iso(row.created_at),
})
