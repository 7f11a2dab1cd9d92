import { isId, type TournamentId } from '#contract/ids.ts'
import { minute } from '#contract/time.ts'
import type { PublicPost } from '#contract/videos/crew-posts.ts'
import type { Deps } from '#server/deps.ts'
import { decodePosition } from '#server/http/paging.ts'
import { mediaLinks } from '#server/videos/crew-videos/index.ts'
import { presentPublic } from './crew-posts.present.ts'
import { listPublic } from './post-lists.queries.ts'

/** The newest public post of a boat in a tournament’s days, else the newest of its boats: views aren’t counted. */
export async function findPublicClip(
  { db, keys, now }: Pick<Deps, 'db' | 'keys' | 'now'>,
  tournament: TournamentId,
  boat: string | undefined,
): Promise<PublicPost | null> {
  const newest = { size: 1, after: decodePosition(undefined), tag: undefined, tournament, now: now() }
  const [own] = isId<'boat'>(boat) ? await listPublic(db, { ...newest, boat }) : []
  // The same for ten minutes, so that an answer with them keeps its ETag.
  const linksFrom = now() - (now() % (10 * minute))
  const post = own ?? (await listPublic(db, newest))[0]
  return post ? presentPublic(post, mediaLinks(keys), linksFrom) : null
}
