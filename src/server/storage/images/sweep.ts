import { mkdir, readdir, rename, stat, unlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { type ImageId, isId } from '#contract/ids.ts'
import { day } from '#contract/time.ts'
import { inTransaction } from '#server/db/connection.ts'
import { unlessMissing } from '#server/db/disk-errors.ts'
import type { Deps } from '#server/deps.ts'
import { dropBucketFilesOf } from '#server/storage/file-storage/index.ts'
import { pictureFile } from './image-store.ts'
import { deleteUnusedImages, knownImages } from './images.queries.ts'

/** Milliseconds. */
const unusedLifetime = 7 * day

/** Milliseconds. The row of a younger file may not be committed yet. */
const fileGrace = day

const quarantineLifetime = 14 * day

/** Up to this number, orphans are swept whatever their share. */
const fewFiles = 2

/** Rows and files checked in one run; the next run continues behind them. */
const perRun = 2000

type Needs = Pick<Deps, 'db' | 'env' | 'now'>

export interface SweptImages {
  /** Rows with files. */
  unused: number
  /** Number of files moved to quarantine. */
  orphans: number
  /** Orphans left in place, because they are more than a tenth of all files. */
  heldBack: number
}

export const imagesHeldBackText = (files: number) =>
  `${files} picture files have no row in the database, more than a tenth of those looked at: none was swept. Is this the right database? If so, run "bun run admin sweep-uploads --force".`

const isPart = (name: string) => name.endsWith('.part')

/** Returns sorted names; none if the directory doesn't exist. */
const namesIn = async (directory: string): Promise<string[]> =>
  (await unlessMissing(readdir(directory), [])).sort()

/** Deletes pictures that no row uses for a week, and moves files without a row to quarantine for 14 days. */
export const imageSweep = (): ((deps: Needs) => Promise<SweptImages>) => {
  const { sweepRows, sweepFiles } = makeSweep()
  return async deps => ({ unused: await sweepRows(deps), ...(await sweepFiles(deps, false)) })
}

/** @param force also moves orphans that are more than a tenth of all files */
export async function sweepAllImages(deps: Needs, force: boolean): Promise<SweptImages> {
  const { sweepRows, sweepFiles, rowsLeft, filesLeft } = makeSweep()
  const total = { unused: 0, orphans: 0, heldBack: 0 }
  do total.unused += await sweepRows(deps)
  while (rowsLeft())
  do {
    const { orphans, heldBack } = await sweepFiles(deps, force)
    total.orphans += orphans
    total.heldBack += heldBack
  } while (filesLeft())
  return total
}

function makeSweep() {
  let lastRow = ''
  let lastFile = ''

  async function sweepRows({ db, env, now }: Needs): Promise<number> {
    const { ids, last } = await inTransaction(db, async trx => {
      const page = { after: lastRow, createdBefore: now() - unusedLifetime, limit: perRun }
      const batch = await deleteUnusedImages(trx, page)
      await dropBucketFilesOf(trx, batch.ids, now())
      return batch
    })
    lastRow = last
    // After a crash here, the file is an orphan, which a later run deletes.
    for (const id of ids) await unlink(join(env.dataDir, 'uploads', pictureFile(id))).catch(() => {})
    return ids.length
  }

  /** Moves files without a row to quarantine. Uses the file system's clock. */
  async function sweepFiles(
    { db, env }: Needs,
    force: boolean,
  ): Promise<Pick<SweptImages, 'orphans' | 'heldBack'>> {
    const directory = join(env.dataDir, 'uploads', 'images')
    const quarantine = join(directory, 'quarantine')
    const now = Date.now()
    const ageOf = async (path: string) => {
      const file = await stat(path).catch(() => null)
      return file === null ? 0 : now - file.mtimeMs
    }

    const names = (await namesIn(directory)).filter(name => name > lastFile).slice(0, perRun)
    lastFile = names.length < perRun ? '' : (names.at(-1) ?? '')
    const idOf = (name: string) => name.replace(/\.webp$/, '')
    const pictures = names.filter(name => name.endsWith('.webp') && isId<'image'>(idOf(name)))
    const rows = await knownImages(db, pictures.map(idOf) as ImageId[])
    const orphans: string[] = []
    for (const name of pictures)
      if (!rows.has(idOf(name)) && (await ageOf(join(directory, name))) > fileGrace) orphans.push(name)
    for (const name of names.filter(isPart))
      if ((await ageOf(join(directory, name))) > fileGrace)
        await unlink(join(directory, name)).catch(() => {})

    const quarantineNames = (await namesIn(quarantine)).slice(0, perRun)
    const idsWithRow = await knownImages(db, quarantineNames.map(idOf) as ImageId[])
    // Restored from a backup.
    for (const name of quarantineNames)
      if (idsWithRow.has(idOf(name))) await rename(join(quarantine, name), join(directory, name))
      else if ((await ageOf(join(quarantine, name))) > quarantineLifetime)
        await unlink(join(quarantine, name))

    // Suggests a wrong or older database.
    if (!force && orphans.length > Math.max(fewFiles, pictures.length / 10))
      return { orphans: 0, heldBack: orphans.length }
    if (orphans.length > 0) await mkdir(quarantine, { recursive: true })
    for (const name of orphans) {
      await rename(join(directory, name), join(quarantine, name))
      await utimes(join(quarantine, name), now / 1000, now / 1000)
    }
    return { orphans: orphans.length, heldBack: 0 }
  }

  return { sweepRows, sweepFiles, rowsLeft: () => lastRow !== '', filesLeft: () => lastFile !== '' }
}
