import type { VideoId } from '#contract/ids.ts'
import type { LocalCopy, StoredFile } from '#server/storage/file-storage/index.ts'

/** `web`: remuxed for streaming, without metadata; `h264`: the rendition for every browser. */
export type FileName = 'original' | 'web' | 'h264' | 'poster'
export const fileNames: readonly FileName[] = ['original', 'web', 'h264', 'poster']

/**
 * Storage of videos. With one process: uploads, originals and files in the making are on the disk, finished
 * files there or in a bucket. With several processes: all are in the bucket, and the disk holds working
 * copies.
 */
export interface VideoStorage {
  /** Returns the bytes of the upload, or null if there is none, or it is finished. @throws S3Error */
  received(id: VideoId): Promise<number | null>
  /** Begins an upload. Idempotent. */
  begin(id: VideoId): Promise<void>
  /**
   * Appends the chunks and takes ownership of them. Bytes received before an error stay stored.
   * @returns the new offset @throws ApiError 507, S3Error
   */
  append(id: VideoId, from: number, bytes: AsyncIterable<Uint8Array>, size: number): Promise<number>
  /** Empties or recreates an unfinished upload. */
  restart(id: VideoId): Promise<void>
  dropUpload(id: VideoId): Promise<void>
  /**
   * Makes the upload the original. Returns when that is stored: the device then deletes its copy. Idempotent.
   * @param copy path of {@link localCopy}, which is moved @throws S3Error
   */
  finishUpload(id: VideoId, copy: string): Promise<void>

  /** Returns the file, or null if it is missing. */
  read(id: VideoId, name: FileName): Promise<StoredFile | null>
  /**
   * Returns a copy that local programs can read.
   * @throws S3Error when the file can't be fetched from its bucket
   */
  localCopy(id: VideoId, name: FileName | 'upload'): Promise<LocalCopy>
  /** A path for a file in the making, invisible before {@link save}. */
  scratch(extension: string): Promise<string>
  /** Moves the file at `scratch` in; atomic and durable. @throws S3Error */
  save(id: VideoId, name: FileName, scratch: string): Promise<void>
  drop(id: VideoId, name: FileName): Promise<void>
  dropAll(id: VideoId): Promise<void>

  /** Hides a stored video from links. */
  quarantine(id: VideoId): Promise<void>
  /** Undoes {@link quarantine}. */
  release(id: VideoId): Promise<void>
  dropQuarantined(id: VideoId): Promise<void>

  list(): Promise<{
    uploads: string[]
    videos: string[]
    quarantine: { name: string; since: number }[]
    scratch: { path: string; touchedAt: number }[]
  }>
  /** Includes unfinished uploads. @throws ApiError 507 */
  requireSpace(bytes: number): Promise<void>
}
