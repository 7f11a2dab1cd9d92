import { makeStore } from '#client/lib/store.ts'
import { type ChangeEvent, heartbeatMs } from '#contract/events.ts'

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
  /** What was missed has been told; everything is from here on. */
  onReady(id: string): void
  onChange(data: string, id: string): void
  /** Nothing has changed, and the stream is alive. */
  onBeat(): void
  /** @param ended the stream will not try again by itself */
  onError(ended: boolean): void
}

/** The way to the world, so that a test can bring its own clock and stream. */
export interface LiveHost {
  /** @param since the id of the last event that is known */
  open(since: string, events: StreamEvents): Stream
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
/** Until it is first asked after a stream broke off: most are back by then. */
export const firstPollMs = 4000
/** Until a stream that was refused is tried again. */
export const reopenMs = 30_000
/** A stream that is silent for so long is dead, whatever the browser believes: a network may go without a word. */
export const silenceMs = 2.5 * heartbeatMs
/** An answer that takes longer does not come: into a dead network a request goes without an error. */
export const patienceMs = 20_000

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

/**
 * Keeps an open page up to date, without React.
 * @param since the last event that the page was rendered with
 * @param age of the page, in milliseconds
 */
export function makeLive(host: LiveHost, since: string, age = 0) {
  const store = makeStore<LiveState>({ mode: age > 0 ? 'offline' : 'live', freshAt: host.now() - age })
  let stream: Stream | null = null
  let isOpen = false
  let seen = since
  let waiting: ChangeEvent | null = null
  /** Answers that are on their way. */
  let expected = 0
  /** An answer to a change did not come. */
  let isBehind = false
  let cancelPoll: (() => void) | null = null
  let cancelReopen: (() => void) | null = null
  let cancelWatch: (() => void) | null = null

  function set(mode: LiveState['mode'], freshAt = store.get().freshAt): void {
    const state = store.get()
    if (mode !== state.mode || freshAt !== state.freshAt) store.set({ mode, freshAt })
  }

  /** The stream is alive: what is shown is true now, unless something is still to come. */
  function settle(): void {
    if (isOpen && waiting === null && expected === 0 && !isBehind) set('live', host.now())
  }

  function hear(): void {
    watch()
    settle()
  }

  function watch(): void {
    cancelWatch?.()
    cancelWatch = host.after(silenceMs, () => {
      lose()
      connect()
      poll(0)
    })
  }

  /** The stream has gone. */
  function lose(): void {
    isOpen = false
    if (store.get().mode === 'live') set('polling')
  }

  /** Whether the answer to a change has come. */
  function answered(change: ChangeEvent): Promise<boolean> {
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
    if (waiting !== null) {
      waiting = both(waiting, change)
      return
    }
    waiting = change
    host.after(gatherMs, () => void refreshGathered())
  }

  async function refreshGathered(): Promise<void> {
    const gathered = waiting ?? everything
    waiting = null
    expected += 1
    const isAnswered = await answered(gathered)
    expected -= 1
    if (isAnswered) settle()
    else {
      // The stream is there but an answer was not: asking again will tell.
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
    const isAnswered = await answered(everything)
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
    stream = host.open(seen, {
      onReady(id) {
        isOpen = true
        seen = id
        if (isBehind) poll(0)
        else stopPolling()
        hear()
      },
      onChange(data, id) {
        seen = id
        gather(parseChange(data))
        hear()
      },
      onBeat: hear,
      onError(ended) {
        poll(isOpen ? firstPollMs : pollMs)
        lose()
        if (ended) cancelReopen ??= host.after(reopenMs, reopen)
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
    /** Begins, or begins again after {@link stop}: what was missed meanwhile is told. */
    start(): void {
      if (stream === null) connect()
    },
    stop(): void {
      stopTimers()
      stream?.close()
      stream = null
      isOpen = false
    },
    /** The browser says that the network has gone. */
    lost(): void {
      isOpen = false
      set('offline')
    },
    /** The browser says that the network is back. */
    found(): void {
      if (stream === null) return
      stopTimers()
      connect()
      poll(0)
    },
  }
}

export type Live = ReturnType<typeof makeLive>
