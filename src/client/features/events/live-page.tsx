import WifiOff from 'lucide-react/icons/wifi-off'
import { useEffect } from 'react'
import { relativeTime } from '#client/domain/dates.ts'
import { useNow } from '#client/lib/now.tsx'
import { Announcer } from '#client/ui/overlays/announcer.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { css } from '#styled/css/index.js'
import { useLive } from './use-live.ts'

const pill = css({
  position: 'fixed',
  insetInlineStart: '4',
  bottom: 'calc(var(--bottom-bar, 0rem) + max(1rem, env(safe-area-inset-bottom)))',
  zIndex: 'sticky',
  row: '2',
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

export function LivePage() {
  const { mode, freshAt } = useLive()
  const isOffline = mode === 'offline'
  return (
    <>
      <Announcer />
      {/* Announced once. */}
      <VisuallyHidden role="status">
        {isOffline && 'No connection. What is shown may be out of date.'}
      </VisuallyHidden>
      {isOffline && <Age freshAt={freshAt} />}
    </>
  )
}

function Age({ freshAt }: { freshAt: number }) {
  // Re-renders the age.
  useNow()
  useEffect(() => {
    const { style } = document.documentElement
    // Toasts are above it.
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
