import { makeEmitter } from '#client/lib/store.ts'
import { signInAgain } from '#client/lib/unauthorized.ts'
import { keepAwake } from '#client/lib/wake-lock.ts'
import { reloadForGate } from '../lib/facts.ts'
import { isOnline, isOnWifi, onNetwork } from '../lib/network.ts'
import { onPreferences, preferences } from '../lib/preferences.ts'
import { queueApi } from './api.ts'
import { makeIdbStore } from './idb-store.ts'
import type { ItemMeta, QueueItem } from './item.ts'
import { canDelete, isInProgress, type QueueEvent, wantsPost } from './machine.ts'
import { notifyInBackground } from './notify.ts'
import { makePace } from './pace.ts'
import type { QueueStore } from './store.ts'
import { makeUploader } from './uploader.ts'

type QueueMessage = { type: 'changed'; id: string } | { type: 'wake' }

export interface Queue {
  store: QueueStore
  /** Calls the listener on changes in any tab, with null for another tab's. */
  on(listener: (item: QueueItem | null) => void): () => void
  apply(id: string, event: QueueEvent): Promise<void>
  retry(id: string): Promise<void>
  /**
   * @param until milliseconds since 1970; 0: resume
   * @returns whether it may be deleted
   */
  hold(id: string, until: number): Promise<boolean>
  /** Resolves to false if it can't be deleted now. */
  delete(id: string): Promise<boolean>
  /** Copies the changes of its post. */
  editPost(postId: string, meta: Pick<ItemMeta, 'caption' | 'tag' | 'visibility'>): Promise<void>
  forgetPost(postId: string): Promise<void>
  /** A new item: wakes the uploader. */
  announce(id: string): void
  /** Call it when the owner has changed. */
  refreshOwner(): void
}

export const isWaitingForWifi = () => preferences().wifiOnly && isOnWifi() === false

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

function startQueue(ownerId: () => string | null): Queue {
  const store = makeIdbStore()
  const { emit, subscribe } = makeEmitter<[item: QueueItem | null]>()
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('reelstake-queue')
  const broadcast = (message: QueueMessage) => channel?.postMessage(message)
  const inProgress = new Set<string>()
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
    ownerId,
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
      if (isInProgress(item)) inProgress.add(item.id)
      else inProgress.delete(item.id)
      keepAwake('uploading', inProgress.size > 0)
      emit(item)
      broadcast({ type: 'changed', id: item.id })
    },
    sleep,
  })

  const wake = () => {
    isPaused = false
    void uploader.wake().catch(() => {})
  }
  const wakeAll = () => {
    wake()
    broadcast({ type: 'wake' })
  }
  if (channel)
    channel.onmessage = ({ data }: MessageEvent<QueueMessage>) => {
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
  const run = (signal: AbortSignal) =>
    uploader.run(signal).finally(() => {
      // A storage error during an upload, or another tab took over.
      inProgress.clear()
      keepAwake('uploading', false)
    })
  void runAlone(run)

  const announce = (item: QueueItem | null, id: string) => {
    emit(item)
    broadcast({ type: 'changed', id })
    uploader.nudge()
  }
  const announceAndWake = (item: QueueItem | null, id: string) => {
    announce(item, id)
    broadcast({ type: 'wake' })
  }
  const apply = async (id: string, event: QueueEvent) => announce(await store.apply(id, event), id)
  return {
    store,
    on: subscribe,
    apply,
    retry: async id => announceAndWake(await store.apply(id, { type: 'retried' }), id),
    async hold(id, until) {
      const item = await store.apply(id, { type: 'held', until })
      announce(item, id)
      return item !== null && canDelete(item)
    },
    async delete(id) {
      const isDeleted = await store.delete(id)
      announce(null, id)
      return isDeleted
    },
    async editPost(postId, { caption, tag, visibility }) {
      const items = (await store.list()).filter(({ meta }) => meta.postId === postId)
      for (const { id } of items) await apply(id, { type: 'edited', meta: { caption, tag, visibility } })
    },
    async forgetPost(postId) {
      await store.forgetPosted(({ meta }) => meta.postId === postId)
      announce(null, postId)
    },
    announce: id => announceAndWake(null, id),
    refreshOwner: () => announceAndWake(null, ''),
  }
}

let queue: Queue | null = null
let owner: string | null = null

/** @param ownerId null: nothing is sent */
export function setQueueOwner(ownerId: string | null): void {
  owner = ownerId
  queue?.refreshOwner()
}

export const queueOwner = () => owner

/** Browser only. */
export function getQueue(): Queue {
  queue ??= startQueue(() => owner)
  return queue
}
