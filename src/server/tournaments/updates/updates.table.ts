import type { Selectable } from 'kysely'
import type { CatchId, EntryId, ImageId, TournamentId, UpdateId, UserId } from '#contract/ids.ts'

export interface UpdatesTable {
  id: UpdateId
  entry_id: EntryId
  tournament_id: TournamentId
  author_id: UserId
  /** The weigh-in that posted the update, and that corrects and deletes it. */
  catch_id: CatchId | null
  content: string
  location: string | null
  image_id: ImageId | null
  created_at: number
}

declare module '#server/db/tables.ts' {
  interface Tables {
    updates: UpdatesTable
  }
}

export type UpdateRow = Selectable<UpdatesTable>
