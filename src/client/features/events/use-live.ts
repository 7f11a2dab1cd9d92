import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { eventsPath } from '#client/api/events.ts'
import { invalidateAfter } from '#client/api/invalidate.ts'
import { useBoot } from '#client/lib/boot.tsx'
import { cachedAge } from '#client/lib/page-age.ts'
import { useStore } from '#client/lib/use-store.ts'
import { type Live, type LiveHost, type LiveState, makeLive } from './live.ts'

function liveOf(client: QueryClient, since: string): Live {
  const host: LiveHost = {
    open(lastEventId, { onReady, onChange, onBeat, onError }) {
      const source = new EventSource(eventsPath(lastEventId))
      source.addEventListener('ready', event => onReady(event.lastEventId))
      source.addEventListener('change', event => onChange(String(event.data), event.lastEventId))
      source.addEventListener('beat', onBeat)
      source.onerror = () => onError(source.readyState === EventSource.CLOSED)
      return source
    },
    refresh: change => invalidateAfter(client, change),
    now: Date.now,
    after(ms, run) {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  }
  return makeLive(host, since, typeof document === 'undefined' ? 0 : cachedAge())
}

/** A hidden page closes its stream: browsers allow six connections per host (HTTP/1.1). */
function startWhileVisible(live: Live): () => void {
  const update = () => (document.visibilityState === 'visible' ? live.start() : live.stop())
  const leave = () => live.stop()
  update()
  document.addEventListener('visibilitychange', update)
  addEventListener('pageshow', update)
  addEventListener('pagehide', leave)
  addEventListener('offline', live.wentOffline)
  addEventListener('online', live.cameOnline)
  return () => {
    live.stop()
    document.removeEventListener('visibilitychange', update)
    removeEventListener('pageshow', update)
    removeEventListener('pagehide', leave)
    removeEventListener('offline', live.wentOffline)
    removeEventListener('online', live.cameOnline)
  }
}

const onServer: LiveState = { mode: 'live', freshAt: 0 }

/** Call once per page. */
export function useLive(): LiveState {
  const client = useQueryClient()
  const { eventId } = useBoot()
  const live = useMemo(() => liveOf(client, eventId), [client, eventId])
  useEffect(() => startWhileVisible(live), [live])
  return useStore(live, onServer)
}
