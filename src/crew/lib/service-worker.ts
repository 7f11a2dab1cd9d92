import { whenIdle } from '#client/lib/busy.ts'
import { makeStore } from '#client/lib/store.ts'
import { useStore } from '#client/lib/use-store.ts'
import { activateMessage } from './cache-names.ts'

const checkEveryMs = 3_600_000
const takesOverWithinMs = 5000
/** Milliseconds. */
const againMs = 20_000

const waitingWorker = makeStore<ServiceWorker | null>(null)
let isAccepted = false

function watch(registration: ServiceWorkerRegistration): void {
  const update = () => {
    if (registration.waiting && registration.active) waitingWorker.set(registration.waiting)
  }
  update()
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', update)
  })
  let checkedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAt < checkEveryMs) return
    checkedAt = Date.now()
    void registration.update().catch(() => {})
  })
}

async function register(): Promise<void> {
  const again = () => setTimeout(() => void register(), againMs)
  try {
    const options = { scope: '/crew', updateViaCache: 'none' } as const
    const registration = await navigator.serviceWorker.register('/crew/sw.js', options)
    const first = registration.active ? null : registration.installing
    if (!first) return watch(registration)
    first.addEventListener('statechange', () => {
      // Its fetches failed; the browser drops the worker.
      if (first.state === 'redundant') again()
      if (first.state === 'activated') watch(registration)
    })
  } catch (error) {
    // Retries network errors; with blocked storage the app is online only.
    if (error instanceof TypeError) again()
  }
}

/** Registers after `load`, to leave the first visit the connection. Off under `bun dev`. */
export function startServiceWorker(): void {
  if (process.env.NODE_ENV !== 'production' || !('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (isAccepted) reload()
  })
  if (document.readyState === 'complete') void register()
  else addEventListener('load', () => void register(), { once: true })
}

const reload = () => whenIdle(() => location.reload())

export function acceptUpdate(): void {
  isAccepted = true
  const waiting = waitingWorker.get()
  const isWaiting = waiting?.state === 'installed'
  if (isWaiting) waiting?.postMessage(activateMessage)
  // An open stream may delay a waiting worker until this page is gone; a missing one was activated by another tab.
  setTimeout(reload, isWaiting ? takesOverWithinMs : 0)
}

export const useUpdateReady = (): boolean => useStore(waitingWorker, null) !== null
