import type { TournamentId, UserId } from '#contract/ids.ts'
import type { ActionKind, ActorRole } from '#contract/tournaments/staff.ts'

export interface ActionsTable {
  id: string
  tournament_id: TournamentId
  /** Null: the site's owner. */
  actor_id: UserId | null
  /** The actor's then. */
  role: ActorRole
  kind: ActionKind
  /** Whom it was done to; null: nobody, or unknown. */
  about_user: UserId | null
  subject: string
  created_at: number
}

declare module '#server/db/tables.ts' {
  interface Tables {
    tournament_actions: ActionsTable
  }
}
