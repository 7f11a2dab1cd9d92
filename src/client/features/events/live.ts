import type { ChangeEvent } from '#contract/events.ts'

/** How the page keeps up: by the stream, by asking again and again, or not at all. */
export interface LiveState {
  mode: 'live' | 'polling' | 'offline'
  /** Milliseconds since 1970: until then what is shown was known to be true. */
  freshAt: number
}

/** The stream of changes, as a browser's EventSource offers it. */
export interface Stream {
  close(): void
}
export interface StreamEvents {
  onOpen(): void
  onChange(data: string): void
  /** @param ended the stream will not try again by itself */
  onError(ended: boolean): void
}

/** The way to the world, so that a test can bring its own clock and stream. */
export interface LiveHost {
  open(events: StreamEvents): Stream
  /** Asks anew for what has changed; rejects when that failed. */
  refresh(change: ChangeEvent): Promise<void>
  /** Milliseconds since 1970. */
  now(): number
  /** @returns what cancels it */
  after(ms: number, run: () => void): () => void
}

/** What changes together is asked for together. */
export const gatherMs = 150
export const pollMs = 15_000
/** Until a stream that was refused is tried again. */
export const reopenMs = 30_000

const everything: ChangeEvent = { lists: [], tournaments: [], everything: true }

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter(item => typeof item === 'string') : []

/** What cannot be read may have been anything. */
export function parseChange(data: string): ChangeEvent {
  try {
    const value: unknown = JSON.parse(data)
    if (typeof value !== 'object' || value === null || !('lists' in value)) return everything
    return {
      lists: strings(value.lists),
      tournaments: 'tournaments' in value ? strings(value.tournaments) : [],
      ...('everything' in value && value.everything === true && { everything: true }),
    }
  } catch {
    return everything
  }
}

const both = (a: ChangeEvent, b: ChangeEvent): ChangeEvent => ({
  lists: [...new Set([...a.lists, ...b.lists])],
  tournaments: [...new Set([...a.tournaments, ...b.tournaments])],
  ...((a.everything || b.everything) && { everything: true }),
})

/** Keeps an open page up to date, without React. */
export function makeLive(host: LiveHost) {
  let state: LiveState = { mode: 'live', freshAt: host.now() }
  let stream: Stream | null = null
  let isOpen = false
  let waiting: ChangeEvent | null = null
  let cancelPoll: (() => void) | null = null
  let cancelReopen: (() => void) | null = null
  /** Of the first opening nothing was missed: the page came just before it. */
  let hasMissed = false
  const listeners = new Set<() => void>()

  function set(mode: LiveState['mode'], freshAt = state.freshAt): void {
    state = { mode, freshAt }
    for (const listener of listeners) listener()
  }

  function gather(change: ChangeEvent): void {
    if (waiting !== null) {
      waiting = both(waiting, change)
      return
    }
    waiting = change
    host.after(gatherMs, () => {
      const gathered = waiting ?? everything
      waiting = null
      void host.refresh(gathered).then(
        () => isOpen && set('live', host.now()),
        // The stream is there but an answer was not: asking again will tell.
        () => poll(),
      )
    })
  }

  function poll(): void {
    if (cancelPoll !== null || stream === null) return
    cancelPoll = host.after(pollMs, () => void ask())
  }

  async function ask(): Promise<void> {
    const mine = cancelPoll
    try {
      await host.refresh(everything)
      if (cancelPoll === mine) set(isOpen ? 'live' : 'polling', host.now())
    } catch {
      if (cancelPoll === mine) set('offline')
    }
    if (cancelPoll !== mine) return
    cancelPoll = null
    if (!isOpen) poll()
  }

  function stopTimers(): void {
    cancelPoll?.()
    cancelReopen?.()
    cancelPoll = null
    cancelReopen = null
  }

  function connect(): void {
    stream?.close()
    stream = host.open({
      onOpen() {
        isOpen = true
        stopTimers()
        set('live', hasMissed ? state.freshAt : host.now())
        if (hasMissed) gather(everything)
        hasMissed = true
      },
      onChange: data => gather(parseChange(data)),
      onError(ended) {
        if (isOpen) set('polling', host.now())
        isOpen = false
        hasMissed = true
        poll()
        if (ended) cancelReopen ??= host.after(reopenMs, reopen)
      },
    })
  }

  function reopen(): void {
    cancelReopen = null
    connect()
  }

  return {
    get: (): LiveState => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Begins, or begins again after {@link stop}: what was missed meanwhile is asked for. */
    start(): void {
      if (stream === null) connect()
    },
    stop(): void {
      stopTimers()
      stream?.close()
      stream = null
      if (isOpen) set(state.mode, host.now())
      isOpen = false
    },
    /** The browser says that the network has gone. */
    lost(): void {
      set('offline', isOpen ? host.now() : state.freshAt)
      isOpen = false
      hasMissed = true
    },
    /** The browser says that the network is back. */
    found(): void {
      if (stream === null) return
      stopTimers()
      connect()
    },
  }
}

export type Live = ReturnType<typeof makeLive>
