const reasons = new Set<string>()
let sentinel: WakeLockSentinel | null = null
let asking = false
let listens = false

/** Takes the lock when there is a reason, gives it back when there is none. A refusal is tolerated: battery saver. */
async function settle(): Promise<void> {
  if (asking || !('wakeLock' in navigator)) return
  const wanted = reasons.size > 0 && document.visibilityState === 'visible'
  if (wanted === (sentinel !== null)) return
  asking = true
  try {
    if (sentinel) {
      const held = sentinel
      sentinel = null
      await held.release()
    } else {
      const mine = await navigator.wakeLock.request('screen')
      sentinel = mine
      // The browser takes it away whenever the page is hidden; word of that may come after the next was taken.
      mine.onrelease = () => {
        if (sentinel === mine) sentinel = null
      }
    }
  } catch {
    sentinel = null
    return
  } finally {
    asking = false
  }
  await settle()
}

/** Keeps the screen on for as long as any reason holds. */
export function keepAwake(reason: 'recording' | 'uploading', on: boolean): void {
  if (on === reasons.has(reason)) return
  if (on) reasons.add(reason)
  else reasons.delete(reason)
  if (!listens) {
    listens = true
    document.addEventListener('visibilitychange', () => void settle())
  }
  void settle()
}
