import { open, rm } from 'node:fs/promises'
import limit from 'p-limit'
import type { VideoId } from '#contract/ids.ts'
import type { DiskSpace } from '#server/disk-space.ts'
import type { LocalCopy } from '#server/storage/file-storage/index.ts'
import { type S3Client, S3Error } from '#server/storage/s3/s3-client.ts'

/** Bytes of a slice: the memory of each request that sends, and the most that a process that dies loses of it. */
const sliceMax = 4_194_304
/** Bytes: a shorter last slice is joined with what follows it, so that slices stay few. */
const sliceMin = 1_048_576

/** Requests to the bucket. */
const atOnce = 8

interface Slice {
  name: string
  /** Bytes of the upload, `to` exclusive. */
  from: number
  to: number
}

const folder = 'videos/incoming'

/**
 * Returns the slices that hold the upload from its first byte on without a gap.
 * They may overlap, if the same bytes were sent twice or joined.
 */
export function chainOf(slices: readonly Slice[]): Slice[] {
  const chain: Slice[] = []
  let end = 0
  for (const slice of slices.toSorted((one, other) => one.from - other.from || other.to - one.to)) {
    if (slice.from > end) break
    if (slice.to <= end) continue
    chain.push(slice)
    end = slice.to
  }
  return chain
}

const endOf = (chain: readonly Slice[]) => chain.at(-1)?.to ?? 0

/**
 * Unfinished uploads in a bucket: an object `videos/incoming/<id>/<from>-<to>` for each slice, which nothing changes.
 * So a process that wrongly believes that it has the upload's lock can add bytes that were sent, and damage none.
 * Each call may throw S3Error.
 * @param bucketToWrite for requests that store or delete; refuses another installation's bucket
 */
export function bucketUploads(bucket: S3Client, bucketToWrite: () => Promise<S3Client>, space: DiskSpace) {
  async function slicesOf(id: VideoId): Promise<Slice[]> {
    const slices: Slice[] = []
    for await (const { name } of bucket.list(`${folder}/${id}`)) {
      const [, from, to] = /\/(\d+)-(\d+)$/.exec(name) ?? []
      if (to !== undefined) slices.push({ name, from: Number(from), to: Number(to) })
    }
    return slices
  }

  async function read({ name, from, to }: Slice): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = await bucket.readPart(name, 0, to - from)
    if (bytes?.byteLength === to - from) return bytes
    throw new S3Error(`${bucket.text}/${name} is ${bytes === null ? 'missing' : 'incomplete'}.`)
  }

  return {
    /** Returns bytes. */
    received: async (id: VideoId): Promise<number> => endOf(chainOf(await slicesOf(id))),

    /** Bytes received before an error are stored. @returns the new offset */
    async append(id: VideoId, from: number, bytes: AsyncIterable<Uint8Array>): Promise<number> {
      const [target, slices] = await Promise.all([bucketToWrite(), slicesOf(id)])
      const last = chainOf(slices).at(-1)
      const shortSlice = last?.to === from && last.to - last.from < sliceMin ? last : undefined
      const buffer = new Uint8Array(sliceMax)
      if (shortSlice) buffer.set(await read(shortSlice))
      /** The buffer holds the upload's bytes from `start` to `at`. */
      let start = shortSlice?.from ?? from
      let at = from
      const store = async () => {
        if (at === Math.max(start, from)) return
        await target.write(`${folder}/${id}/${start}-${at}`, buffer.subarray(0, at - start))
        if (shortSlice?.from === start) await target.remove(shortSlice.name)
        start = at
      }
      try {
        for await (const chunk of bytes)
          for (let done = 0; done < chunk.length; ) {
            const part = chunk.subarray(done, done + sliceMax - (at - start))
            buffer.set(part, at - start)
            at += part.length
            done += part.length
            if (at - start === sliceMax) await store()
          }
      } finally {
        // A client that is cut off doesn't send them again.
        await store()
      }
      return at
    },

    /** @param path of the new file @throws also ApiError 507 */
    async copyTo(path: string, id: VideoId): Promise<LocalCopy> {
      const chain = chainOf(await slicesOf(id))
      using reservation = space.reserve(path, endOf(chain))
      const file = await open(path, 'wx')
      try {
        let end = 0
        for (const slice of chain) {
          const bytes = (await read(slice)).subarray(end - slice.from)
          await file.writeFile(bytes)
          reservation.consume(bytes.byteLength)
          end = slice.to
        }
      } catch (error) {
        await rm(path, { force: true })
        throw error
      } finally {
        await file.close()
      }
      return { path, [Symbol.asyncDispose]: () => rm(path, { force: true }) }
    },

    async drop(id: VideoId): Promise<void> {
      const slices = await slicesOf(id)
      if (slices.length === 0) return
      const target = await bucketToWrite()
      const atATime = limit(atOnce)
      await Promise.all(slices.map(({ name }) => atATime(() => target.remove(name))))
    },

    /** Names of their folders. */
    async list(): Promise<string[]> {
      const ids = new Set<string>()
      for await (const { name } of bucket.list(folder))
        ids.add(name.slice(folder.length + 1).split('/')[0] ?? '')
      return [...ids]
    },
  }
}
