import type { Selectable } from 'kysely'
import type { BoatId, UserId } from '#contract/ids.ts'

export interface CrewMembersTable {
  user_id: UserId
  boat_id: BoatId
  /** Null while pending. */
  approved_at: number | null
  created_at: number
}

/** Approved crew that left: insiders of the tournaments that had started by then. */
export interface FormerCrewTable {
  user_id: UserId
  boat_id: BoatId
  /** The last time. */
  left_at: number
}

declare module '#server/db/tables.ts' {
  interface Tables {
    crew_members: CrewMembersTable
    former_crew: FormerCrewTable
  }
}

export type CrewMemberRow = Selectable<CrewMembersTable>
