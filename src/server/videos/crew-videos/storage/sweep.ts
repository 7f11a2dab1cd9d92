import { isId, type VideoId } from '#contract/ids.ts'
import { day, hour } from '#contract/time.ts'
import { letOthersRun } from '#server/db/batches.ts'
import { type Db, inTransaction, type Trx } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { makeDiskSpace } from '#server/disk-space.ts'
import { makeFileStorage } from '#server/storage/file-storage/index.ts'
import { deleteVideo, markUploaded, videoJobs } from '../crew-videos.queries.ts'
import { uploadLifetime } from '../crew-videos.rules.ts'
import { videoStorage } from './bucket-storage.ts'
import {
  deletePostsOfDeletedUsers,
  expiredVideos,
  idsWithFiles,
  openUploads,
  queueForgotten,
  removeOldVideos,
  sweepRefused,
  unfinishedVideos,
  videosOfDeletedUsers,
} from './sweep.queries.ts'
import type { VideoStorage } from './video-storage.ts'

/** Milliseconds. */
const quarantineLifetime = 14 * day

/** Milliseconds; longer than any job. */
const scratchLifetime = 600_000

/** Milliseconds since 1970. Older temporary files are leftovers of a previous process. */
const startedAt = () => Date.now() - process.uptime() * 1000

export const heldBackText = (videos: number) =>
  `${videos} stored videos have no row in the database, more than a tenth of all: none was swept. Is this the right database? If so, run "bun run admin sweep-uploads --force".`

type Needs = Pick<Deps, 'db' | 'env' | 'now'>

function storageOf(needs: Needs): VideoStorage {
  const disk = makeDiskSpace(needs.env)
  return videoStorage(needs.env.dataDir, disk, makeFileStorage({ ...needs, disk }))
}

export interface Swept {
  expired: number
  /** Videos of KEEP_VIDEO_DAYS. */
  old: number
  /** Number of files moved to quarantine, if stored. */
  orphans: number
  /** Orphans left in place, because they are more than a tenth of all files. */
  heldBack: number
}

export interface SweepOptions {
  /** False if other processes may write files. */
  isServer?: boolean
  /** True to also move orphans if they are more than a tenth of all files. */
  force?: boolean
}

export async function sweepVideos(deps: Needs, options: SweepOptions = {}): Promise<Swept> {
  const storage = storageOf(deps)
  await markFinishedUploads(deps, storage)
  const { db, now } = deps
  const dueFrom = now() - hour
  for (const kind of [videoJobs.prepare, videoJobs.convert] as const)
    await repeatInTransactions(db, (trx, done) => queueForgotten(trx, kind, dueFrom + done, rowsAtOnce))
  const deleteAll = (list: (trx: Trx) => Promise<{ id: VideoId }[]>) =>
    repeatInTransactions(db, async trx => {
      const videos = await list(trx)
      for (const { id } of videos) await deleteVideo(trx, id, now())
      return videos.length
    })
  const expired = await deleteAll(trx => expiredVideos(trx, now(), rowsAtOnce))
  await inTransaction(db, trx => deletePostsOfDeletedUsers(trx))
  await deleteAll(trx => videosOfDeletedUsers(trx, rowsAtOnce))
  const { keepVideoDays } = deps.env
  let old = 0
  if (keepVideoDays !== null) {
    const which = { before: now() - keepVideoDays * day, limit: rowsAtOnce }
    old = await repeatInTransactions(db, trx => removeOldVideos(trx, which, now()))
  }
  await inTransaction(db, trx => sweepRefused(trx, now() - uploadLifetime(deps.env)))
  return { expired, old, ...(await sweepOrphans(db, storage, options)) }
}

const rowsAtOnce = 200

/** Stops below {@link rowsAtOnce} rows. */
async function repeatInTransactions(
  db: Db,
  work: (trx: Trx, done: number) => Promise<number>,
): Promise<number> {
  for (let done = 0; ; ) {
    const count = await inTransaction(db, trx => work(trx, done))
    done += count
    if (count < rowsAtOnce) return done
    await letOthersRun()
  }
}

/** Recovers crashes after the last byte. */
async function markFinishedUploads({ db, now }: Needs, storage: VideoStorage): Promise<void> {
  for (const video of await unfinishedVideos(db)) {
    if ((await storage.received(video.id)) !== video.size_bytes) continue
    await inTransaction(db, trx => markUploaded(trx, video.id, now()))
  }
}

async function sweepOrphans(
  db: Db,
  storage: VideoStorage,
  { isServer = true, force = false }: SweepOptions,
): Promise<Pick<Swept, 'orphans' | 'heldBack'>> {
  const { uploads, videos, quarantine, scratch } = await storage.list()
  const inQuarantine = new Map(quarantine.map(({ name, since }) => [name, since]))
  // Rows are created before files.
  const ids = [...new Set([...uploads, ...videos, ...inQuarantine.keys()])].filter((name): name is VideoId =>
    isId<'video'>(name),
  )
  const withRow = await idsWithFiles(db, ids)
  const orphansOf = (names: Iterable<string>) => {
    const existing = new Set(names)
    return ids.filter(id => existing.has(id) && !withRow.has(id))
  }

  // File system clock.
  const now = Date.now()
  const before = Math.max(now - scratchLifetime, isServer ? startedAt() : 0)
  const old = scratch.filter(({ touchedAt }) => touchedAt < before)
  for (const { path } of old)
    await Bun.file(path)
      .delete()
      .catch(() => {})

  for (const id of ids) {
    const since = inQuarantine.get(id)
    if (since === undefined) continue
    // Restored from a backup.
    if (withRow.has(id) && !videos.includes(id)) await storage.release(id)
    else if (since < now - quarantineLifetime) await storage.dropQuarantined(id)
  }

  const orphanVideos = orphansOf(videos)
  // Suggests a wrong database. A single orphan is always swept.
  const isSuspicious = !force && orphanVideos.length > Math.max(1, videos.length / 10)
  if (isSuspicious) return { orphans: old.length, heldBack: orphanVideos.length }

  for (const id of orphanVideos) await storage.quarantine(id)
  const uploadIds = uploads.filter((name): name is VideoId => isId<'video'>(name))
  const open = await openUploads(db, uploadIds)
  const orphanUploads = uploadIds.filter(id => !open.has(id))
  for (const id of orphanUploads) await storage.dropUpload(id)
  return { orphans: orphanVideos.length + orphanUploads.length + old.length, heldBack: 0 }
}
