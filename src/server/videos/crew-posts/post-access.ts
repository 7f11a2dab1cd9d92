import type { UserId } from '#contract/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { forbidden } from '#server/http/errors.ts'
import { paramId } from '#server/http/param-id.ts'
import { isActive } from '#server/people/auth/index.ts'
import { findSiteRole } from '#server/people/site-roles/index.ts'
import { getPost, noPost } from './crew-posts.queries.ts'
import { canModerate, canSeePost, isAuthor } from './crew-posts.rules.ts'
import { isReported } from './moderation.queries.ts'
import type { PostWithVideo } from './post-lists.queries.ts'
import { tiesTo } from './ties.queries.ts'

type Person = { id: UserId } | null

/** @throws ApiError 404 if not visible */
export async function seePost(db: Db, id: string | undefined, person: Person) {
  const post = await getPost(db, paramId<'post'>(id, noPost().message))
  if (!(await isActive(db, post.author_id))) throw noPost()
  const ties = await tiesTo(db, post.boat_id, person)
  const ownsSite = person !== null && (await findSiteRole(db, person.id)) === 'owner'
  const hasReports = (ties.organises || ownsSite) && (await isReported(db, post.id))
  if (!canSeePost(person, post, { ...ties, ownsSite }, hasReports)) throw noPost()
  return { post, ties }
}

/** @throws ApiError 404 if not visible, 403 for another's */
export async function getOwnPost(db: Db, id: string | undefined, person: Person): Promise<PostWithVideo> {
  const { post } = await seePost(db, id, person)
  if (!isAuthor(person, post)) throw forbidden('Only its author can change a post.')
  return post
}

/** @throws ApiError 404, 403 for non-moderators */
export async function getModeratedPost(
  db: Db,
  id: string | undefined,
  person: Person,
): Promise<PostWithVideo> {
  const { post, ties } = await seePost(db, id, person)
  if (!canModerate(ties)) throw forbidden('Only the boat’s owner and its organisers can take a post off.')
  return post
}
