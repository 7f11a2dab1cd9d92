import { makeStore } from '#client/lib/store.ts'
import { type ChangeEvent, everything, heartbeatMs } from '#contract/event-stream.ts'

export interface LiveState {
  mode: 'live' | 'polling' | 'offline'
  /** Milliseconds since 1970 of the last confirmed state. */
  freshAt: number
}

/** An EventSource. */
export interface Stream {
  close(): void
}
export interface StreamHandlers {
  /** Missed events have been sent. */
  onReady(id: string): void
  onChange(data: string, id: string): void
  /** Heartbeat. */
  onBeat(): void
  /** @param isFinal the stream won't reconnect */
  onError(isFinal: boolean): void
}

/** Clock, stream and requests, replaceable in tests. */
export interface LiveHost {
  open(since: string, handlers: StreamHandlers): Stream
  /** Rejects when fetching failed. */
  refresh(change: ChangeEvent): Promise<void>
  /** Milliseconds since 1970. */
  now(): number
  /** A timer. @returns cancels it */
  after(ms: number, run: () => void): () => void
}

/** Milliseconds. */
export const gatherMs = 150
export const pollMs = 15_000
/** Milliseconds; most streams reconnect before. */
export const firstPollMs = 4000
/** Milliseconds. */
export const reopenMs = 30_000
/** Milliseconds of silence until a stream counts as dead. */
export const silenceMs = 2.5 * heartbeatMs
/** Milliseconds; a dead network raises no error. */
export const patienceMs = 20_000

const anything: ChangeEvent = { lists: [everything] }

/** Unreadable events may mean any change. */
export function parseChange(data: string): ChangeEvent {
  try {
    const { lists }: { lists?: unknown } = JSON.parse(data)
    return Array.isArray(lists) ? { lists: lists.filter(item => typeof item === 'string') } : anything
  } catch {
    return anything
  }
}

const merge = (a: ChangeEvent, b: ChangeEvent): ChangeEvent => ({
  lists: [...new Set([...a.lists, ...b.lists])],
})

/**
 * Keeps an open page up to date.
 * @param since the last event when the page was rendered
 * @param age of the page, in milliseconds
 */
export function makeLive(host: LiveHost, since: string, age = 0) {
  const store = makeStore<LiveState>({ mode: age > 0 ? 'offline' : 'live', freshAt: host.now() - age })
  let stream: Stream | null = null
  let isOpen = false
  let lastEventId = since
  /** Gathered, not yet refetched. */
  let pendingChange: ChangeEvent | null = null
  let pendingRefetches = 0
  /** A refetch failed. */
  let isBehind = false
  let cancelPoll: (() => void) | null = null
  let cancelReopen: (() => void) | null = null
  let cancelWatch: (() => void) | null = null

  function set(mode: LiveState['mode'], freshAt = store.get().freshAt): void {
    const state = store.get()
    if (mode !== state.mode || freshAt !== state.freshAt) store.set({ mode, freshAt })
  }

  /** Reports fresh data, unless changes or refetches are pending. */
  function markCurrent(): void {
    if (isOpen && pendingChange === null && pendingRefetches === 0 && !isBehind) set('live', host.now())
  }

  function markAlive(): void {
    watch()
    markCurrent()
  }

  /** Reconnects when the stream falls silent. */
  function watch(): void {
    cancelWatch?.()
    cancelWatch = host.after(silenceMs, () => {
      leaveLive()
      connect()
      poll(0)
    })
  }

  function leaveLive(): void {
    isOpen = false
    if (store.get().mode === 'live') set('polling')
  }

  function tryRefresh(change: ChangeEvent): Promise<boolean> {
    return new Promise(resolve => {
      const cancel = host.after(patienceMs, () => resolve(false))
      const settleWith = (isAnswered: boolean) => () => {
        cancel()
        resolve(isAnswered)
      }
      host.refresh(change).then(settleWith(true), settleWith(false))
    })
  }

  function gather(change: ChangeEvent): void {
    if (pendingChange !== null) {
      pendingChange = merge(pendingChange, change)
      return
    }
    pendingChange = change
    host.after(gatherMs, () => void refreshGathered())
  }

  async function refreshGathered(): Promise<void> {
    const change = pendingChange ?? anything
    pendingChange = null
    pendingRefetches += 1
    const isAnswered = await tryRefresh(change)
    pendingRefetches -= 1
    if (isAnswered) markCurrent()
    else {
      // Polling will fetch it.
      isBehind = true
      poll()
    }
  }

  function poll(ms = pollMs): void {
    if (cancelPoll !== null || stream === null) return
    cancelPoll = host.after(ms, () => void ask())
  }

  async function ask(): Promise<void> {
    const mine = cancelPoll
    const isAnswered = await tryRefresh(anything)
    if (cancelPoll !== mine) return
    cancelPoll = null
    if (isAnswered) {
      isBehind = false
      set(isOpen ? 'live' : 'polling', host.now())
    } else set('offline')
    if (!isOpen || !isAnswered) poll()
  }

  function stopPolling(): void {
    cancelPoll?.()
    cancelPoll = null
  }

  function stopTimers(): void {
    stopPolling()
    cancelReopen?.()
    cancelWatch?.()
    cancelReopen = cancelWatch = null
  }

  function connect(): void {
    stream?.close()
    watch()
    stream = host.open(lastEventId, {
      onReady(id) {
        isOpen = true
        lastEventId = id
        if (isBehind) poll(0)
        else stopPolling()
        markAlive()
      },
      onChange(data, id) {
        lastEventId = id
        gather(parseChange(data))
        markAlive()
      },
      onBeat: markAlive,
      onError(isFinal) {
        poll(isOpen ? firstPollMs : pollMs)
        leaveLive()
        if (isFinal) cancelReopen ??= host.after(reopenMs, reopen)
      },
    })
  }

  function reopen(): void {
    cancelReopen = null
    connect()
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    start(): void {
      if (stream === null) connect()
    },
    stop(): void {
      stopTimers()
      stream?.close()
      stream = null
      isOpen = false
    },
    wentOffline(): void {
      isOpen = false
      set('offline')
    },
    cameOnline(): void {
      if (stream === null) return
      stopTimers()
      connect()
      poll(0)
    },
  }
}

export type Live = ReturnType<typeof makeLive>
