import { pathOf } from '#client/api/client.ts'
import { clock } from '#client/lib/clock.ts'
import { cachedAge } from '#client/lib/page-age.ts'
import { setServerTime } from '#client/lib/server-time.ts'
import { makeStore, type ReadableStore } from '#client/lib/store.ts'
import { reportNotifications } from '#client/notifications/api/unread.ts'
import type { StreamEvents } from '#contract/event-stream.ts'
import { showConnection } from './connection.ts'
import { type Live, type LiveHost, type LiveState, makeLive } from './live.ts'

type Refetch = LiveHost['refresh']

/** State on the server, and until the stream is opened. */
export const initialState: LiveState = { isOffline: false, freshAt: 0 }
const state = makeStore(initialState)
export const liveState: ReadableStore<LiveState> = state

let live: Live | null = null
let refetchBy: Refetch = () => Promise.reject(new Error('The event stream is not open.'))

export const refetch: Refetch = paths => refetchBy(paths)

/** Servers of older builds don't say their time. */
function readServerTime({ data }: MessageEvent): void {
  const { now }: Partial<StreamEvents['ready']> = JSON.parse(String(data))
  if (now !== undefined) setServerTime(now)
}

const host: LiveHost = {
  open(lastEventId, { onReady, onChange, onBeat, onError }) {
    const source = new EventSource(pathOf('GET /api/events', { query: { since: lastEventId } }))
    source.addEventListener('ready', event => {
      readServerTime(event)
      onReady(event.lastEventId)
    })
    source.addEventListener('change', event => onChange(String(event.data), event.lastEventId))
    source.addEventListener('beat', event => {
      readServerTime(event)
      onBeat()
    })
    source.addEventListener('notification', reportNotifications)
    source.onerror = () => onError(source.readyState === EventSource.CLOSED)
    return source
  },
  refresh: refetch,
  ...clock,
}

/** A hidden page closes its stream: browsers allow six connections per host (HTTP/1.1). */
function startWhileVisible({ start, stop, wentOffline, cameOnline }: Live): void {
  const update = () => (document.visibilityState === 'visible' ? start() : stop())
  update()
  document.addEventListener('visibilitychange', update)
  addEventListener('pageshow', update)
  addEventListener('pagehide', stop)
  addEventListener('offline', wentOffline)
  addEventListener('online', cameOnline)
}

/**
 * Opens the document's event stream. The last caller refetches: React, after the script that waits for it.
 * @param since the last event when the page was rendered
 */
export function openLive(since: string, refetchPaths: Refetch): void {
  refetchBy = refetchPaths
  if (live) return
  live = makeLive(host, state, since, cachedAge())
  showConnection(state)
  startWhileVisible(live)
}

/** Opens the stream on pages where only the bell is live. */
export function keepOpen(): void {
  if (!live) openLive('', async () => {})
}
