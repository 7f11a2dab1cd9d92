import type { Selectable } from 'kysely'
import type { BoatId, TournamentId, UserId } from '#contract/ids.ts'

export interface FollowsTable {
  user_id: UserId
  kind: 'boat' | 'tournament'
  /** Id of the boat or the tournament. */
  subject_id: BoatId | TournamentId
  /** 1: a backer who doesn't want to follow the boat. */
  muted: 0 | 1
  created_at: number
}

declare module '#server/db/tables.ts' {
  interface Tables {
    follows: FollowsTable
  }
}

export type FollowRow = Selectable<FollowsTable>
