import { useEffect } from 'react'
import { minuteMs } from '#client/domain/dates.ts'
import { useBoot } from '#client/lib/boot.tsx'

const everyMs = 5 * minuteMs
/** Answers of pages that have just come back are let in first. */
const settleMs = 2000
const patienceMs = 20_000

/**
 * Keeps the page itself up to date, which hangs there for weeks: when the server serves another build, or the gate,
 * it is loaded anew, and only when the server has just answered. Each look also lets the worker keep the page as it is now.
 * @param isConnected false while nothing can be asked
 */
export function useFreshPage(isConnected: boolean): void {
  const { files } = useBoot()
  useEffect(() => {
    if (!isConnected) return
    const look = async () => {
      try {
        const response = await fetch(location.href, {
          cache: 'no-store',
          signal: AbortSignal.timeout(patienceMs),
        })
        if (!response.ok) return
        const html = await response.text()
        if (!files.modulepreload.every(file => html.includes(file))) location.reload()
      } catch {
        // The next look may have an answer.
      }
    }
    const run = () => void look()
    const first = setTimeout(run, settleMs)
    const timer = setInterval(run, everyMs)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [isConnected, files])
}

/** Lets the worker keep the page for a reload without a network. Not where pages are not secure: there is none there. */
export function useKioskWorker(): void {
  useEffect(() => {
    // The development server has no build of it.
    if (process.env.NODE_ENV !== 'production' || !('serviceWorker' in navigator)) return
    const keep = async () => {
      await navigator.serviceWorker.register('/kiosk-worker.js', { scope: '/kiosk' })
      await navigator.serviceWorker.ready
      // The first page came before the worker did.
      if (!(await caches.match(location.pathname))) await fetch(location.href, { cache: 'no-store' })
    }
    keep().catch(() => {})
  }, [])
}
