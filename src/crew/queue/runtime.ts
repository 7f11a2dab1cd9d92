import { RequestError } from '#client/lib/request.ts'
import { makeEmitter } from '#client/lib/store.ts'
import { handleUnauthorized } from '#client/lib/unauthorized.ts'
import { keepAwake } from '#client/lib/wake-lock.ts'
import { whenIdle } from '../lib/busy.ts'
import { goThroughGate } from '../lib/facts.ts'
import { isOnline, isOnWifi, onNetwork } from '../lib/network.ts'
import { onPreferences, preferences } from '../lib/preferences.ts'
import { queueApi } from './api.ts'
import { makeIdbStore } from './idb-store.ts'
import type { QueueItem } from './item.ts'
import { canDelete, isHeld, type QueueEvent } from './machine.ts'
import { notifyWhenHidden } from './notify.ts'
import { makePace } from './pace.ts'
import type { QueueStore } from './store.ts'
import { makeUploader } from './uploader.ts'

/** What tabs tell each other: an item has changed, or the person wants the uploader to look again. */
type Word = { type: 'changed'; id: string } | { type: 'wake' }

export interface Queue {
  store: QueueStore
  /** Whoever listens hears of each change in any tab; the item as it is now where this tab made the change. */
  on(listener: (item: QueueItem | null) => void): () => void
  apply(id: string, event: QueueEvent): Promise<void>
  retry(id: string): Promise<void>
  /**
   * Keeps the uploader's hands off an item, so that what is said of it stays true while a question is open.
   * @param until milliseconds since 1970: after it the item goes on by itself, should this tab die; 0: the question is answered
   * @returns whether it may be deleted
   */
  hold(id: string, until: number): Promise<boolean>
  /** False: it may not be deleted. */
  delete(id: string): Promise<boolean>
  /** The post is gone from the server, and so is its place here. */
  forgetPost(postId: string): Promise<void>
  /** Something new is there to be sent. */
  added(id: string): void
}

/** Whether a person's preference holds uploads back on this link. */
export const isHeldForWifi = () => preferences().wifiOnly && isOnWifi() === false

/** How long what is posted stays in the list: a trip, and the drive home. */
const postedForMs = 7 * 86_400_000

const lockName = 'reelstake-uploader'
/** After the device's storage failed: it may have been cleared under us. */
const storageRestMs = 5000

const bytesPerMs = () => {
  const megabits = navigator.connection?.downlink
  // The browser's guess stops at 10; a fast link is better left unknown.
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

/** Runs while this tab holds the lock; a tab that dies hands it to the next. */
async function runAlone(run: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void> {
  const safely = async () => {
    while (!signal.aborted) {
      try {
        await run(signal)
      } catch {
        await sleep(storageRestMs, signal)
      }
    }
  }
  if (!('locks' in navigator)) return safely()
  await navigator.locks.request(lockName, { signal }, safely).catch(() => {})
}

function startQueue(ownerId: () => string | null): Queue {
  const store = makeIdbStore()
  const { emit: heard, subscribe } = makeEmitter<[item: QueueItem | null]>()
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('reelstake-queue')
  const tell = (word: Word) => channel?.postMessage(word)
  const held = new Set<string>()
  let isSignedOut = false

  const uploader = makeUploader({
    store,
    api: queueApi,
    transport: async () => (await import('./tus-transport.ts')).sendByTus,
    pace: makePace(bytesPerMs()),
    now: Date.now,
    random: Math.random,
    mayUpload: () => isOnline() && !isHeldForWifi() && !isSignedOut,
    ownerId,
    onSignInNeeded() {
      isSignedOut = true
      whenIdle(() => handleUnauthorized(new RequestError(401, '', 'Unauthorized')))
    },
    onSiteLocked() {
      isSignedOut = true
      goThroughGate()
    },
    onChange(item) {
      notifyWhenHidden(item)
      if (isHeld(item)) held.add(item.id)
      else held.delete(item.id)
      keepAwake('uploading', held.size > 0)
      heard(item)
      tell({ type: 'changed', id: item.id })
    },
    sleep,
  })

  const wake = () => {
    isSignedOut = false
    void uploader.wake().catch(() => {})
  }
  const wakeAll = () => {
    wake()
    tell({ type: 'wake' })
  }
  if (channel)
    channel.onmessage = ({ data }: MessageEvent<Word>) => {
      if (data.type === 'wake') return wake()
      heard(null)
      uploader.nudge()
    }
  onNetwork(wake)
  onPreferences(wakeAll)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wakeAll()
  })
  void store.forgetPosted(({ createdAt }) => createdAt < Date.now() - postedForMs).catch(() => {})
  const run = (signal: AbortSignal) => {
    // Also after the storage failed in the middle of an upload: nothing is under way now.
    held.clear()
    keepAwake('uploading', false)
    return uploader.run(signal)
  }
  void runAlone(run, new AbortController().signal)

  const changed = (item: QueueItem | null, id: string) => {
    heard(item)
    tell({ type: 'changed', id })
    uploader.nudge()
  }
  const wanted = (item: QueueItem | null, id: string) => {
    changed(item, id)
    tell({ type: 'wake' })
  }
  return {
    store,
    on: subscribe,
    apply: async (id, event) => changed(await store.apply(id, event), id),
    retry: async id => wanted(await store.apply(id, { type: 'retried' }), id),
    async hold(id, until) {
      const item = await store.apply(id, { type: 'held', until })
      changed(item, id)
      return item !== null && canDelete(item)
    },
    async delete(id) {
      const isDeleted = await store.delete(id)
      changed(null, id)
      return isDeleted
    },
    async forgetPost(postId) {
      await store.forgetPosted(({ meta }) => meta.postId === postId)
      changed(null, postId)
    },
    added: id => wanted(null, id),
  }
}

let queue: Queue | null = null
let owner: string | null = null

/** Whose queue it is; null: nobody is known yet, and nothing is sent. */
export function setQueueOwner(ownerId: string | null): void {
  owner = ownerId
  queue?.added('')
}

export const queueOwner = () => owner

/** This page's queue; begins with the first call. Browser only. */
export function getQueue(): Queue {
  queue ??= startQueue(() => owner)
  return queue
}
