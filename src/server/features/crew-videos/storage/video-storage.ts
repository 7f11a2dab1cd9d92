import type { Configstore } from '@tus/file-store'
import type { DataStore } from '@tus/server'
import type { VideoId } from '#contract/ids.ts'

/** Remuxed for streaming. */
export type FileName = 'original' | 'web' | 'h264' | 'poster'
export const fileNames: readonly FileName[] = ['original', 'web', 'h264', 'poster']

export interface StoredFile {
  blob: Blob
  version: string
}

/** Object stores need another tus DataStore. */
export interface VideoStorage {
  uploads(rows: Configstore): Promise<DataStore>
  /** Null: none. */
  received(id: VideoId): Promise<number | null>
  /** Idempotent. */
  begin(id: VideoId): Promise<void>
  /**
   * Appends the chunks and takes ownership of them. Bytes received before an error stay stored.
   * @returns the new offset @throws ApiError 507
   */
  append(id: VideoId, from: number, bytes: AsyncIterable<Uint8Array>, size: number): Promise<number>
  /** Empties or recreates an unfinished upload. */
  restart(id: VideoId): Promise<void>
  dropUpload(id: VideoId): Promise<void>
  /** Returns when the file is on the disk: the device then deletes its copy. Idempotent. */
  finishUpload(id: VideoId): Promise<void>

  /** Null: missing. */
  read(id: VideoId, name: FileName): Promise<StoredFile | null>
  /** For local programs. */
  localCopy(id: VideoId, name: FileName | 'upload'): Promise<string>
  /** Invisible before {@link keep}. */
  scratch(extension: string): Promise<string>
  /** Atomic and durable. */
  keep(id: VideoId, name: FileName, scratch: string): Promise<void>
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
    quarantined: { name: string; since: number }[]
    scratch: { path: string; touchedAt: number }[]
  }>
  /** Includes unfinished uploads. @throws ApiError 507 */
  requireSpace(bytes: number): Promise<void>
}
