import { type FileHandle, mkdir, open, readdir, rename, rm, stat, truncate, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { VideoId } from '#contract/ids.ts'
import { videoTexts } from '#contract/videos/video-texts.ts'
import { unlessMissing } from '#server/db/disk-errors.ts'
import type { DiskSpace } from '#server/disk-space.ts'
import { codeOf } from '#server/error-code.ts'
import { ApiError } from '#server/http/errors.ts'
import { moveIn } from '#server/storage/file-storage/index.ts'
import type { FileName, VideoStorage } from './video-storage.ts'

/** @throws ApiError 507 on a full disk, else `error` */
function rethrowNoSpace(error: unknown): never {
  if (['ENOSPC', 'EDQUOT'].includes(codeOf(error)))
    throw new ApiError('no_room', videoTexts.noSpace, { cause: error })
  throw error
}

/** Bytes per upload. */
const reservedMax = 8_388_608

/** Handles short writes. @returns the chunk's length */
async function writeWhole(file: FileHandle, chunk: Uint8Array, at: number): Promise<number> {
  let offset = 0
  while (offset < chunk.length)
    offset += (await file.write(chunk, offset, chunk.length - offset, at + offset)).bytesWritten
  return offset
}

/** Frees a chunk's memory at once: waiting for garbage collection doubles memory use. */
function release({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

/** Returns the path of a stored file, below `uploads/`. */
export const pathOf = (id: VideoId, name: FileName) => `videos/stored/${id}/${name}`

export type DiskStorage = Omit<VideoStorage, 'read' | 'localCopy' | 'save' | 'drop'> & {
  uploadOf(id: VideoId): string
}

/** One file system, for atomic renames. */
export function diskStorage(dataDir: string, space: DiskSpace): DiskStorage {
  const root = join(dataDir, 'uploads', 'videos')
  const incoming = join(root, 'incoming')
  const store = join(root, 'stored')
  const scratch = join(root, 'scratch')
  const quarantine = join(root, 'quarantine')
  const uploadOf = (id: VideoId) => join(incoming, id)
  const fileOf = (id: VideoId, name: FileName) => join(dataDir, 'uploads', pathOf(id, name))

  async function namesIn(directory: string): Promise<string[]> {
    return unlessMissing(readdir(directory), [])
  }

  async function timesIn(directory: string): Promise<{ name: string; time: number }[]> {
    const entries = await Promise.all(
      (await namesIn(directory)).map(async name => {
        const entry = await unlessMissing(stat(join(directory, name)), null)
        return entry === null ? [] : [{ name, time: entry.mtimeMs }]
      }),
    )
    return entries.flat()
  }

  async function begin(id: VideoId): Promise<void> {
    try {
      await mkdir(incoming, { recursive: true })
      // Append mode preserves stored bytes.
      await (await open(join(incoming, id), 'a')).close()
    } catch (error) {
      rethrowNoSpace(error)
    }
  }

  async function append(
    id: VideoId,
    from: number,
    bytes: AsyncIterable<Uint8Array>,
    size: number,
  ): Promise<number> {
    const remainder = Math.max(0, size - from)
    space.require(incoming, remainder, videoTexts.noSpace)
    // A slow client would block others.
    using reservation = space.reserve(incoming, Math.min(remainder, reservedMax), videoTexts.noSpace)
    const file = await open(join(incoming, id), 'r+')
    let at = from
    try {
      for await (const chunk of bytes) {
        at += await writeWhole(file, chunk, at)
        reservation.consume(chunk.byteLength)
        release(chunk)
      }
      return at
    } catch (error) {
      return rethrowNoSpace(error)
    } finally {
      await file.close()
    }
  }

  return {
    uploadOf,
    begin,
    append,
    received: async id => {
      const file = await unlessMissing(stat(uploadOf(id)), null)
      return file?.size ?? null
    },
    async restart(id) {
      await begin(id)
      await truncate(uploadOf(id), 0)
    },
    dropUpload: id => rm(uploadOf(id), { force: true }),
    async finishUpload(id, copy) {
      await unlessMissing(moveIn(copy, fileOf(id, 'original')), undefined)
    },

    async scratch(extension) {
      await mkdir(scratch, { recursive: true })
      return join(scratch, `${crypto.randomUUID()}.${extension}`)
    },
    async dropAll(id) {
      await rm(uploadOf(id), { force: true })
      await rm(join(store, id), { recursive: true, force: true })
      await rm(join(quarantine, id), { recursive: true, force: true })
    },

    async quarantine(id) {
      await mkdir(quarantine, { recursive: true })
      await rm(join(quarantine, id), { recursive: true, force: true })
      await rename(join(store, id), join(quarantine, id))
      // mtime starts the quarantine.
      const now = new Date()
      await utimes(join(quarantine, id), now, now)
    },
    async release(id) {
      await mkdir(store, { recursive: true })
      await rename(join(quarantine, id), join(store, id))
    },
    dropQuarantined: id => rm(join(quarantine, id), { recursive: true, force: true }),

    async list() {
      return {
        uploads: await namesIn(incoming),
        videos: await namesIn(store),
        quarantine: (await timesIn(quarantine)).map(({ name, time }) => ({ name, since: time })),
        scratch: (await timesIn(scratch)).map(({ name, time }) => ({
          path: join(scratch, name),
          touchedAt: time,
        })),
      }
    },
    async requireSpace(bytes) {
      space.require(incoming, bytes, videoTexts.noSpace)
    },
  }
}
