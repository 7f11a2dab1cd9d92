import { newItem, type QueueItem } from './item.ts'
import { canDelete, step } from './machine.ts'
import { makePace } from './pace.ts'
import type { OpenRecording, QueueStore } from './store.ts'
import type { QueueApi, Transport, UploaderHost } from './uploader.ts'

export function makeMemoryStore(): QueueStore & {
  items: Map<string, QueueItem>
  files: Map<string, Blob[]>
} {
  const items = new Map<string, QueueItem>()
  const recordings = new Map<string, OpenRecording>()
  const files = new Map<string, Blob[]>()
  const lengths = new Map<string, number>()
  const leftovers = new Map<string, string>()
  return {
    items,
    files,
    list: async () => [...items.values()],
    async apply(id, event) {
      const item = items.get(id)
      if (!item) return null
      const next = step(item, event)
      items.set(id, next)
      if (next.localUri === null) files.delete(id)
      return next
    },
    async delete(id) {
      const item = items.get(id)
      if (!item || !canDelete(item)) return false
      items.delete(id)
      files.delete(id)
      if (item.meta.videoId !== null) leftovers.set(item.meta.videoId, item.ownerId)
      return true
    },
    async forgetPosted(isDone) {
      for (const item of [...items.values()])
        if (item.status === 'POSTED' && isDone(item)) items.delete(item.id)
    },
    bytes: async id => (files.has(id) ? new Blob(files.get(id)) : null),
    beginRecording: async recording => void recordings.set(recording.id, recording),
    async addSlice(recordingId, _index, slice, atMs) {
      files.set(recordingId, [...(files.get(recordingId) ?? []), slice])
      lengths.set(recordingId, atMs)
    },
    openRecordings: async () => [...recordings.values()],
    sizeOf: async recordingId => ({
      sizeBytes: new Blob(files.get(recordingId)).size,
      lengthMs: lengths.get(recordingId) ?? 0,
    }),
    async finishRecording(recording) {
      recordings.delete(recording.id)
      items.set(recording.id, newItem(recording))
    },
    async dropRecording(recordingId) {
      recordings.delete(recordingId)
      files.delete(recordingId)
    },
    async addFile(video, file) {
      files.set(video.id, [file])
      items.set(video.id, newItem(video))
    },
    leftovers: async owner => [...leftovers].filter(([, of]) => of === owner).map(([videoId]) => videoId),
    dropLeftover: async videoId => void leftovers.delete(videoId),
  }
}

export const testRecording = (id: string, createdAt = 0, sizeBytes = 1000) => ({
  id,
  ownerId: 'ana',
  fileName: `video-${createdAt}.webm`,
  mimeType: 'video/webm',
  thumbnail: null,
  sizeBytes,
  durationSec: 12,
  createdAt,
})

export const testItem = (values: Partial<QueueItem> = {}): QueueItem => ({
  ...newItem(testRecording(values.id ?? 'a')),
  ...values,
})

/** Waits pass at once; an endless one stops the run. Requests succeed by default. */
export function makeTestHost(
  store: QueueStore,
  options: { api?: Partial<QueueApi>; transport?: Transport; mayUpload?: () => boolean } = {},
) {
  const clock = { now: 1_000_000 }
  const stop = new AbortController()
  const changes: QueueItem[] = []
  let signIns = 0
  let locks = 0
  const host: UploaderHost = {
    store,
    api: {
      slot: async ({ id }) => ({ uploadUrl: `/files/${id}`, videoId: `v-${id}` }),
      complete: async (_item, videoId) => ({ videoUrl: `/media/${videoId}`, durationSec: 12 }),
      post: async ({ id }) => ({ postId: `p-${id}`, isPublished: true }),
      discard: async () => {},
      renewSession: async () => true,
      ...options.api,
    },
    transport: async () =>
      options.transport ??
      (async ({ file, onAcknowledged }) => {
        onAcknowledged(file.size)
      }),
    pace: makePace(null),
    now: () => clock.now,
    random: () => 0.5,
    mayUpload: options.mayUpload ?? (() => true),
    ownerId: () => 'ana',
    onSignInNeeded: () => {
      signIns += 1
      stop.abort()
    },
    onSiteLocked: () => {
      locks += 1
      stop.abort()
    },
    onChange: item => void changes.push(item),
    async sleep(ms) {
      if (ms === null) stop.abort()
      else clock.now += ms
    },
  }
  return { host, clock, stop, changes, signIns: () => signIns, locks: () => locks }
}
