import { makeEmitter } from '#client/lib/store.ts'
import { signInAgain } from '#client/lib/unauthorized.ts'
import { keepAwake } from '#client/lib/wake-lock.ts'
import { reloadForGate } from '../lib/facts.ts'
import { isOnline, isOnWifi, onNetwork } from '../lib/network.ts'
import { onPreferences, preferences } from '../lib/preferences.ts'
import { queueApi } from './api.ts'
import { makeIdbStore } from './idb-store.ts'
import type { PostFields, QueueItem } from './item.ts'
import { canDelete, isInProgress, type QueueEvent, wantsPost } from './machine.ts'
import { notifyInBackground } from './notify.ts'
import { makePace } from './pace.ts'
import { makeUploader } from './uploader.ts'

const isWaitingForWifi = () => preferences().wifiOnly && isOnWifi() === false

/** Milliseconds. */
const postedForMs = 7 * 86_400_000

const lockName = 'reelstake-uploader'
/** Milliseconds, after a storage error. */
const storageRestMs = 5000

const bytesPerMs = () => {
  const megabits = navigator.connection?.downlink
  // The estimate is capped at 10: 10 means unknown.
  return megabits !== undefined && megabits > 0 && megabits < 10 ? (megabits * 1_000_000) / 8 / 1000 : null
}

function sleep(ms: number | null, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) return resolve()
    const timer = ms === null ? undefined : setTimeout(done, ms)
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
  })
}

const isAborted = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** Runs in one tab at a time. A suspended tab keeps the lock: the tab that is looked at steals it. */
async function runAlone(run: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const runSafely = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      try {
        await run(signal)
      } catch {
        await sleep(storageRestMs, signal)
      }
    }
  }
  if (!('locks' in navigator)) return runSafely(new AbortController().signal)
  let waiting: AbortController | null = null
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') waiting?.abort()
  })
  for (let steals = document.visibilityState === 'visible'; ; ) {
    const request = new AbortController()
    const holding = new AbortController()
    waiting = request
    try {
      await navigator.locks.request(lockName, steals ? { steal: true } : { signal: request.signal }, () => {
        waiting = null
        return runSafely(holding.signal)
      })
    } catch (error) {
      // It was stolen, or is to be.
      if (!isAborted(error)) return
      holding.abort()
      steals = request.signal.aborted
    }
  }
}

function startQueue() {
  const store = makeIdbStore()
  const { emit, subscribe } = makeEmitter<[item: QueueItem | null]>()
  const channel = new BroadcastChannel('reelstake-queue')
  const broadcast = (type: 'changed' | 'wake') => channel.postMessage({ type })
  /** Signed out, or the site is locked. */
  let isPaused = false

  const uploader = makeUploader({
    store,
    api: queueApi,
    transport: async () => (await import('./tus-transport.ts')).sendByTus,
    pace: makePace(bytesPerMs()),
    now: Date.now,
    random: Math.random,
    mayUpload: () => isOnline() && !isWaitingForWifi() && !isPaused,
    ownerId: queueOwner,
    onSignInNeeded() {
      isPaused = true
      signInAgain()
    },
    onSiteLocked() {
      isPaused = true
      reloadForGate()
    },
    onChange(item) {
      notifyInBackground(item)
      keepAwake('uploading', isInProgress(item))
      emit(item)
      broadcast('changed')
    },
    sleep,
  })

  const wake = () => {
    isPaused = false
    void uploader.wake().catch(() => {})
  }
  const wakeAll = () => {
    wake()
    broadcast('wake')
  }
  channel.onmessage = ({ data }: MessageEvent<{ type: 'changed' | 'wake' }>) => {
    if (data.type === 'wake') return wake()
    emit(null)
    uploader.nudge()
  }
  onNetwork(wake)
  onPreferences(wakeAll)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wakeAll()
  })
  const isOld = (item: QueueItem) => !wantsPost(item) && item.createdAt < Date.now() - postedForMs
  void store.forgetPosted(isOld).catch(() => {})
  // It ends by a storage error during an upload, or when another tab takes over.
  void runAlone(signal => uploader.run(signal).finally(() => keepAwake('uploading', false)))

  const announce = (item: QueueItem | null) => {
    emit(item)
    broadcast('changed')
    uploader.nudge()
  }
  const announceAndWake = (item: QueueItem | null) => {
    announce(item)
    broadcast('wake')
  }
  const apply = async (id: string, event: QueueEvent) => announce(await store.apply(id, event))
  return {
    store,
    /** Calls the listener on changes in any tab, with null for another tab's. */
    on: subscribe,
    apply,
    retry: async (id: string) => announceAndWake(await store.apply(id, { type: 'retried' })),
    /**
     * @param until milliseconds since 1970; 0: resume
     * @returns whether it may be deleted
     */
    async hold(id: string, until: number): Promise<boolean> {
      const item = await store.apply(id, { type: 'held', until })
      announce(item)
      return item !== null && canDelete(item)
    },
    /** Resolves to false if it can't be deleted now. */
    async delete(id: string): Promise<boolean> {
      const isDeleted = await store.delete(id)
      announce(null)
      return isDeleted
    },
    /** Copies the changes of its post. */
    async editPost(postId: string, fields: PostFields): Promise<void> {
      const items = (await store.list()).filter(({ meta }) => meta.postId === postId)
      for (const { id } of items) await apply(id, { type: 'edited', meta: fields })
    },
    async forgetPost(postId: string): Promise<void> {
      await store.forgetPosted(({ meta }) => meta.postId === postId)
      announce(null)
    },
    /** Call it when there is a new item, or another owner. */
    refresh: () => announceAndWake(null),
  }
}

let queue: ReturnType<typeof startQueue> | null = null
let owner: string | null = null

/** @param ownerId null: nothing is sent */
export function setQueueOwner(ownerId: string | null): void {
  owner = ownerId
  queue?.refresh()
}

export const queueOwner = () => owner

/** Browser only. */
export function getQueue() {
  queue ??= startQueue()
  return queue
}
