import { isId, type UserId } from '#contract/ids.ts'
import { iso, isoDate } from '#contract/iso.ts'
import { limits } from '#contract/limits.ts'
import type { DataExport } from '#contract/site/data-exports.ts'
import { day } from '#contract/time.ts'
import { inTransaction } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { EndpointApp } from '#server/http/endpoint.ts'
import { notFound } from '#server/http/errors.ts'
import { jsonWithEtag } from '#server/http/etag.ts'
import { countCreated } from '#server/people/daily-limits/index.ts'
import { enqueue } from '#server/queue/queue.queries.ts'
import { serveStored } from '#server/storage/file-storage/index.ts'
import { findExport, insertExport } from './data-exports.queries.ts'
import type { DataExportRow } from './data-exports.table.ts'
import { readExport } from './export-files.ts'
import { exportJob } from './export-jobs.ts'

/** Milliseconds; longer than any job waits. */
const longestWait = day

const none: DataExport = { state: 'none', requestedAt: null, diskFull: false, file: null }

export function dataExportRoutes(deps: Pick<Deps, 'db' | 'env' | 'files' | 'limitWrites' | 'now'>) {
  const { db, now, limitWrites: limit } = deps

  const isWaiting = ({ state, requested_at: at }: DataExportRow) =>
    state === 'waiting' && at > now() - longestWait

  /** Returns the file, or null if it isn't ready, is too old, or was lost with a restored backup. */
  async function fileOf(row: DataExportRow) {
    if (row.state !== 'ready' || row.finished_at === null) return null
    const until = row.finished_at + limits.dataExportDays * day
    const archive = until > now() ? await readExport(deps, row.id) : null
    return archive && { archive, until }
  }

  async function present(row: DataExportRow | undefined): Promise<DataExport> {
    if (!row) return none
    const requestedAt = iso(row.requested_at)
    if (isWaiting(row)) return { ...none, state: 'waiting', requestedAt }
    if (row.state !== 'ready')
      return { ...none, state: 'failed', requestedAt, diskFull: row.is_disk_full === 1 }
    const file = await fileOf(row)
    if (!file) return none
    const { archive, until } = file
    const url = `/api/data-export/${row.id}`
    return { ...none, state: 'ready', requestedAt, file: { url, bytes: archive.size, until: iso(until) } }
  }

  const begin = (user: UserId) =>
    inTransaction(db, async trx => {
      const current = await findExport(trx, user)
      if (current && isWaiting(current)) return current
      await countCreated(trx, deps, { person: user }, 'dataExports')
      const row = await insertExport(trx, user, now())
      await enqueue(trx, exportJob, row.id, now())
      return row
    })

  return new EndpointApp()
    .endpoint('GET /api/data-export', async c =>
      jsonWithEtag(c, await present(await findExport(db, c.var.person.id))),
    )
    .endpoint('POST /api/data-export', { limit }, async c =>
      c.json(await present(await begin(c.var.person.id)), 202),
    )
    .endpoint('GET /api/data-export/:id', async c => {
      const id = c.req.param('id')
      const row = await findExport(db, c.var.person.id)
      const file = isId<'data-export'>(id) && row?.id === id ? await fileOf(row) : null
      if (!row || !file) throw notFound('This file is no longer here. Ask for your data again.')
      const name = `reelstake-data-${isoDate(row.requested_at)}.zip`
      return serveStored(c.req, file.archive, {
        'Content-Type': 'application/zip',
        'Content-Disposition': `attachment; filename="${name}"`,
        'Accept-Ranges': 'bytes',
        ETag: `"${row.id}"`,
      })
    })
}
