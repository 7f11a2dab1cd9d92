import { useEffect } from 'react'

/**
 * Keeps the screen on while the page is seen. The lock ends whenever the page is hidden, so it is taken again;
 * browsers give it to secure pages only (docs/decisions/0032).
 */
export function useWakeLock(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let isGone = false
    const take = async () => {
      if (document.visibilityState !== 'visible' || (lock !== null && !lock.released)) return
      try {
        lock = await navigator.wakeLock.request('screen')
        if (isGone) await lock.release()
      } catch {
        // A low battery refuses it; the next change of visibility asks again.
      }
    }
    const again = () => void take()
    again()
    document.addEventListener('visibilitychange', again)
    return () => {
      isGone = true
      document.removeEventListener('visibilitychange', again)
      void lock?.release().catch(() => {})
    }
  }, [])
}
