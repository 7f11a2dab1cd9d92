import type { ParsedQuery } from '#contract/endpoints.ts'
import type { UserId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import type { EntryPost } from '#contract/videos/crew-posts.ts'
import type { BoatRow } from '#server/boats/boats/index.ts'
import type { Deps } from '#server/deps.ts'
import { cutPage, decodePosition } from '#server/http/paging.ts'
import { mediaLinks } from '#server/videos/crew-videos/index.ts'
import { presentOfEntry } from './crew-posts.present.ts'
import { daysOf, isAmongBackers } from './crew-posts.rules.ts'
import { listOfBoat, publicationCursor } from './post-lists.queries.ts'
import { tiesTo } from './ties.queries.ts'

interface PostsOf {
  boat: Pick<BoatRow, 'id'>
  /** Milliseconds since 1970. */
  tournament: { starts_at: number; ends_at: number }
}

/** Posts of a boat in a tournament that a person may see. @returns `next`: cursor of the next page */
export async function readEntryPosts(
  { db, keys, now }: Pick<Deps, 'db' | 'keys' | 'now'>,
  { boat, tournament }: PostsOf,
  person: { id: UserId },
  { limit: size = limits.postsPageMax, cursor }: ParsedQuery<'GET /api/tournament-entries/:id/crew-posts'>,
): Promise<{ posts: EntryPost[]; next: string | undefined }> {
  const rows = await listOfBoat(db, boat.id, {
    size: size + 1,
    after: decodePosition(cursor),
    all: isAmongBackers(await tiesTo(db, boat.id, person)),
    person: person.id,
    days: daysOf(tournament, now()),
  })
  const { page, next } = cutPage(rows, size, publicationCursor)
  const links = mediaLinks(keys)
  return { posts: page.map(post => presentOfEntry(post, links, now())), next }
}
