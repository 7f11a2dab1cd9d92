import type { Selectable } from 'kysely'
import type { BoatId, UserId } from '#contract/ids.ts'

export interface CrewMembersTable {
  user_id: UserId
  boat_id: BoatId
  /** Null: pending. */
  approved_at: number | null
  created_at: number
}

export interface CrewMemberTables {
  crew_members: CrewMembersTable
}

export type CrewMemberRow = Selectable<CrewMembersTable>
