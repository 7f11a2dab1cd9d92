import { mkdir, readdir, rename, stat, unlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { type ImageId, isId } from '#contract/ids.ts'
import { inTransaction } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { imageStore } from './image-store.ts'
import { deleteUnusedImages, knownImages } from './images.queries.ts'

const day = 86_400_000

/** A picture that is added to a form is used within this time, in milliseconds. */
const unusedLifetime = 7 * day

/** A file is older than this when its row should have been committed. */
const fileGrace = day

/** For so long a file without a row is kept in quarantine. */
const quarantineLifetime = 14 * day

/** So many files without a row are always swept: a kill can leave one, and a small site has few others. */
const fewFiles = 2

/** Files, and rows, that one run looks at; the next run goes on behind them. */
const perRun = 2000

type Needs = Pick<Deps, 'db' | 'env' | 'now'>

export interface SweptImages {
  /** Pictures that no boat, update or video shows, row and file. */
  unused: number
  /** Files without a row, now in quarantine. */
  orphans: number
  /** Files without a row that were left in place, because they are more than a few, and than a tenth of what was looked at. */
  heldBack: number
}

/** For the operator. */
export const imagesHeldBackText = (files: number) =>
  `${files} picture files have no row in the database, more than a tenth of those looked at: none was swept. Is this the right database? If so, run "bun run admin sweep-uploads --force".`

const isPart = (name: string) => name.endsWith('.part')
const isNoSuchFile = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** What lies in a directory, in order; none when the directory is not there. */
async function namesIn(directory: string): Promise<string[]> {
  try {
    return (await readdir(directory)).sort()
  } catch (error) {
    if (isNoSuchFile(error)) return []
    throw error
  }
}

/**
 * Makes the sweep of pictures. Each run removes pictures that nothing refers to, and moves files without a row to
 * `uploads/images/quarantine`, where they stay for 14 days.
 */
export const imageSweep = (): ((deps: Needs) => Promise<SweptImages>) => {
  const { sweepRows, sweepFiles } = makeSweep()
  return async deps => ({ unused: await sweepRows(deps), ...(await sweepFiles(deps, false)) })
}

/** Looks at all pictures at once. @param force sweeps files without a row however many they are */
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
    const { deleted, last } = await inTransaction(db, trx =>
      deleteUnusedImages(trx, { after: lastRow, createdBefore: now() - unusedLifetime, limit: perRun }),
    )
    lastRow = last
    // After the commit: a crash here leaves a file without a row.
    const store = imageStore(env.dataDir)
    for (const id of deleted) await store.remove(id)
    return deleted.length
  }

  /** By the disk's own clock, which a test does not move. */
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
    const known = await knownImages(db, pictures.map(idOf) as ImageId[])
    const orphans: string[] = []
    for (const name of pictures)
      if (!known.has(idOf(name)) && (await ageOf(join(directory, name))) > fileGrace) orphans.push(name)
    for (const name of names.filter(isPart))
      if ((await ageOf(join(directory, name))) > fileGrace)
        await unlink(join(directory, name)).catch(() => {})

    const lifted = (await namesIn(quarantine)).slice(0, perRun)
    const backAgain = await knownImages(db, lifted.map(idOf) as ImageId[])
    // A database that was put back has the row again.
    for (const name of lifted)
      if (backAgain.has(idOf(name))) await rename(join(quarantine, name), join(directory, name))
      else if ((await ageOf(join(quarantine, name))) > quarantineLifetime)
        await unlink(join(quarantine, name))

    // So many missing rows are a lost or an older database rather than orphans.
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
