import { isId, type VideoId } from '#contract/ids.ts'
import { inTransaction } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { makeDiskSpace } from '#server/disk-space.ts'
import {
  deleteVideo,
  deleteVideosOfGone,
  expiredVideos,
  idsWithFiles,
  markUploaded,
  sweepRefused,
  unfinishedVideos,
} from './crew-videos.queries.ts'
import { uploadLifetime } from './crew-videos.rules.ts'
import { videoStorage } from './video-storage.ts'

/** More than the time that anything is made in. */
const scratchLifetime = 600_000

/** What is older was being made by a server that is no more. */
const startedAt = () => Date.now() - process.uptime() * 1000

/** As little as an operator's command has. */
type Needs = Pick<Deps, 'db' | 'env' | 'now'>

/** What was removed. */
export interface Swept {
  expired: number
  orphans: number
}

/**
 * Removes uploads whose time is over, and files that belong to nothing. Unfinished uploads that are whole are taken up.
 * @param isServer whether this process is the one that makes files; another one leaves alone what may be being made
 */
export async function sweepVideos(deps: Needs, isServer = true): Promise<Swept> {
  await takeUpFinished(deps)
  const { db, now } = deps
  const expired = await inTransaction(db, async trx => {
    const rows = await expiredVideos(trx, now())
    for (const { id } of rows) await deleteVideo(trx, id, now())
    await deleteVideosOfGone(trx, now())
    await sweepRefused(trx, now() - uploadLifetime)
    return rows.length
  })
  return { expired, orphans: await sweepOrphans(deps, isServer) }
}

/** Uploads whose last byte came right before the process ended: nobody wrote down that they are whole. */
async function takeUpFinished({ db, env, now }: Needs): Promise<void> {
  const storage = videoStorage(env.dataDir, makeDiskSpace(env))
  for (const video of await unfinishedVideos(db)) {
    if ((await storage.received(video.id)) !== video.size_bytes) continue
    await inTransaction(db, trx => markUploaded(trx, video.id, now()))
  }
}

async function sweepOrphans({ db, env }: Needs, isServer: boolean): Promise<number> {
  const storage = videoStorage(env.dataDir, makeDiskSpace(env))
  const { uploads, videos, scratch } = await storage.list()
  // Listed first and looked up after: a row is made before its file.
  const ids = [...new Set([...uploads, ...videos])].filter((name): name is VideoId => isId<'video'>(name))
  const known = await idsWithFiles(db, ids)
  const orphans = ids.filter(id => !known.has(id))
  for (const id of orphans) await storage.dropAll(id)
  // By the disk's own clock, which a test does not move.
  const before = Math.max(Date.now() - scratchLifetime, isServer ? startedAt() : 0)
  const old = scratch.filter(({ touchedAt }) => touchedAt < before)
  for (const { path } of old)
    await Bun.file(path)
      .delete()
      .catch(() => {})
  return orphans.length + old.length
}
