import type { Selectable } from 'kysely'
import type { EntryId, StaffInvitationId, TournamentId, UserId } from '#contract/ids.ts'
import type { InvitedRole, StaffRole } from '#contract/tournaments/staff.ts'

export interface StaffTable {
  tournament_id: TournamentId
  user_id: UserId
  role: StaffRole
  joined_at: number
  /** Time of removal since the start, or null. The person is still an insider. */
  removed_at: number | null
}

export interface StaffInvitationsTable {
  id: StaffInvitationId
  tournament_id: TournamentId
  /** `organiser`: hands the tournament over. `captain`: hands a boat over that the organiser entered. */
  role: InvitedRole
  token_hash: string
  created_at: number
  expires_at: number
  accepted_by: UserId | null
  /** Entry of a captain's boat; null for staff. */
  entry_id: EntryId | null
  /** Address of a captain, until accepted. */
  email: string | null
}

declare module '#server/db/tables.ts' {
  interface Tables {
    staff: StaffTable
    staff_invitations: StaffInvitationsTable
  }
}

export type StaffRow = Selectable<StaffTable>
export type StaffInvitationRow = Selectable<StaffInvitationsTable>
