import type { NewVideo, QueueItem } from './item.ts'
import type { QueueEvent } from './machine.ts'

export type OpenRecording = Omit<NewVideo, 'sizeBytes' | 'durationSec'>

/** Each change is one transaction; `accepted` deletes the item's bytes in it. Rejects with `QuotaExceededError` on a full device. */
export interface QueueStore {
  list(): Promise<QueueItem[]>
  apply(id: string, event: QueueEvent): Promise<QueueItem | null>
  /** Adds its video to {@link leftovers}. False: it can't be deleted now. */
  delete(id: string): Promise<boolean>
  forgetPosted(isDone: (item: QueueItem) => boolean): Promise<void>

  /** Resolves to null if there is none. */
  bytes(id: string): Promise<Blob | null>

  beginRecording(recording: OpenRecording): Promise<void>
  addSlice(recordingId: string, index: number, slice: Blob, atMs: number): Promise<void>
  openRecordings(): Promise<OpenRecording[]>
  sizeOf(recordingId: string): Promise<{ sizeBytes: number; lengthMs: number }>
  /** The slices stay. */
  finishRecording(recording: NewVideo): Promise<void>
  dropRecording(recordingId: string): Promise<void>
  /** Queues a whole file. */
  addFile(video: NewVideo, file: Blob): Promise<void>

  /** Returns the owner's videos to delete on the server, and those whose owner an earlier version has not stored. */
  leftovers(ownerId: string): Promise<string[]>
  dropLeftover(videoId: string): Promise<void>
}
