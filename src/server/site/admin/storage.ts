import type { Stats } from 'node:fs'
import { opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { AdminStorage } from '#contract/site/admin.ts'
import { day } from '#contract/time.ts'
import { asidePrefix } from '#server/data-dir.ts'
import type { Db } from '#server/db/connection.ts'
import { readSize } from '#server/db/engine.ts'
import { diskOf } from '#server/disk-space.ts'
import type { Env } from '#server/env.ts'
import { countBucketFiles } from '#server/storage/file-storage/index.ts'
import { sumOldVideos } from '#server/videos/crew-videos/index.ts'
import { sumStorage } from './admin.queries.ts'

type Kind = AdminStorage['kinds'][number]

/** Most files of one kind that are counted. */
const mostFiles = 50_000
/** Milliseconds that the sizes of files are cached. */
const cacheLifetime = 600_000

interface Size {
  files: number
  bytes: number
}

interface Needs {
  db: Db
  env: Env
  now: () => number
}

const unlessGone = (error: Error & { code?: string }) => {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR' || error.code === 'EACCES') return null
  throw error
}

/** Adds up the files of a folder, until `most` were seen. */
async function addUp(path: string, most: number, isWanted = (_name: string) => true): Promise<Size> {
  const sum = { files: 0, bytes: 0 }
  const folder = await opendir(path).catch(unlessGone)
  for await (const entry of folder ?? []) {
    if (sum.files >= most) break
    if (!isWanted(entry.name)) continue
    const below = join(path, entry.name)
    const file: Stats | null = entry.isDirectory() ? null : await stat(below).catch(unlessGone)
    const { files, bytes } = entry.isDirectory()
      ? await addUp(below, most - sum.files)
      : { files: file ? 1 : 0, bytes: file?.size ?? 0 }
    sum.files += files
    sum.bytes += bytes
  }
  return sum
}

async function measureFiles({ db, env }: Needs): Promise<Kind[]> {
  const { dataDir, backups } = env
  const database = await readSize(db, env)
  const kind = (id: string, name: string, { files, bytes }: Size): Kind => ({
    id,
    name: files >= mostFiles ? `${name}, of the first ${mostFiles.toLocaleString('en-US')} files` : name,
    files,
    bytes,
  })
  const directory = join(dataDir, 'db')
  const copies = await addUp(directory, mostFiles, name => name.includes('.before-migration-'))
  const asides = await addUp(dataDir, mostFiles, name => name.startsWith(asidePrefix))
  return [
    kind(
      'video-files',
      'Video files on this disk: originals, renditions, posters, unfinished uploads',
      await addUp(join(dataDir, 'uploads', 'videos'), mostFiles),
    ),
    { id: 'database', name: 'Database', files: null, bytes: database.bytes },
    ...(database.journalBytes === null
      ? []
      : [{ id: 'journal', name: 'Write-ahead log', files: null, bytes: database.journalBytes }]),
    kind('copies', 'Data from before migrations and restores', {
      files: copies.files + asides.files,
      bytes: copies.bytes + asides.bytes,
    }),
    ...(backups?.place.kind === 'folder'
      ? [kind('backups', `Backups in ${backups.place.text}`, await addUp(backups.place.text, mostFiles))]
      : []),
    kind('outbox', 'Mails written to files', await addUp(join(directory, 'outbox'), mostFiles)),
    kind('exports', 'Archives of people’s data', await addUp(join(directory, 'exports'), mostFiles)),
  ]
}

/** Files that the sweep deletes next, or could delete. */
async function oldVideos({ db, env, now }: Needs): Promise<Kind> {
  const { keepVideoDays: days } = env
  if (days === null)
    return {
      id: 'old-videos',
      name: 'Of these, KEEP_VIDEO_DAYS=365 would delete',
      ...(await sumOldVideos(db, now() - 365 * day)),
    }
  return {
    id: 'old-videos',
    name: `Of these, deleted in the next 30 days (KEEP_VIDEO_DAYS=${days})`,
    ...(await sumOldVideos(db, now() + (30 - days) * day)),
  }
}

/** Sizes of files are at most ten minutes old: many files take a while. */
export function makeStorageReader(deps: Needs): () => Promise<AdminStorage> {
  const { db, env, now } = deps
  let measurement: { at: number; kinds: Promise<Kind[]> } | undefined
  return async () => {
    if (measurement === undefined || now() - measurement.at >= cacheLifetime) {
      const kinds = measureFiles(deps)
      measurement = { at: now(), kinds }
      kinds.catch(() => {
        measurement = undefined
      })
    }
    const { videos, pictures } = await sumStorage(db)
    return {
      kinds: [
        { id: 'videos', name: 'Videos, as uploaded', ...videos },
        await oldVideos(deps),
        { id: 'pictures', name: 'Pictures', ...pictures },
        ...(await countBucketFiles(db)).map(({ place, files, bytes }) => ({
          id: place,
          name: `Video files and pictures in ${place}`,
          files,
          bytes,
        })),
        ...(await measurement.kinds),
      ],
      freeBytes: diskOf(env.dataDir).free,
    }
  }
}
