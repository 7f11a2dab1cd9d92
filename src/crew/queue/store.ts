import type { NewVideo, QueueItem } from './item.ts'
import type { QueueEvent } from './machine.ts'

/** A recording in progress, or left by a closed tab. */
export interface OpenRecording extends Omit<NewVideo, 'sizeBytes' | 'durationSec'> {}

export interface Recorded {
  sizeBytes: number
  /** Milliseconds to the end of the last stored slice. */
  lengthMs: number
}

/** Each change is one transaction; it rejects with `QuotaExceededError` when the device is full. */
export interface QueueStore {
  list(): Promise<QueueItem[]>
  /** Applies {@link step}. Null: no such item. */
  apply(id: string, event: QueueEvent): Promise<QueueItem | null>
  /** Called by a new uploader: no other tab is uploading. */
  releaseAll(): Promise<void>
  /**
   * Deletes the item and its bytes, and remembers its video for {@link leftovers}. False: it can't be deleted now.
   */
  delete(id: string): Promise<boolean>
  forgetPosted(isDone: (item: QueueItem) => boolean): Promise<void>

  /** Null: there are none. */
  bytes(id: string): Promise<Blob | null>
  dropBytes(id: string): Promise<void>

  beginRecording(recording: OpenRecording): Promise<void>
  addSlice(recordingId: string, index: number, slice: Blob, atMs: number): Promise<void>
  openRecordings(): Promise<OpenRecording[]>
  recorded(recordingId: string): Promise<Recorded>
  /** Turns the recording into an item; its slices stay. */
  finishRecording(recording: NewVideo): Promise<void>
  dropRecording(recordingId: string): Promise<void>

  /** Ids of videos to delete on the server. */
  leftovers(): Promise<string[]>
  dropLeftover(videoId: string): Promise<void>
}
