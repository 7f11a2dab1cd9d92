import { mkdir, readdir, rename, stat, unlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { type ImageId, isId } from '#contract/ids.ts'
import { day } from '#contract/time.ts'
import { batchesOf, inBatches } from '#server/db/batches.ts'
import { inTransaction, type RootDb } from '#server/db/connection.ts'
import { unlessMissing } from '#server/db/disk-errors.ts'
import type { Deps } from '#server/deps.ts'
import { dropBucketFilesOf } from '#server/storage/file-storage/index.ts'
import { pictureFile } from './image-store.ts'
import { deleteUnusedImages, knownImages, listOldImages } from './images.queries.ts'

/** Milliseconds. */
const unusedLifetime = 7 * day

/** Milliseconds. The row of a younger file may not be committed yet. */
const fileGrace = day

const quarantineLifetime = 14 * day

/** Up to this number, orphans are swept whatever their share. */
const fewFiles = 2

/** Rows and files checked at once. */
const atOnce = 2000

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

/** Returns sorted names; none if the directory doesn't exist. */
const namesIn = async (directory: string): Promise<string[]> =>
  (await unlessMissing(readdir(directory), [])).sort()

/**
 * Deletes pictures that no row uses for a week, and moves files without a row to quarantine for 14 days.
 * @param force also moves orphans that are more than a tenth of all files
 */
export async function sweepImages({ db, env, now }: Needs, force = false): Promise<SweptImages> {
  const directory = join(env.dataDir, 'uploads', 'images')
  const swept = { unused: await sweepRows({ db, env, now }), orphans: 0, heldBack: 0 }
  for (const names of batchesOf(await namesIn(join(directory, 'quarantine')), atOnce))
    await sweepQuarantine(db, directory, names)
  for (const names of batchesOf(await namesIn(directory), atOnce)) {
    await deleteParts(directory, names)
    const pictures = names.filter(name => name.endsWith('.webp') && isId<'image'>(idOf(name)))
    const orphans = await listOrphans(db, directory, pictures)
    // Suggests a wrong or older database.
    if (!force && orphans.length > Math.max(fewFiles, pictures.length / 10)) swept.heldBack += orphans.length
    else swept.orphans += await quarantine(directory, orphans)
  }
  return swept
}

async function sweepRows({ db, env, now }: Needs): Promise<number> {
  let count = 0
  const createdBefore = now() - unusedLifetime
  const read = (last?: { id: ImageId }) =>
    listOldImages(db, { after: last?.id ?? '', createdBefore, limit: atOnce })
  for await (const batch of inBatches(atOnce, read)) {
    const ids = await inTransaction(db, async trx => {
      const deleted = await deleteUnusedImages(
        trx,
        batch.map(({ id }) => id),
      )
      await dropBucketFilesOf(trx, deleted, now())
      return deleted
    })
    // After a crash here, the file is an orphan, which a later run deletes.
    for (const id of ids) await unlink(join(env.dataDir, 'uploads', pictureFile(id))).catch(() => {})
    count += ids.length
  }
  return count
}

/** Milliseconds by the file system's clock; 0 without the file. */
async function ageOf(path: string): Promise<number> {
  const file = await stat(path).catch(() => null)
  return file === null ? 0 : Date.now() - file.mtimeMs
}

const idOf = (name: string) => name.replace(/\.webp$/, '')

/** Deletes what is old, and returns files whose rows a backup restored. */
async function sweepQuarantine(db: RootDb, directory: string, names: readonly string[]): Promise<void> {
  const rows = await knownImages(db, names.map(idOf) as ImageId[])
  for (const name of names) {
    const path = join(directory, 'quarantine', name)
    if (rows.has(idOf(name))) await rename(path, join(directory, name))
    else if ((await ageOf(path)) > quarantineLifetime) await unlink(path)
  }
}

async function deleteParts(directory: string, names: readonly string[]): Promise<void> {
  for (const name of names.filter(each => each.endsWith('.part')))
    if ((await ageOf(join(directory, name))) > fileGrace) await unlink(join(directory, name)).catch(() => {})
}

async function listOrphans(db: RootDb, directory: string, pictures: readonly string[]): Promise<string[]> {
  const rows = await knownImages(db, pictures.map(idOf) as ImageId[])
  const orphans: string[] = []
  for (const name of pictures)
    if (!rows.has(idOf(name)) && (await ageOf(join(directory, name))) > fileGrace) orphans.push(name)
  return orphans
}

async function quarantine(directory: string, names: readonly string[]): Promise<number> {
  if (names.length > 0) await mkdir(join(directory, 'quarantine'), { recursive: true })
  for (const name of names) {
    const path = join(directory, 'quarantine', name)
    await rename(join(directory, name), path)
    await utimes(path, Date.now() / 1000, Date.now() / 1000)
  }
  return names.length
}
