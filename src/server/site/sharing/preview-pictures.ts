import { mkdir, readdir, readFile, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import type { Deps } from '#server/deps.ts'
import { ApiError } from '#server/http/errors.ts'
import { NetworkRateLimit } from '#server/http/rate-limit.ts'
import { untilAborted } from '#server/http/until-aborted.ts'
import { sha256 } from '#server/sha256.ts'

/** Increment when the design changes. */
const design = 3

export interface PreviewLimits {
  waiting: number
  /** Pictures for each network. */
  perMinute: number
  /** Beyond it, the least recently used are deleted. */
  files: number
  bytes: number
}

const defaults: PreviewLimits = { waiting: 20, perMinute: 30, files: 2000, bytes: 200_000_000 }

interface PreviewPicture {
  etag: string
  /**
   * @param signal abandons drawing
   * @throws ApiError 429, or 503 with a full queue
   */
  bytes(network: string, signal: AbortSignal): Promise<Uint8Array>
}

interface Job {
  clients: number
  picture: Promise<Uint8Array>
}

/** Draws one at a time; caches by hash of `content`. */
export function previewPictures(
  deps: Pick<Deps, 'db' | 'disk' | 'env' | 'log' | 'monotonicNow'>,
  limits: PreviewLimits = defaults,
) {
  const { env, disk, log } = deps
  const store = previewStore(join(env.dataDir, 'db', 'previews'), disk, limits)
  const newPictures = new NetworkRateLimit(
    { name: 'new previews', points: limits.perMinute, windowSeconds: 60 },
    deps,
  )
  const jobs = new Map<string, Job>()
  const queue = pLimit(1)

  /** @throws ApiError 503 */
  function requireCapacity(): void {
    if (queue.pendingCount >= limits.waiting)
      throw new ApiError('unavailable', 'Too many pictures are being drawn. Please try again in a moment.', {
        headers: { 'Retry-After': '10' },
      })
  }

  function begin(key: string, draw: () => Promise<Uint8Array>): Job {
    requireCapacity()
    const picture = queue(async () => {
      try {
        if (job.clients === 0) throw new Error('every client has left')
        const bytes = await draw()
        await store.write(key, bytes).catch((error: unknown) => {
          log.warn('the picture of a preview was not stored', { reason: String(error) })
        })
        return bytes
      } finally {
        jobs.delete(key)
      }
    })
    picture.catch(() => {})
    const job: Job = { clients: 0, picture }
    jobs.set(key, job)
    return job
  }

  async function wait(job: Job, signal: AbortSignal): Promise<Uint8Array> {
    job.clients += 1
    try {
      return await untilAborted(job.picture, signal)
    } finally {
      job.clients -= 1
    }
  }

  /** @param content text of everything that the picture shows */
  return (content: string, draw: () => Promise<Uint8Array>): PreviewPicture => {
    const key = sha256(`${design} ${content}`).slice(0, 40)
    return {
      etag: `"${key}"`,
      bytes: async (network, signal) => {
        const cached = await store.read(key)
        if (cached !== null) return cached
        if (!jobs.has(key)) {
          requireCapacity()
          await newPictures.take(network)
        }
        return wait(jobs.get(key) ?? begin(key, draw), signal)
      },
    }
  }
}

function previewStore(directory: string, disk: Deps['disk'], limits: PreviewLimits) {
  const pathOf = (key: string) => join(directory, `${key}.png`)

  async function prune(): Promise<void> {
    const pictures = await Promise.all(
      (await readdir(directory)).map(async name => {
        const path = join(directory, name)
        const { size, mtimeMs } = await stat(path)
        return { path, size, mtimeMs }
      }),
    )
    pictures.sort((one, other) => other.mtimeMs - one.mtimeMs)
    let bytes = 0
    for (const [index, { path, size }] of pictures.entries()) {
      bytes += size
      if (index >= limits.files || bytes > limits.bytes) await unlink(path)
    }
  }

  return {
    /** Returns the picture, or null if missing or unreadable. */
    async read(key: string): Promise<Uint8Array | null> {
      try {
        const bytes = await readFile(pathOf(key))
        const now = new Date()
        await utimes(pathOf(key), now, now)
        return bytes
      } catch {
        return null
      }
    },

    /** @throws DiskFullError */
    async write(key: string, bytes: Uint8Array): Promise<void> {
      disk.require(directory, bytes.byteLength)
      await mkdir(directory, { recursive: true, mode: 0o700 })
      // Atomic.
      const temporary = join(directory, `${key}.part`)
      try {
        await writeFile(temporary, bytes, { mode: 0o600 })
        await rename(temporary, pathOf(key))
      } catch (error) {
        await unlink(temporary).catch(() => {})
        throw error
      }
      await prune()
    },
  }
}
