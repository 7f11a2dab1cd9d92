import type { NewVideo, QueueItem } from './item.ts'
import type { QueueEvent } from './machine.ts'

/** A recording under way: what a tab that dies leaves behind. */
export interface OpenRecording extends Omit<NewVideo, 'sizeBytes' | 'durationSec'> {}

/** What was recorded of a take so far. */
export interface Recorded {
  sizeBytes: number
  /** Milliseconds from its start to the last slice that reached the device's storage. */
  lengthMs: number
}

/**
 * The queue as it lies on the device; the truth, whatever runs above it. Each change is one transaction.
 * Any of them rejects with a `QuotaExceededError` when the device is full; what was stored before stays.
 */
export interface QueueStore {
  list(): Promise<QueueItem[]>
  /** What the machine makes of the event; null: there is no such item. */
  apply(id: string, event: QueueEvent): Promise<QueueItem | null>
  /** To be called by whoever becomes the uploader: nobody else can be at work any more. */
  releaseAll(): Promise<void>
  /** Frees the bytes and leaves the server's part to be discarded. False: it may not be deleted. */
  delete(id: string): Promise<boolean>
  /** Lets go of posted items that nobody need see here any more. */
  forgetPosted(isDone: (item: QueueItem) => boolean): Promise<void>

  /** Null: the bytes are gone. */
  bytes(id: string): Promise<Blob | null>
  dropBytes(id: string): Promise<void>

  beginRecording(recording: OpenRecording): Promise<void>
  addSlice(recordingId: string, index: number, slice: Blob, atMs: number): Promise<void>
  openRecordings(): Promise<OpenRecording[]>
  recorded(recordingId: string): Promise<Recorded>
  /** The take becomes an item; its slices stay where they are. */
  finishRecording(recording: NewVideo): Promise<void>
  dropRecording(recordingId: string): Promise<void>

  /** Videos on the server whose items were deleted here. */
  leftovers(): Promise<string[]>
  dropLeftover(videoId: string): Promise<void>
}
