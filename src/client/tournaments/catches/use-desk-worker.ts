import { useEffect } from 'react'
import { minuteMs } from '#client/domain/dates.ts'

const worker = '/desk-worker.js'
const everyMs = 5 * minuteMs

/** Keeps the weigh desk, with its boats and catches, for when it is opened without a network. Secure pages only. */
export function useDeskWorker(): void {
  useEffect(() => {
    // Production builds only.
    if (process.env.NODE_ENV !== 'production' || !('serviceWorker' in navigator)) return
    const keep = async () => {
      await navigator.serviceWorker.register(worker, { scope: '/tournament/' })
      // The worker caches only requests that it sees.
      while (!navigator.serviceWorker.controller?.scriptURL.endsWith(worker))
        await new Promise(resolve =>
          navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
        )
      await fetch(`${location.pathname}?section=weigh-in`, { cache: 'no-store' })
    }
    const run = () => void keep().catch(() => {})
    run()
    const timer = setInterval(run, everyMs)
    return () => clearInterval(timer)
  }, [])
}
