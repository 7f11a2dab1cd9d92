import { useEffect } from 'react'

/** Keeps the screen for when it is opened without a network. Secure pages only. */
export function useKioskWorker(): void {
  useEffect(() => {
    // Production builds only.
    if (process.env.NODE_ENV !== 'production' || !('serviceWorker' in navigator)) return
    const keep = async () => {
      await navigator.serviceWorker.register('/kiosk-worker.js', { scope: '/kiosk' })
      await navigator.serviceWorker.ready
      // The worker didn't see the first load.
      if (!(await caches.match(location.pathname))) await fetch(location.href, { cache: 'no-store' })
    }
    keep().catch(() => {})
  }, [])
}
