import type { Configstore } from '@tus/file-store'
import type { DataStore } from '@tus/server'
import type { VideoId } from '#contract/ids.ts'

/** A file of a video. `web` is the original, ordered so that it starts at once and can be sought in. */
export type FileName = 'original' | 'web' | 'h264' | 'poster'
export const fileNames: readonly FileName[] = ['original', 'web', 'h264', 'poster']

export interface StoredFile {
  /** Streams the file; as a body of an answer it serves ranges. */
  blob: Blob
  /** Changes with the bytes. */
  version: string
}

/**
 * Where videos lie. Features know nothing else of it, so that an object store can take the disk's place: its uploads
 * are another tus data store, and `localCopy` downloads.
 */
export interface VideoStorage {
  /** What the tus server writes unfinished uploads to. @param rows says how large each is to become */
  uploads(rows: Configstore): Promise<DataStore>
  /** Bytes of an unfinished upload that are kept; null: there is none. */
  received(id: VideoId): Promise<number | null>
  /** Makes place for an upload, unless there is some already. */
  begin(id: VideoId): Promise<void>
  /**
   * Adds bytes to an unfinished upload that has `from` of them. What has come before `bytes` breaks off is kept.
   * The chunks are taken over: each may be empty once the next is asked for.
   * @param size bytes of the whole upload; there must be room for the rest of it
   * @returns how many there are then @throws ApiError 507 when there is no room
   */
  append(id: VideoId, from: number, bytes: AsyncIterable<Uint8Array>, size: number): Promise<number>
  /** Makes an unfinished upload empty again; also one whose bytes are lost, as after a restore. */
  restart(id: VideoId): Promise<void>
  dropUpload(id: VideoId): Promise<void>
  /**
   * A finished upload becomes the video's original, and survives a power cut from here on: the device deletes its own
   * copy next. The same again changes nothing.
   */
  finishUpload(id: VideoId): Promise<void>

  /** Null: there is no such file. */
  read(id: VideoId, name: FileName): Promise<StoredFile | null>
  /** A path that a program on this machine can read. `upload`: before it was finished. */
  localCopy(id: VideoId, name: FileName | 'upload'): Promise<string>
  /** A path for a file that is being made; nobody sees it before {@link keep}. */
  scratch(extension: string): Promise<string>
  /** Takes what was made in {@link scratch}, all at once; it survives a power cut, since the original is deleted for it. */
  keep(id: VideoId, name: FileName, scratch: string): Promise<void>
  drop(id: VideoId, name: FileName): Promise<void>
  /** Everything of a video. */
  dropAll(id: VideoId): Promise<void>

  /** Puts a stored video aside, where no link finds it. */
  quarantine(id: VideoId): Promise<void>
  /** Puts a video back that was in quarantine. */
  release(id: VideoId): Promise<void>
  /** Deletes a video that is in quarantine. */
  dropQuarantined(id: VideoId): Promise<void>

  /** Everything there is, by what may lie here of it. */
  list(): Promise<{
    uploads: string[]
    videos: string[]
    quarantined: { name: string; since: number }[]
    scratch: { path: string; touchedAt: number }[]
  }>
  /** Checks that a file of so many bytes has room, beside the bytes being written now. @throws ApiError 507 */
  requireRoom(bytes: number): Promise<void>
}
