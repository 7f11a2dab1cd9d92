const reasons = new Set<string>()
let sentinel: WakeLockSentinel | null = null
let isSettling = false
let isListening = false

/** Requests or releases until the lock matches the reasons. A low battery may refuse it. */
async function settle(): Promise<void> {
  if (isSettling || !('wakeLock' in navigator)) return
  const isNeeded = reasons.size > 0 && document.visibilityState === 'visible'
  if (isNeeded === (sentinel !== null)) return
  isSettling = true
  try {
    if (sentinel) {
      const lock = sentinel
      sentinel = null
      await lock.release()
    } else {
      const lock = await navigator.wakeLock.request('screen')
      sentinel = lock
      // The browser releases it on hide; this event may come after the next request.
      lock.onrelease = () => {
        if (sentinel === lock) sentinel = null
      }
    }
  } catch {
    sentinel = null
    return
  } finally {
    isSettling = false
  }
  await settle()
}

/** Keeps the screen on until all reasons end. Secure pages only (decision 0032). */
export function keepAwake(reason: 'kiosk' | 'recording' | 'uploading', on: boolean): void {
  if (on === reasons.has(reason)) return
  if (on) reasons.add(reason)
  else reasons.delete(reason)
  if (!isListening) {
    isListening = true
    document.addEventListener('visibilitychange', () => void settle())
  }
  void settle()
}
