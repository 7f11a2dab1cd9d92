import { isId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import type { PostTag } from '#contract/videos/crew-posts.ts'
import { videoTexts } from '#contract/videos/video-texts.ts'
import { inTransaction } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { forbidden } from '#server/http/errors.ts'
import { type JsonResponse, jsonWithEtag } from '#server/http/etag.ts'
import { cutPage, decodePosition, encodePosition, nextLink } from '#server/http/paging.ts'
import { paramId } from '#server/http/param-id.ts'
import { countCreated } from '#server/people/daily-limits/index.ts'
import { record } from '#server/record/index.ts'
import { getEntry, noEntry } from '#server/tournaments/entries/index.ts'
import { deleteVideo, getPostableVideo, isShowable, mediaLinks } from '#server/videos/crew-videos/index.ts'
import { presentOfEntry, presentOwn, presentPublic, presentSeen } from './crew-posts.present.ts'
import {
  crewedBoat,
  deletePost,
  findPostByKey,
  getPost,
  insertPost,
  isHiddenByOwner,
  listOfBoat,
  listOwn,
  listPublic,
  noPost,
  type PostWithVideo,
  tiesTo,
  updatePost,
} from './crew-posts.queries.ts'
import {
  canChangePost,
  daysOf,
  isAmongBackers,
  isAuthor,
  retracts,
  takesCurrentBoat,
} from './crew-posts.rules.ts'
import { getOwnPost, seePost } from './post-access.ts'

interface Query {
  tag?: PostTag | 'All' | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

interface Asked {
  req: { url: string; header(name: string): string | undefined }
}

const pageOf = ({ tag, limit, cursor }: Query, usual: number) => ({
  size: limit ?? usual,
  after: decodePosition(cursor),
  tag: tag === 'All' ? undefined : tag,
})

const published = ({ published_at, id }: PostWithVideo) => encodePosition({ at: published_at ?? 0, id })
const created = ({ created_at: at, id }: PostWithVideo) => encodePosition({ at, id })

export function crewPostRoutes(deps: Deps) {
  const { db, now, limitWrites: limit } = deps
  const links = mediaLinks(deps.keys)

  function answer<Shown>(
    c: Asked,
    { page, next }: { page: PostWithVideo[]; next: string | undefined },
    present: (post: PostWithVideo, by: typeof links, at: number) => Shown,
  ): JsonResponse<Shown[]> {
    const body = page.map(post => present(post, links, now()))
    return jsonWithEtag(c, body, nextLink(c, next))
  }

  return new EndpointApp()
    .endpoint('GET /api/crew/posts/public', async c => {
      const query = c.req.valid('query')
      const asked = pageOf(query, limits.postsPage)
      const { boatId: boat, tournamentId: tournament } = query
      if (boat !== undefined && !isId<'boat'>(boat)) return jsonWithEtag(c, [])
      if (tournament !== undefined && !isId<'tournament'>(tournament)) return jsonWithEtag(c, [])
      const rows = await listPublic(db, { ...asked, size: asked.size + 1, boat, tournament, now: now() })
      return answer(c, cutPage(rows, asked.size, published), presentPublic)
    })
    .endpoint('GET /api/crew/posts', async c => {
      const asked = pageOf(c.req.valid('query'), limits.postsPageMax)
      const rows = await listOwn(db, c.var.person.id, { ...asked, size: asked.size + 1 })
      return answer(c, cutPage(rows, asked.size, created), presentOwn)
    })
    .endpoint('GET /api/tournament-entries/:id/crew-posts', async c => {
      const { size, after } = pageOf(c.req.valid('query'), limits.postsPageMax)
      const { boat, tournament } = await getEntry(db, paramId<'entry'>(c.req.param('id'), noEntry().message))
      const all = isAmongBackers(await tiesTo(db, boat.id, c.var.person))
      const days = daysOf(tournament, now())
      const wanted = { size: size + 1, after, all, person: c.var.person.id, days }
      return answer(c, cutPage(await listOfBoat(db, boat.id, wanted), size, published), presentOfEntry)
    })
    .endpoint('GET /api/crew/posts/:id', async c => {
      const { post, ties } = await seePost(db, c.req.param('id'), c.var.person)
      if (!isShowable(post) && !isAuthor(c.var.person, post)) throw noPost()
      return jsonWithEtag(
        c,
        presentSeen(post, { ties, isAuthor: isAuthor(c.var.person, post) }, links, now()),
      )
    })
    .endpoint('POST /api/crew/posts', { limit }, async c => {
      const {
        videoId,
        caption = null,
        tag = 'Catch',
        visibility = 'Backers',
        publish = true,
      } = c.req.valid('json')
      const { person } = c.var
      const key = c.req.header('idempotency-key')?.slice(0, limits.idempotencyKeyMax) ?? null
      const id = await inTransaction(db, async trx => {
        const known = key === null ? undefined : await findPostByKey(trx, person.id, key)
        if (known) return known.id
        const video = await getPostableVideo(trx, videoId, person)
        if (await isHiddenByOwner(trx, video.id)) throw forbidden(videoTexts.hiddenByOwner)
        await countCreated(trx, deps, { person: person.id }, 'posts')
        const post = {
          video_id: video.id,
          author_id: person.id,
          boat_id: await crewedBoat(trx, person.id),
          idempotency_key: key,
          caption,
          tag,
          visibility,
          published_at: publish ? now() : null,
        }
        const made = await insertPost(trx, post, now())
        if (publish) await record(trx, { kind: 'post-published', at: now(), by: person.id, post: made })
        return made
      })
      return c.json({ id }, 201)
    })
    .endpoint('PATCH /api/crew/posts/:id', { limit }, async c => {
      const { caption, tag, visibility, published: publish } = c.req.valid('json')
      const { person } = c.var
      const post = await inTransaction(db, async trx => {
        const known = await getOwnPost(trx, c.req.param('id'), person)
        if (!canChangePost(known, await tiesTo(trx, known.boat_id, person)))
          throw forbidden(videoTexts.noLongerCrew)
        const changed = {
          caption: caption === undefined ? known.caption : caption,
          tag: tag ?? known.tag,
          visibility: visibility ?? known.visibility,
          published_at: known.published_at ?? (publish === true ? now() : null),
        }
        const boat = takesCurrentBoat(known, changed) ? await crewedBoat(trx, person.id) : known.boat_id
        await updatePost(trx, known.id, { ...changed, boat_id: boat })
        const event = { at: now(), by: person.id, post: known.id }
        if (retracts(known, changed)) await record(trx, { kind: 'post-retracted', ...event })
        if (known.published_at === null && changed.published_at !== null)
          await record(trx, { kind: 'post-published', ...event })
        return getPost(trx, known.id)
      })
      return c.json(presentOwn(post, links, now()))
    })
    .endpoint('DELETE /api/crew/posts/:id', { limit }, async c => {
      await inTransaction(db, async trx => {
        const post = await getOwnPost(trx, c.req.param('id'), c.var.person)
        const isShownElsewhere = await deletePost(trx, post.id, post.video_id)
        await record(trx, { kind: 'post-deleted', at: now(), by: c.var.person.id, post: post.id })
        if (!isShownElsewhere) await deleteVideo(trx, post.video_id, now())
      })
      return c.body(null, 204)
    })
}
