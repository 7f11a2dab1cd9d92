import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import WifiOff from 'lucide-react/icons/wifi-off'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { isStale } from '#client/lib/invalidate.ts'
import { Announcer } from '#client/ui/announcer.tsx'
import { relativeTime } from '#client/ui/format.ts'
import { useNow } from '#client/ui/now.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { css } from '#styled/css/index.js'
import { type Live, makeLive } from './live.ts'

function liveOf(client: QueryClient): Live {
  return makeLive({
    open({ onOpen, onChange, onError }) {
      const source = new EventSource('/api/events')
      source.onopen = onOpen
      source.addEventListener('change', event => onChange(String(event.data)))
      source.onerror = () => onError(source.readyState === EventSource.CLOSED)
      return source
    },
    refresh: change =>
      client.invalidateQueries(
        { predicate: ({ queryKey }) => isStale(String(queryKey[0]), change) },
        { throwOnError: true },
      ),
    now: Date.now,
    after(ms, run) {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  })
}

/** Binds it to this page. A page out of sight gives its connection back: a browser has six for a whole site. */
function keepUp(live: Live): () => void {
  const look = () => (document.visibilityState === 'visible' ? live.start() : live.stop())
  const leave = () => live.stop()
  look()
  document.addEventListener('visibilitychange', look)
  addEventListener('pageshow', look)
  addEventListener('pagehide', leave)
  addEventListener('offline', live.lost)
  addEventListener('online', live.found)
  return () => {
    live.stop()
    document.removeEventListener('visibilitychange', look)
    removeEventListener('pageshow', look)
    removeEventListener('pagehide', leave)
    removeEventListener('offline', live.lost)
    removeEventListener('online', live.found)
  }
}

const pill = css({
  position: 'fixed',
  insetInlineStart: '4',
  bottom: 'max(1rem, env(safe-area-inset-bottom))',
  zIndex: 'sticky',
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  maxWidth: 'calc(100vw - 2rem)',
  minHeight: 'touch',
  paddingInline: '4',
  borderRadius: 'full',
  borderWidth: '1px',
  borderColor: 'edge',
  backgroundColor: 'raised',
  color: 'ink',
  boxShadow: 'overlay',
  textStyle: 'small',
  fontWeight: 'semibold',
  '& svg': { flexShrink: '0', color: 'danger' },
})

/** Keeps what the page shows up to date, says what changed, and says how old it is when the network is gone. */
export function LivePage() {
  const client = useQueryClient()
  const live = useMemo(() => liveOf(client), [client])
  useEffect(() => keepUp(live), [live])
  const { mode, freshAt } = useSyncExternalStore(live.subscribe, live.get, live.get)
  const isOffline = mode === 'offline'
  return (
    <>
      <Announcer />
      {/* Said once; the age goes on in silence. */}
      <VisuallyHidden role="status">
        {isOffline && 'No connection. What is shown may be out of date.'}
      </VisuallyHidden>
      {isOffline && <Age freshAt={freshAt} />}
    </>
  )
}

function Age({ freshAt }: { freshAt: number }) {
  // Only so that the age goes on.
  useNow()
  useEffect(() => {
    const { style } = document.documentElement
    // Toasts stand above it.
    style.setProperty('--toast-offset', '4.5rem')
    return () => void style.removeProperty('--toast-offset')
  }, [])
  return (
    <p className={pill}>
      <WifiOff size={18} aria-hidden />
      <span>No connection. Last updated {relativeTime(new Date(freshAt).toISOString(), Date.now())}.</span>
    </p>
  )
}
