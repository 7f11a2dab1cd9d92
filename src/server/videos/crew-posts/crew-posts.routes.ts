import { isId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import type { PostTag } from '#contract/videos/crew-posts.ts'
import { videoTexts } from '#contract/videos/video-texts.ts'
import { findCrewedBoat } from '#server/boats/crew-members/index.ts'
import { inTransaction } from '#server/db/connection.ts'
import type { Deps, WriteDeps } from '#server/deps.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { forbidden } from '#server/http/errors.ts'
import { jsonWithEtag } from '#server/http/etag.ts'
import { idempotencyKey } from '#server/http/idempotency-key.ts'
import { cursorOf, cutPage, decodePosition, nextLink } from '#server/http/paging.ts'
import { countCreated } from '#server/people/daily-limits/index.ts'
import { record } from '#server/record/index.ts'
import { deleteVideo, getPostableVideo, isShowable, mediaLinks } from '#server/videos/crew-videos/index.ts'
import { presentPost, presentPublic } from './crew-posts.present.ts'
import {
  deletePost,
  findPostByKey,
  getPost,
  insertPost,
  isHiddenByOwner,
  noPost,
  updatePost,
} from './crew-posts.queries.ts'
import { canChangePost, canModerate, isAuthor, retracts, takesCurrentBoat } from './crew-posts.rules.ts'
import { getOwnPost, seePost } from './post-access.ts'
import { listOwn, listPublic, publicationCursor } from './post-lists.queries.ts'
import { tiesTo } from './ties.queries.ts'

const tagOf = (tag: PostTag | 'All' | undefined) => (tag === 'All' ? undefined : tag)

export function crewPostRoutes(deps: WriteDeps & Pick<Deps, 'keys'>) {
  const { db, now, limitWrites: limit } = deps
  const links = mediaLinks(deps.keys)

  return new EndpointApp()
    .endpoint('GET /api/crew/posts/public', async c => {
      const query = c.req.valid('query')
      const { limit: size = limits.postsPage, boatId: boat, tournamentId: tournament } = query
      const after = decodePosition(query.cursor)
      if (boat !== undefined && !isId<'boat'>(boat)) return jsonWithEtag(c, [])
      if (tournament !== undefined && !isId<'tournament'>(tournament)) return jsonWithEtag(c, [])
      const filter = { tag: tagOf(query.tag), boat, tournament, now: now() }
      const rows = await listPublic(db, { size: size + 1, after, ...filter })
      const { page, next } = cutPage(rows, size, publicationCursor)
      const posts = page.map(post => presentPublic(post, links, now()))
      return jsonWithEtag(c, posts, nextLink(c, next))
    })
    .endpoint('GET /api/crew/posts', async c => {
      const { limit: size = limits.postsPageMax, cursor, tag } = c.req.valid('query')
      const list = { size: size + 1, after: decodePosition(cursor), tag: tagOf(tag) }
      const rows = await listOwn(db, c.var.person.id, list)
      const { page, next } = cutPage(rows, size, cursorOf)
      const posts = page.map(post => presentPost(post, links, now(), true))
      return jsonWithEtag(c, posts, nextLink(c, next))
    })
    .endpoint('GET /api/crew/posts/:id', async c => {
      const { person } = c.var
      const { post, ties } = await seePost(db, c.req.param('id'), person)
      if (!isShowable(post) && !isAuthor(person, post)) throw noPost()
      return jsonWithEtag(c, {
        ...presentPost(post, links, now(), isAuthor(person, post)),
        canTakeOff: canModerate(ties) && post.hidden_by_owner === 0,
      })
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
      const key = idempotencyKey(c.req.raw.headers)
      const id = await inTransaction(db, async trx => {
        const existing = key === null ? undefined : await findPostByKey(trx, person.id, key)
        if (existing) return existing.id
        const video = await getPostableVideo(trx, videoId, person)
        if (await isHiddenByOwner(trx, video.id)) throw forbidden(videoTexts.hiddenByOwner)
        await countCreated(trx, deps, { person: person.id }, 'posts')
        const fields = {
          video_id: video.id,
          author_id: person.id,
          boat_id: await findCrewedBoat(trx, person.id),
          idempotency_key: key,
          caption,
          tag,
          visibility,
          published_at: publish ? now() : null,
        }
        const post = await insertPost(trx, fields, now())
        if (publish) await record(trx, { kind: 'post-published', at: now(), by: person.id, post })
        return post
      })
      return c.json({ id }, 201, { Location: `/api/crew/posts/${id}` })
    })
    .endpoint('PATCH /api/crew/posts/:id', { limit }, async c => {
      const { caption, tag, visibility, published: publish } = c.req.valid('json')
      const { person } = c.var
      const post = await inTransaction(db, async trx => {
        const previous = await getOwnPost(trx, c.req.param('id'), person)
        if (!canChangePost(previous, await tiesTo(trx, previous.boat_id, person)))
          throw forbidden(videoTexts.noLongerCrew)
        await countCreated(trx, deps, { person: person.id }, 'changes')
        const fields = {
          caption: caption === undefined ? previous.caption : caption,
          tag: tag ?? previous.tag,
          visibility: visibility ?? previous.visibility,
          published_at: previous.published_at ?? (publish === true ? now() : null),
        }
        const boat = takesCurrentBoat(previous, fields)
          ? await findCrewedBoat(trx, person.id)
          : previous.boat_id
        await updatePost(trx, previous.id, { ...fields, boat_id: boat })
        const event = { at: now(), by: person.id, post: previous.id }
        if (retracts(previous, fields)) await record(trx, { kind: 'post-retracted', ...event })
        if (previous.published_at === null && fields.published_at !== null)
          await record(trx, { kind: 'post-published', ...event })
        return getPost(trx, previous.id)
      })
      return c.json(presentPost(post, links, now(), true))
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
