import { type } from '../arktype.ts'
import { boolean, filter, id, missingMessages, oneOf, optionalLines, page } from '../fields.ts'
import { count, flag, type Infer, list, number, object, one, orNull, text, time } from '../json-schema.ts'
import { limits } from '../limits.ts'
import { postedVideo } from './crew-videos.ts'
import { postTags, postVisibilities } from './post-tags.ts'
import { videoTexts as texts } from './video-texts.ts'

const postTag = one(...postTags)
export type PostTag = Infer<typeof postTag>
const postVisibility = one(...postVisibilities)
export type PostVisibility = Infer<typeof postVisibility>

export const crewPost = object({
  id: text,
  caption: orNull(text),
  tag: postTag,
  visibility: postVisibility,
  createdAt: time,
  /** Null for a draft. */
  publishedAt: orNull(time),
  video: postedVideo,
  /** `preparing`: visible to the author until location metadata is removed. */
  videoState: one('preparing', 'ready', 'failed', 'removed'),
  boat: orNull(object({ id: text, name: text })),
  hidden: flag,
})
export type CrewPost = Infer<typeof crewPost>

export const createdPost = object({ id: text })

/** `canTakeOff`: the caller may hide the post. */
export const seenPost = object({ ...crewPost.properties, canTakeOff: flag })
export type SeenPost = Infer<typeof seenPost>

const { id: postId, tag: tagOfPost, caption: captionOfPost, createdAt, boat, video } = crewPost.properties
export const publicPost = object({
  id: postId,
  tag: tagOfPost,
  caption: captionOfPost,
  createdAt,
  publishedAt: time,
  boat,
  video,
})
export type PublicPost = Infer<typeof publicPost>

/** Programs rely on these field names. */
export const entryPost = object({
  id: text,
  tag: postTag,
  caption: orNull(text),
  visibility: postVisibility,
  published_at: time,
  created_at: time,
  video: object({ id: text, video_url: orNull(text), thumbnail_url: orNull(text), duration_sec: number }),
})
export type EntryPost = Infer<typeof entryPost>

/** `reasons`: newest first. */
export const reportedPost = object({ ...crewPost.properties, reports: count, reasons: list(text) })
export type ReportedPost = Infer<typeof reportedPost>

const tag = oneOf(postTags, texts.tagInvalid)
const visibility = oneOf(postVisibilities, texts.visibilityInvalid)
const caption = optionalLines({ max: limits.captionMax, tooLong: texts.captionTooLong })

export const newPost = type({
  videoId: id<'video'>(texts.required),
  'caption?': caption,
  'tag?': tag,
  'visibility?': visibility,
  'publish?': boolean(texts.publishInvalid),
}).configure(...missingMessages({ videoId: texts.required }))

export const postChange = type({
  'caption?': caption,
  'tag?': tag,
  'visibility?': visibility,
  'published?': type('true').configure({ message: () => texts.publishedInvalid }, 'self'),
})

export const report = type({
  'reason?': optionalLines({ max: limits.reportMax, tooLong: texts.reportTooLong }),
})

export const postsPage = page(limits.postsPageMax).and({
  'tag?': oneOf([...postTags, 'All'], texts.tagInvalid),
})

export const publicPostsPage = postsPage.and({ 'boatId?': filter, 'tournamentId?': filter })
