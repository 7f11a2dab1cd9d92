import type { Generated, Selectable } from 'kysely'
import type { BoatId, Id, PostId, UserId, VideoId } from '#contract/ids.ts'
import type { PostTag, PostVisibility } from '#contract/videos/crew-posts.ts'

export interface CrewPostsTable {
  id: PostId
  video_id: VideoId
  author_id: UserId
  /** When posted or published. */
  boat_id: BoatId | null
  /** Per author. */
  idempotency_key: string | null
  caption: string | null
  tag: PostTag
  visibility: PostVisibility
  /** Null: draft. */
  published_at: number | null
  /** By a moderator. */
  hidden_at: number | null
  hidden_by: UserId | null
  /** Of the site: only they can show it again. */
  hidden_by_owner: Generated<0 | 1>
  created_at: number
}

export interface CrewPostReportsTable {
  id: Id<'report'>
  post_id: PostId
  /** Null: a visitor. */
  reporter_id: UserId | null
  reason: string | null
  created_at: number
}

declare module '#server/db/tables.ts' {
  interface Tables {
    crew_posts: CrewPostsTable
    crew_post_reports: CrewPostReportsTable
  }
}

export type PostRow = Selectable<CrewPostsTable>
