import { type } from 'arktype'
import type { PostedVideo } from './crew-videos.ts'
import { limited } from './described.ts'
import { id, optionalLines, required, saysMissing } from './fields.ts'
import { limits } from './limits.ts'
import { postTags, postVisibilities, videoTexts as texts } from './video-texts.ts'

export type PostTag = (typeof postTags)[number]
export type PostVisibility = (typeof postVisibilities)[number]

interface PostedBoat {
  id: string
  name: string
}

/** Each of `GET /api/crew/posts`, `PATCH /api/crew/posts/:id` */
export interface CrewPost {
  id: string
  caption: string | null
  tag: PostTag
  visibility: PostVisibility
  /** ISO 8601, UTC. */
  createdAt: string
  /** Null: a draft. */
  publishedAt: string | null
  video: PostedVideo
  /** `preparing`: until a copy exists that does not say where it was taken, only its author sees it. */
  videoState: 'preparing' | 'ready' | 'failed'
  /** The boat its author crewed; null: none. */
  boat: PostedBoat | null
  /** An organiser or the boat's owner has taken it off. */
  hidden: boolean
}

/** `GET /api/crew/posts/:id` */
export interface SeenPost extends CrewPost {
  /** Whether the caller answers for it: may take it off, and put it back. */
  canTakeOff: boolean
}

/** One of `GET /api/crew/posts/public` */
export type PublicPost = Pick<CrewPost, 'id' | 'tag' | 'caption' | 'createdAt' | 'boat' | 'video'> & {
  publishedAt: string
}

/** One of `GET /api/tournament-entries/:id/crew-posts`, spelled as the specification shows it. */
export interface EntryPost {
  id: string
  tag: PostTag
  caption: string | null
  visibility: PostVisibility
  published_at: string
  created_at: string
  video: { id: string; video_url: string | null; thumbnail_url: string | null; duration_sec: number }
}

/** One of `GET /api/crew/reports`: what somebody reported and the caller answers for. */
export interface ReportedPost extends CrewPost {
  reports: number
  /** What people wrote, the newest first. */
  reasons: string[]
}

const tag = type.enumerated(...postTags).configure({ message: () => texts.tagInvalid }, 'self')
const visibility = type
  .enumerated(...postVisibilities)
  .configure({ message: () => texts.visibilityInvalid }, 'self')
const caption = optionalLines({ max: limits.captionMax, tooLong: texts.captionTooLong })

/** `POST /api/crew/posts` */
export const newPost = type({
  videoId: id<'video'>(texts.required),
  'caption?': caption,
  'tag?': tag,
  'visibility?': visibility,
  'publish?': type('boolean').configure({ message: () => texts.publishInvalid }, 'self'),
}).configure({ message: saysMissing({ videoId: texts.required }) }, required)

/** `PATCH /api/crew/posts/:id` */
export const postChange = type({
  'caption?': caption,
  'tag?': tag,
  'visibility?': visibility,
  'published?': type('true').configure({ message: () => texts.publishedInvalid }, 'self'),
})

/** `POST /api/crew/posts/:id/report` */
export const report = type({
  'reason?': optionalLines({ max: limits.reportMax, tooLong: texts.reportTooLong }),
})

const tagOrAll = type.enumerated(...postTags, 'All').configure({ message: () => texts.tagInvalid }, 'self')

const limit = type('string')
  .narrow(
    limited({ type: 'integer', minimum: 1, maximum: limits.postsPageMax }, (value, ctx) => {
      const fits = /^\d{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= limits.postsPageMax
      return fits || ctx.reject({ message: `A limit is a whole number from 1 to ${limits.postsPageMax}` })
    }),
  )
  .pipe(Number)

/** `?tag=&limit=&cursor=` of a list of posts; the next cursor comes in the `Link` header. */
export const postsPage = type({ 'tag?': tagOrAll, 'limit?': limit, 'cursor?': 'string <= 200' })
