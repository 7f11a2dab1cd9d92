import type { Generated, Selectable } from 'kysely'
import type { BoatId, Id, PostId, UserId, VideoId } from '#contract/ids.ts'
import type { PostTag, PostVisibility } from '#contract/videos/crew-posts.ts'

export interface CrewPostsTable {
  id: PostId
  video_id: VideoId
  author_id: UserId
  /** The author's boat at the time of posting or publication, or null. */
  boat_id: BoatId | null
  /** Unique for each author. */
  idempotency_key: string | null
  caption: string | null
  tag: PostTag
  visibility: PostVisibility
  /** Null for a draft. */
  published_at: number | null
  /** Time at which it was first hidden, or null. */
  hidden_at: number | null
  /** The moderator, or null if only an owner of the site hid it. */
  hidden_by: UserId | null
  /** 1 if an owner of the site hid it: only owners can show it again. */
  hidden_by_owner: Generated<0 | 1>
  created_at: number
}

export interface CrewPostReportsTable {
  id: Id<'report'>
  post_id: PostId
  /** Null if a visitor reported it. */
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
