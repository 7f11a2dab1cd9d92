import type { Selectable } from 'kysely'
import type { TournamentId, UserId } from '#contract/ids.ts'
import type { ActionKind, TournamentRole } from '#contract/staff.ts'

export interface ActionsTable {
  id: string
  tournament_id: TournamentId
  actor_id: UserId
  /** The actor's then. */
  role: TournamentRole
  kind: ActionKind
  subject: string
  created_at: number
}

export interface ActionTables {
  tournament_actions: ActionsTable
}

export type ActionRow = Selectable<ActionsTable>
