import type { VideoRow } from '#server/features/crew-videos/crew-videos.table.ts'
import type { PostRow } from './crew-posts.table.ts'

interface Person {
  id: string
}

/** What a person has to do with the boat of a post. */
export interface Ties {
  /** Has a completed funding on any entry of the boat. */
  backsBoat: boolean
  ownsBoat: boolean
  /** Crews it, with its owner's word. */
  crewsBoat: boolean
  /** Organises a tournament that the boat is entered in. */
  organises: boolean
}

export const noTies: Ties = { backsBoat: false, ownsBoat: false, crewsBoat: false, organises: false }

type Shown = Pick<PostRow, 'author_id' | 'visibility' | 'published_at' | 'hidden_at'>

export const isAuthor = (person: Person | null, post: Pick<PostRow, 'author_id'>): boolean =>
  person !== null && person.id === post.author_id

export const isPublished = ({ published_at }: Pick<PostRow, 'published_at'>): boolean => published_at !== null

/** Who answers for what is shown of a boat: its owner, and the organisers of its tournaments. */
export const canModerate = ({ ownsBoat, organises }: Ties): boolean => ownsBoat || organises

/** Backers' posts are for those who paid for them, and for the boat's own people. */
export const isAmongBackers = ({ backsBoat, ownsBoat, crewsBoat }: Ties): boolean =>
  backsBoat || ownsBoat || crewsBoat

/**
 * Whether somebody sees a post, and gets links to its video. Its author does always; a draft is nobody else's; what was
 * taken off is for those who may put it back.
 */
export function canSeePost(person: Person | null, post: Shown, ties: Ties): boolean {
  if (isAuthor(person, post)) return true
  if (!isPublished(post)) return false
  if (post.hidden_at !== null) return canModerate(ties)
  return post.visibility === 'Public' || isAmongBackers(ties)
}

/** A post is shown to others once its video can be played. */
export const isShowable = (video: Pick<VideoRow, 'status'>): boolean => video.status === 'ready'
