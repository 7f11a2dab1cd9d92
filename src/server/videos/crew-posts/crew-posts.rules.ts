import { day } from '#contract/time.ts'
import type { PostRow } from './crew-posts.table.ts'

interface Person {
  id: string
}

export interface Ties {
  backsBoat: boolean
  ownsBoat: boolean
  crewsBoat: boolean
  organises: boolean
}

export const noTies: Ties = { backsBoat: false, ownsBoat: false, crewsBoat: false, organises: false }

type Shown = Pick<PostRow, 'author_id' | 'visibility' | 'published_at' | 'hidden_at' | 'hidden_by'>

export const isAuthor = (person: Person | null, post: Pick<PostRow, 'author_id'>): boolean =>
  person !== null && person.id === post.author_id

const isPublished = ({ published_at }: Pick<PostRow, 'published_at'>): boolean => published_at !== null

export const canModerate = ({ ownsBoat, organises }: Ties): boolean => ownsBoat || organises

export const isAmongBackers = ({ backsBoat, ownsBoat, crewsBoat }: Ties): boolean =>
  backsBoat || ownsBoat || crewsBoat

interface Reader extends Ties {
  ownsSite: boolean
}

/**
 * Organisers without other ties see a backers' post only if reported or hidden by them, owners of the site if reported
 * or hidden.
 */
export function canSeePost(person: Person | null, post: Shown, ties: Reader, isReported: boolean): boolean {
  if (isAuthor(person, post)) return true
  if (!isPublished(post)) return false
  const mayModerate =
    ties.ownsBoat ||
    (ties.organises &&
      (post.visibility === 'Public' || isReported || (person !== null && post.hidden_by === person.id))) ||
    (ties.ownsSite && (isReported || post.hidden_at !== null))
  if (post.hidden_at !== null) return mayModerate
  return post.visibility === 'Public' || isAmongBackers(ties) || mayModerate
}

/** Returns whether the person may change the post: former crew can't change published ones. */
export const canChangePost = (
  post: Pick<PostRow, 'published_at' | 'boat_id'>,
  { ownsBoat, crewsBoat }: Ties,
): boolean => !isPublished(post) || post.boat_id === null || ownsBoat || crewsBoat

/** Milliseconds since 1970. */
export interface PublishedDays {
  from: number
  to: number
}

/** The eve, and uploads over bad Wi-Fi. */
export const daysMargin = { before: day, after: 2 * day }

/** Returns when the videos of a past tournament were published, or null if it isn't past. */
export const daysOf = (
  { starts_at: start, ends_at: end }: { starts_at: number; ends_at: number },
  now: number,
): PublishedDays | null =>
  now < end ? null : { from: start - daysMargin.before, to: end + daysMargin.after }

type NotifiedText = Pick<PostRow, 'visibility' | 'caption'>

/** Returns whether notifications contain a text that others may no longer read. */
export const retracts = (before: NotifiedText, after: NotifiedText): boolean =>
  (before.visibility === 'Public' && after.visibility === 'Backers') ||
  (before.caption !== null && before.caption !== after.caption)

export function takesCurrentBoat(
  before: Pick<PostRow, 'published_at' | 'boat_id'>,
  after: Pick<PostRow, 'published_at' | 'visibility'>,
): boolean {
  if (!isPublished(after)) return false
  return !isPublished(before) || (before.boat_id === null && after.visibility === 'Backers')
}
