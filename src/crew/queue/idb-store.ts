import { makeDatabase, resultOf } from '#client/lib/idb.ts'
import { type ItemMeta, type NewVideo, newItem, type QueueItem } from './item.ts'
import { canDelete, step } from './machine.ts'
import type { OpenRecording, QueueStore } from './store.ts'

const databaseName = 'reelstake-crew'

interface Slice {
  /** Id of its recording. */
  takeId: string
  index: number
  /** Older WebKit can't store a Blob. */
  data: Blob | ArrayBuffer
  sizeBytes: number
  /** Milliseconds from the recording's start to the slice's end. */
  atMs: number
}

interface Leftover {
  videoId: string
  /** Undefined: stored by an earlier version. */
  ownerId?: string
}

/** Uses the names of the first version: a tab that is still open on it shares the database. */
export type StoredItem = Omit<QueueItem, 'failedAttempts' | 'meta'> & {
  fruitless: number
  /** Part of that version's idempotency key. */
  slotsLost: number
  meta: Omit<ItemMeta, 'onUploaded'> & { wish: ItemMeta['onUploaded'] }
}

export function fromStored({ fruitless, meta: { wish, ...meta }, ...item }: StoredItem): QueueItem {
  return { ...item, failedAttempts: fruitless, meta: { ...meta, onUploaded: wish } }
}

export function toStored({ failedAttempts, meta: { onUploaded, ...meta }, ...item }: QueueItem): StoredItem {
  return { ...item, fruitless: failedAttempts, slotsLost: 0, meta: { ...meta, wish: onUploaded } }
}

interface Records {
  items: StoredItem
  takes: OpenRecording
  slices: Slice
  leftovers: Leftover
}
type StoreName = keyof Records

function createStores(db: IDBDatabase): void {
  db.createObjectStore('items', { keyPath: 'id' })
  db.createObjectStore('takes', { keyPath: 'id' })
  db.createObjectStore('slices', { keyPath: ['takeId', 'index'] })
  db.createObjectStore('leftovers', { keyPath: 'videoId' })
}

class Work {
  constructor(private readonly transaction: IDBTransaction) {}
  all<K extends StoreName>(name: K, range?: IDBKeyRange): Promise<Records[K][]> {
    return resultOf(this.transaction.objectStore(name).getAll(range))
  }
  async item(id: string): Promise<QueueItem | undefined> {
    const item: StoredItem | undefined = await resultOf(this.transaction.objectStore('items').get(id))
    return item && fromStored(item)
  }
  async items(): Promise<QueueItem[]> {
    return (await this.all('items')).map(fromStored)
  }
  putItem(item: QueueItem): Promise<IDBValidKey> {
    return this.put('items', toStored(item))
  }
  put<K extends StoreName>(name: K, record: Records[K]): Promise<IDBValidKey> {
    return resultOf(this.transaction.objectStore(name).put(record))
  }
  delete(name: StoreName, key: IDBValidKey | IDBKeyRange): Promise<undefined> {
    return resultOf(this.transaction.objectStore(name).delete(key))
  }
}

const slicesOf = (recordingId: string) =>
  IDBKeyRange.bound([recordingId, 0], [recordingId, Number.MAX_SAFE_INTEGER])

/** Some WebKit versions can't store Blobs. */
const cannotClone = (error: unknown) =>
  error instanceof DOMException && (error.name === 'DataCloneError' || error.name === 'UnknownError')

export function makeIdbStore(): QueueStore {
  const database = makeDatabase<StoreName>(databaseName, createStores)
  const within = <T>(
    mode: 'readonly' | 'readwrite',
    names: StoreName[],
    work: (stores: Work) => Promise<T>,
  ): Promise<T> => database(mode, names, transaction => work(new Work(transaction)))

  /** @param video queued with its only slice */
  async function putSlice(slice: Omit<Slice, 'data'>, blob: Blob, video?: NewVideo): Promise<void> {
    const put = (data: Slice['data']) =>
      within('readwrite', video ? ['items', 'slices'] : ['slices'], async stores => {
        await stores.put('slices', { ...slice, data })
        if (video) await stores.putItem(newItem(video))
      })
    try {
      await put(blob)
    } catch (error) {
      if (!cannotClone(error)) throw error
      await put(await blob.arrayBuffer())
    }
  }

  return {
    list: () => within('readonly', ['items'], stores => stores.items()),

    apply: (id, event) =>
      within('readwrite', event.type === 'accepted' ? ['items', 'slices'] : ['items'], async stores => {
        const item = await stores.item(id)
        if (!item) return null
        const next = step(item, event)
        if (next !== item) await stores.putItem(next)
        if (item.localUri !== null && next.localUri === null) await stores.delete('slices', slicesOf(id))
        return next
      }),

    delete: id =>
      within('readwrite', ['items', 'slices', 'leftovers'], async stores => {
        const item = await stores.item(id)
        if (!item || !canDelete(item)) return false
        await stores.delete('items', id)
        await stores.delete('slices', slicesOf(id))
        const { videoId } = item.meta
        if (videoId !== null) await stores.put('leftovers', { videoId, ownerId: item.ownerId })
        return true
      }),

    forgetPosted: isDone =>
      within('readwrite', ['items'], async stores => {
        for (const item of await stores.items())
          if (item.status === 'POSTED' && isDone(item)) await stores.delete('items', item.id)
      }),

    bytes: id =>
      within('readonly', ['items', 'slices'], async stores => {
        const item = await stores.item(id)
        const slices = await stores.all('slices', slicesOf(id))
        if (!item || slices.length === 0) return null
        return new Blob(
          slices.map(({ data }) => data),
          { type: item.mimeType },
        )
      }),

    beginRecording: recording =>
      within('readwrite', ['takes'], async stores => void (await stores.put('takes', recording))),

    addSlice: (recordingId, index, blob, atMs) =>
      putSlice({ takeId: recordingId, index, sizeBytes: blob.size, atMs }, blob),

    addFile: (video, file) =>
      putSlice(
        { takeId: video.id, index: 0, sizeBytes: file.size, atMs: video.durationSec * 1000 },
        file,
        video,
      ),

    openRecordings: () => within('readonly', ['takes'], stores => stores.all('takes')),

    sizeOf: recordingId =>
      within('readonly', ['slices'], async stores => {
        const slices = await stores.all('slices', slicesOf(recordingId))
        return {
          sizeBytes: slices.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
          lengthMs: slices.at(-1)?.atMs ?? 0,
        }
      }),

    finishRecording: recording =>
      within('readwrite', ['takes', 'items'], async stores => {
        await stores.putItem(newItem(recording))
        await stores.delete('takes', recording.id)
      }),

    dropRecording: recordingId =>
      within('readwrite', ['takes', 'slices'], async stores => {
        await stores.delete('takes', recordingId)
        await stores.delete('slices', slicesOf(recordingId))
      }),

    leftovers: async owner =>
      (await within('readonly', ['leftovers'], stores => stores.all('leftovers')))
        .filter(({ ownerId = owner }) => ownerId === owner)
        .map(({ videoId }) => videoId),

    dropLeftover: videoId =>
      within('readwrite', ['leftovers'], async stores => void (await stores.delete('leftovers', videoId))),
  }
}
