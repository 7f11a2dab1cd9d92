import type { ReportedPost } from '#contract/videos/crew-posts.ts'
import { videoTexts } from '#contract/videos/video-texts.ts'
import { inTransaction } from '#server/db/connection.ts'
import type { Deps, WriteDeps } from '#server/deps.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { forbidden } from '#server/http/errors.ts'
import { jsonWithEtag } from '#server/http/etag.ts'
import { limitBy, NetworkRateLimit } from '#server/http/rate-limit.ts'
import { countCreated } from '#server/people/daily-limits/index.ts'
import { record } from '#server/record/index.ts'
import { mediaLinks } from '#server/videos/crew-videos/index.ts'
import { presentPost } from './crew-posts.present.ts'
import { setPostHidden } from './crew-posts.queries.ts'
import { dropReports, insertReport, isReported, listReportedPosts } from './moderation.queries.ts'
import { getModeratedPost, seePost } from './post-access.ts'

const reportsPerHour = { name: 'reports', points: 20, windowSeconds: 3600 }

export function moderationRoutes(deps: WriteDeps & Pick<Deps, 'keys' | 'monotonicNow'>) {
  const { db, now } = deps
  const limit = deps.limitWrites
  const links = mediaLinks(deps.keys)
  const reports = new NetworkRateLimit(reportsPerHour, deps)

  return new EndpointApp()
    .endpoint('POST /api/crew/posts/:id/report', { limit: limitBy(reports) }, async c => {
      const { reason = null } = c.req.valid('json')
      const { person } = c.var
      await inTransaction(db, async trx => {
        const { post } = await seePost(trx, c.req.param('id'), person)
        const reporter = person ? { person: person.id } : { network: c.var.network }
        await countCreated(trx, deps, reporter, 'reports')
        const isFirst = !(await isReported(trx, post.id))
        await insertReport(trx, { post: post.id, reporter: person?.id ?? null, reason }, now())
        // Anyone can report, so more of the same would push other notifications out.
        const event = { at: now(), by: person?.id ?? null, post: post.id }
        if (isFirst) await record(trx, { kind: 'post-reported', ...event })
      })
      return c.body(null, 204)
    })
    .endpoint('GET /api/crew/reports', async c => {
      const posts = await listReportedPosts(db, c.var.person.id)
      const answer: ReportedPost[] = posts.map(({ post, reports: count, reasons }) => ({
        ...presentPost(post, links, now()),
        reports: count,
        reasons,
      }))
      return jsonWithEtag(c, answer)
    })
    .endpoint('DELETE /api/crew/posts/:id/reports', { limit }, async c => {
      await inTransaction(db, async trx =>
        dropReports(trx, (await getModeratedPost(trx, c.req.param('id'), c.var.person)).id),
      )
      return c.body(null, 204)
    })
    .endpoint('POST /api/crew/posts/:id/takedown', { limit }, async c => {
      await inTransaction(db, async trx => {
        const post = await getModeratedPost(trx, c.req.param('id'), c.var.person)
        if (post.hidden_at !== null) return
        await countCreated(trx, deps, { person: c.var.person.id }, 'changes')
        await setPostHidden(trx, post.id, { at: now(), by: c.var.person.id })
        const event = { at: now(), by: c.var.person.id, address: null, post: post.id }
        await record(trx, { kind: 'post-hidden', ...event })
      })
      return c.body(null, 204)
    })
    .endpoint('DELETE /api/crew/posts/:id/takedown', { limit }, async c => {
      await inTransaction(db, async trx => {
        const post = await getModeratedPost(trx, c.req.param('id'), c.var.person)
        if (post.hidden_by_owner === 1) throw forbidden(videoTexts.hiddenByOwner)
        if (post.hidden_at === null) return
        await setPostHidden(trx, post.id, null)
        const event = { at: now(), by: c.var.person.id, address: null }
        await record(trx, { kind: 'post-shown', ...event, subject: ['post', post.id] })
      })
      return c.body(null, 204)
    })
}
