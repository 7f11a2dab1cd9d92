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

type Shown = Pick<PostRow, 'author_id' | 'visibility' | 'published_at' | 'hidden_at' | 'hidden_by'>

export const isAuthor = (person: Person | null, post: Pick<PostRow, 'author_id'>): boolean =>
  person !== null && person.id === post.author_id

const isPublished = ({ published_at }: Pick<PostRow, 'published_at'>): boolean => published_at !== null

/** Who answers for what is shown of a boat: its owner, and the organisers of its tournaments. */
export const canModerate = ({ ownsBoat, organises }: Ties): boolean => ownsBoat || organises

/** Backers' posts are for those who paid for them, and for the boat's own people. */
export const isAmongBackers = ({ backsBoat, ownsBoat, crewsBoat }: Ties): boolean =>
  backsBoat || ownsBoat || crewsBoat

/**
 * Whether a person may see a post and get links to its video. The author always may; a draft is for the author alone.
 * An organiser who is not among the backers may see a backers' post only while it is reported, or after hiding it.
 */
export function canSeePost(person: Person | null, post: Shown, ties: Ties, isReported: boolean): boolean {
  if (isAuthor(person, post)) return true
  if (!isPublished(post)) return false
  const mayModerate =
    ties.ownsBoat ||
    (ties.organises &&
      (post.visibility === 'Public' || isReported || (person !== null && post.hidden_by === person.id)))
  if (post.hidden_at !== null) return mayModerate
  return post.visibility === 'Public' || isAmongBackers(ties) || mayModerate
}

/** Whether the author may change a post. A published post speaks for its boat, so a former crew member may not. */
export const canChangePost = (
  post: Pick<PostRow, 'published_at' | 'boat_id'>,
  { ownsBoat, crewsBoat }: Ties,
): boolean => !isPublished(post) || post.boat_id === null || ownsBoat || crewsBoat

/**
 * Whether a change gives a post the boat that its author crews now: when the post is published, and when a post without
 * a boat becomes one for backers.
 */
export function takesCurrentBoat(
  before: Pick<PostRow, 'published_at' | 'boat_id'>,
  after: Pick<PostRow, 'published_at' | 'visibility'>,
): boolean {
  if (!isPublished(after)) return false
  return !isPublished(before) || (before.boat_id === null && after.visibility === 'Backers')
}
