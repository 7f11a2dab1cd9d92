import type { Selectable } from 'kysely'
import type { TournamentId, UserId } from '#contract/ids.ts'
import type { ActorRole, EventKind, SubjectKind } from '#contract/record.ts'

/** Append-only; a text can be erased. Rows that aren't audited go with their tournament. */
export interface EventsTable {
  /** UUID version 7. */
  id: string
  kind: EventKind
  tournament_id: TournamentId | null
  /** Null for a visitor, the command line or the clock. */
  actor_id: UserId | null
  /** Role of the actor at that time, or null if it isn't in the tournament's log. */
  role: ActorRole | null
  /** Address of the actor, or null if it isn't in the audit trail. */
  address: string | null
  /** The person or thing that it was done to. */
  subject_kind: SubjectKind | null
  subject_id: string | null
  /** Text in the tournament's log. */
  text: string | null
  /** Text in the audit trail. */
  detail: string | null
  /** JSON, see `eventKinds`. */
  data: string
  created_at: number
}

declare module '#server/db/tables.ts' {
  interface Tables {
    events: EventsTable
  }
}

export type EventRow = Selectable<EventsTable>
