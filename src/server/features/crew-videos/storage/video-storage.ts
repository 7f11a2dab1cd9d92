import type { Configstore } from '@tus/file-store'
import type { DataStore } from '@tus/server'
import type { VideoId } from '#contract/ids.ts'

/** `web`: the original, remuxed for streaming. */
export type FileName = 'original' | 'web' | 'h264' | 'poster'
export const fileNames: readonly FileName[] = ['original', 'web', 'h264', 'poster']

export interface StoredFile {
  /** As a response body it serves ranges. */
  blob: Blob
  /** Changes with the bytes. */
  version: string
}

/** Where videos are stored. An object store brings another tus DataStore; `localCopy` downloads. */
export interface VideoStorage {
  /** @param rows tells each upload's size */
  uploads(rows: Configstore): Promise<DataStore>
  /** Bytes of an unfinished upload; null: none. */
  received(id: VideoId): Promise<number | null>
  /** Idempotent. */
  begin(id: VideoId): Promise<void>
  /**
   * Appends bytes at offset `from`; keeps what arrived before an error.
   * Takes ownership of the chunks: each may be emptied before the next is read.
   * @param size bytes of the whole upload
   * @returns the new offset @throws ApiError 507
   */
  append(id: VideoId, from: number, bytes: AsyncIterable<Uint8Array>, size: number): Promise<number>
  /** Empties an unfinished upload, or creates it again after a restore. */
  restart(id: VideoId): Promise<void>
  dropUpload(id: VideoId): Promise<void>
  /** Turns a finished upload into the original, durably: the device deletes its copy next. Idempotent. */
  finishUpload(id: VideoId): Promise<void>

  /** Null: no such file. */
  read(id: VideoId, name: FileName): Promise<StoredFile | null>
  /** A path that a local program can read. `upload`: the unfinished upload. */
  localCopy(id: VideoId, name: FileName | 'upload'): Promise<string>
  /** A path for a new file, invisible before {@link keep}. */
  scratch(extension: string): Promise<string>
  /** Moves a scratch file into place, atomically and durably: the original is deleted next. */
  keep(id: VideoId, name: FileName, scratch: string): Promise<void>
  drop(id: VideoId, name: FileName): Promise<void>
  /** Deletes all files of a video. */
  dropAll(id: VideoId): Promise<void>

  /** Hides a stored video from links. */
  quarantine(id: VideoId): Promise<void>
  /** Undoes {@link quarantine}. */
  release(id: VideoId): Promise<void>
  dropQuarantined(id: VideoId): Promise<void>

  list(): Promise<{
    uploads: string[]
    videos: string[]
    quarantined: { name: string; since: number }[]
    scratch: { path: string; touchedAt: number }[]
  }>
  /** Beside the uploads in progress. @throws ApiError 507 */
  requireRoom(bytes: number): Promise<void>
}
