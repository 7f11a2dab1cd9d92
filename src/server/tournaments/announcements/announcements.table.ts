import type { Selectable } from 'kysely'
import type { AnnouncementId, TournamentId, UserId } from '#contract/ids.ts'

export interface AnnouncementsTable {
  id: AnnouncementId
  tournament_id: TournamentId
  author_id: UserId
  content: string
  /** 1 if pinned: at most one announcement of a tournament. */
  pinned: 0 | 1
  created_at: number
}

declare module '#server/db/tables.ts' {
  interface Tables {
    announcements: AnnouncementsTable
  }
}

export type AnnouncementRow = Selectable<AnnouncementsTable>
