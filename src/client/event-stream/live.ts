import type { Clock } from '#client/lib/clock.ts'
import type { Store } from '#client/lib/store.ts'
import { everything, heartbeatMs } from '#contract/event-stream.ts'

export interface LiveState {
  isOffline: boolean
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

/** Clock, stream and requests. */
export interface LiveHost extends Clock {
  open(since: string, handlers: StreamHandlers): Stream
  /** Refetches these paths of the API. Rejects when fetching failed. */
  refresh(paths: readonly string[]): Promise<void>
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

/** Returns the paths of a `ChangeEvent`. Unreadable ones may mean any change. */
export function changedPaths(data: string): string[] {
  try {
    const { lists }: { lists?: unknown } = JSON.parse(data)
    return Array.isArray(lists) ? lists.filter(item => typeof item === 'string') : [everything]
  } catch {
    return [everything]
  }
}

/**
 * Keeps an open page up to date.
 * @param state that it sets
 * @param since the last event when the page was rendered
 * @param age of the page, in milliseconds
 */
export function makeLive(host: LiveHost, state: Store<LiveState>, since: string, age = 0) {
  state.set({ isOffline: age > 0, freshAt: host.now() - age })
  let stream: Stream | null = null
  let isOpen = false
  let lastEventId = since
  /** Gathered, not yet refetched; null: none. */
  let pendingPaths: ReadonlySet<string> | null = null
  let pendingRefetches = 0
  /** A refetch failed. */
  let isBehind = false
  let cancelPoll: (() => void) | null = null
  let cancelReopen: (() => void) | null = null
  let cancelWatch: (() => void) | null = null

  function set(isOffline: boolean, freshAt = state.get().freshAt): void {
    const before = state.get()
    if (isOffline !== before.isOffline || freshAt !== before.freshAt) state.set({ isOffline, freshAt })
  }

  /** Reports fresh data, unless changes or refetches are pending. */
  function markCurrent(): void {
    if (isOpen && pendingPaths === null && pendingRefetches === 0 && !isBehind) set(false, host.now())
  }

  function markAlive(): void {
    watch()
    markCurrent()
  }

  /** Reconnects when the stream falls silent. */
  function watch(): void {
    cancelWatch?.()
    cancelWatch = host.after(silenceMs, () => {
      isOpen = false
      connect()
      poll(0)
    })
  }

  function tryRefresh(paths: Iterable<string>): Promise<boolean> {
    return new Promise(resolve => {
      const cancel = host.after(patienceMs, () => resolve(false))
      const settleWith = (isAnswered: boolean) => () => {
        cancel()
        resolve(isAnswered)
      }
      host.refresh([...paths]).then(settleWith(true), settleWith(false))
    })
  }

  function gather(paths: readonly string[]): void {
    if (pendingPaths === null) host.after(gatherMs, () => void refreshGathered())
    pendingPaths = new Set([...(pendingPaths ?? []), ...paths])
  }

  async function refreshGathered(): Promise<void> {
    const paths = pendingPaths ?? [everything]
    pendingPaths = null
    pendingRefetches += 1
    const isAnswered = await tryRefresh(paths)
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
    const isAnswered = await tryRefresh([everything])
    if (cancelPoll !== mine) return
    cancelPoll = null
    if (isAnswered) {
      isBehind = false
      set(false, host.now())
    } else set(true)
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
        gather(changedPaths(data))
        markAlive()
      },
      onBeat: markAlive,
      onError(isFinal) {
        poll(isOpen ? firstPollMs : pollMs)
        isOpen = false
        if (isFinal) cancelReopen ??= host.after(reopenMs, reopen)
      },
    })
  }

  function reopen(): void {
    cancelReopen = null
    connect()
  }

  return {
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
      set(true)
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
