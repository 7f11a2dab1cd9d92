import { type DataExportId, isId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { siteNameOr } from '#contract/site-name.ts'
import { day, minute } from '#contract/time.ts'
import { readBrand } from '#server/branding/index.ts'
import { inTransaction, type Trx } from '#server/db/connection.ts'
import { diskFaultOf } from '#server/db/disk-errors.ts'
import type { Deps } from '#server/deps.ts'
import { DiskFullError } from '#server/disk-space.ts'
import { siteUrl } from '#server/env.ts'
import type { MailKind } from '#server/mail/mail-queue.ts'
import { findMailAddress } from '#server/people/auth/index.ts'
import { enqueue } from '#server/queue/queue.queries.ts'
import { doubling, GiveUp, type JobKind } from '#server/queue/queue.ts'
import { deleteOld, existingExports, findExportById, markFailed, markReady } from './data-exports.queries.ts'
import { listExports, removeExport, writeExport } from './export-files.ts'

type Outcome = 'ready' | 'failed'

/** Subjects are ids of exports. */
export const exportJob = 'data-export'
const exportMail = 'mail-data-export'

const diskFull = 'The disk is too full for an archive of a person’s data. Free some space, then retry.'

export const dataExportJobKind = (
  deps: Pick<Deps, 'db' | 'disk' | 'env' | 'files' | 'log' | 'now' | 'videos'>,
): JobKind => {
  const { db, log, now } = deps
  const isTooFull = (error: unknown) => error instanceof DiskFullError || diskFaultOf(error) === 'full'

  /** One mail for each outcome, however often the job runs. */
  const record = (id: DataExportId, outcome: Outcome, mark: (trx: Trx) => Promise<boolean>) =>
    inTransaction(db, async trx => {
      if (await mark(trx)) await enqueue(trx, exportMail, `${id}/${outcome}`, now())
    })

  return {
    kind: exportJob,
    atOnce: 1,
    retryAfter: doubling(minute, 60 * minute, 5),
    async run({ subject, signal }) {
      const row = isId<'data-export'>(subject) ? await findExportById(db, subject) : undefined
      if (!row || row.state === 'ready') return
      const { id, user_id: user } = row
      // Frees the room of the previous one.
      await removeOrphans(deps)
      const bytes = await writeExport(deps, { id, user, signal }).catch(error => {
        if (!isTooFull(error)) throw error
        log.warn('no room for an archive of a person’s data', { export: id, reason: String(error) })
        throw new GiveUp(diskFull, { cause: error })
      })
      await record(id, 'ready', trx => markReady(trx, id, { bytes, now: now() }))
    },
    async gaveUp(subject, reason) {
      const id = subject as DataExportId
      const isDiskFull = reason === diskFull
      await record(id, 'failed', trx => markFailed(trx, id, { isDiskFull, now: now() }))
    },
  }
}

export const dataExportMails = ({ db, env }: Pick<Deps, 'db' | 'env'>): MailKind => ({
  kind: exportMail,
  async compose(subject) {
    const [id, outcome] = subject.split('/')
    const row = isId<'data-export'>(id) ? await findExportById(db, id) : undefined
    if (!row || row.state !== outcome) return null
    const to = await findMailAddress(db, row.user_id)
    if (to === null) return null
    const page = `${siteUrl(env)}/account#data`
    const { name: marina } = await readBrand(db, env)
    return row.state === 'ready'
      ? {
          to,
          subject: 'Your data is ready to download',
          text: `The archive of your data is ready. You can download it for ${limits.dataExportDays} days, signed in, here:

${page}

If you didn't ask for it, change your password and sign out the devices that you don't know, on the same page.

${siteNameOr(marina)}
`,
        }
      : {
          to,
          subject: 'Your data could not be prepared',
          text: `The archive of your data could not be made${row.is_disk_full ? ', because the server’s disk is nearly full' : ''}. Please ask for it again later:

${page}

${siteNameOr(marina)}
`,
        }
  },
})

/** Removes old archives, and those of deleted accounts. */
export async function sweepExports(deps: Pick<Deps, 'db' | 'env' | 'now'>): Promise<void> {
  const before = deps.now() - limits.dataExportDays * day
  await inTransaction(deps.db, trx => deleteOld(trx, before))
  await removeOrphans(deps)
}

/** Rows are deleted before files. */
async function removeOrphans({ db, env }: Pick<Deps, 'db' | 'env'>): Promise<void> {
  const ids = await listExports(env.dataDir)
  const existing = await existingExports(db, ids)
  for (const id of ids) if (!existing.has(id)) await removeExport(env.dataDir, id)
}
