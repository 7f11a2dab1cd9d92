import { limits } from '#contract/limits.ts'
import type { LogPage } from '#contract/tournaments/log.ts'
import type { LogHead } from '#contract/tournaments/log-chain.ts'
import { inBatches } from '#server/db/batches.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/context.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { notFound } from '#server/http/errors.ts'
import { hasCurrent, jsonWithEtag } from '#server/http/etag.ts'
import { cutPage, decodeCursor, nextLink } from '#server/http/paging.ts'
import { ownerCalls } from '#server/people/site-roles/index.ts'
import { record } from '#server/record/index.ts'
import {
  findRole,
  getTournament,
  type TournamentRow,
  tournamentIdOf,
} from '#server/tournaments/tournaments/index.ts'
import { eraseText, findCode, listEvents, readHead, readTexts } from './log.queries.ts'
import { eraseFromRows } from './logged-texts.queries.ts'

const seqIn = (cursor: string): number | null => (/^\d{1,9}$/.test(cursor) ? Number(cursor) : null)

export function logRoutes(deps: Pick<Deps, 'db' | 'limitWrites' | 'now'>) {
  const { db, now } = deps
  const { write, change } = ownerCalls(deps)

  /** @throws ApiError 404, also when the log is private and the reader isn't of the staff */
  async function getReadable(id: string | undefined, reader: Person | null): Promise<TournamentRow> {
    const tournament = await getTournament(db, tournamentIdOf(id))
    const isStaff = reader !== null && (await findRole(db, reader, tournament, now())) !== null
    if (tournament.public_log !== 1 && !isStaff) throw notFound('This tournament has no public log.')
    return tournament
  }

  return new EndpointApp()
    .endpoint('GET /api/tournaments/:id/log', async c => {
      const { id, public_log: isPublic } = await getReadable(c.req.param('id'), c.var.person)
      const { limit: size = limits.logPage, cursor } = c.req.valid('query')
      const rows = await listEvents(db, id, decodeCursor(cursor, seqIn) ?? 0, size + 1)
      const { page: events, next } = cutPage(rows, size, ({ seq }) => String(seq))
      const code = isPublic === 1 ? await findCode(db, id) : null
      const texts = await readTexts(db, id, events)
      return jsonWithEtag<LogPage>(c, { events, texts, ...(code !== null && { code }) }, nextLink(c, next))
    })
    .endpoint('GET /api/tournaments/:id/log/head', async c => {
      const { id } = await getReadable(c.req.param('id'), c.var.person)
      return jsonWithEtag<LogHead>(c, await readHead(db, id))
    })
    .endpoint('GET /api/tournaments/:id/log.ndjson', async c => {
      const { id } = await getReadable(c.req.param('id'), c.var.person)
      const head = await readHead(db, id)
      // The hash of an event depends on all events before it.
      const etag = `"${head.hash}"`
      const caching = { ETag: etag, 'Cache-Control': 'private, no-cache' }
      if (hasCurrent(c.req.header('if-none-match'), etag)) return c.body(null, 304, caching)
      const batches = inBatches(limits.logPage, (last: { seq: number } | undefined) => {
        const after = last?.seq ?? 0
        return listEvents(db, id, after, Math.min(limits.logPage, head.seq - after))
      })
      const encoder = new TextEncoder()
      const lines = new ReadableStream<Uint8Array>({
        async pull(controller) {
          const { done, value } = await batches.next()
          if (done) return controller.close()
          controller.enqueue(encoder.encode(value.map(event => `${JSON.stringify(event)}\n`).join('')))
        },
      })
      return c.body(lines, 200, {
        ...caching,
        'Content-Type': 'application/x-ndjson; charset=utf-8',
        'Content-Disposition': `attachment; filename="log-${id}.ndjson"`,
      })
    })
    .endpoint('DELETE /api/tournaments/:id/log-texts/:hash', write, c => {
      const hash = c.req.param('hash') ?? ''
      return change(c, async (trx, actor) => {
        const { id } = await getTournament(trx, tournamentIdOf(c.req.param('id')))
        const erased = await eraseText(trx, id, hash)
        if (!erased) throw notFound('There is no such text, or it is erased.')
        await eraseFromRows(trx, id, erased)
        await record(trx, {
          kind: 'log-text-erased',
          at: now(),
          ...actor,
          subject: ['tournament', id],
          detail: hash,
          reason: erased.person === null ? erased.text : null,
        })
      })
    })
}
