import { makeStore } from '#client/lib/store.ts'
import { useStore } from '#client/lib/use-store.ts'
import { whenIdle } from './busy.ts'
import { takeOverMessage } from './cache-names.ts'

/** Seconds of a phone's sleep are nothing; an app left open for days should hear of a new build all the same. */
const checkEveryMs = 3_600_000
/** How long a worker that is told to take over may take. */
const takesOverWithinMs = 5000
/** After a first worker did not come to be. */
const againMs = 20_000

const waitingWorker = makeStore<ServiceWorker | null>(null)
let isAccepted = false
let hasStarted = false

function watch(registration: ServiceWorkerRegistration): void {
  const look = () => {
    // The very first worker replaces nothing, and so is no update.
    if (registration.waiting && registration.active) waitingWorker.set(registration.waiting)
  }
  look()
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', look)
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
      // The link was cut while it fetched: the browser gives it up, but keeps what it had fetched.
      if (first.state === 'redundant') again()
      if (first.state === 'activated') watch(registration)
    })
  } catch (error) {
    // Storage may be refused: the app then needs the network, as any page. Else the network failed.
    if (error instanceof TypeError) again()
  }
}

/**
 * Makes the app open without a network from the second visit on. Begins once the page has loaded: on a slow link it
 * would take the line from what the first visit needs. Under `bun dev` there is none: it would serve what has changed.
 */
export function startServiceWorker(): void {
  if (hasStarted || process.env.NODE_ENV !== 'production' || !('serviceWorker' in navigator)) return
  hasStarted = true
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (isAccepted) reload()
  })
  if (document.readyState === 'complete') void register()
  else addEventListener('load', () => void register(), { once: true })
}

/** A recording may have begun since it was asked for. */
const reload = () => whenIdle(() => location.reload())

/** Takes the new build: the page loads anew as soon as its worker has taken over. */
export function acceptUpdate(): void {
  isAccepted = true
  const waiting = waitingWorker.get()
  const isWaiting = waiting?.state === 'installed'
  if (isWaiting) waiting?.postMessage(takeOverMessage)
  // Another tab may have taken it already. Else: what the old worker still answers holds the new one up, and ends with the page that asked.
  setTimeout(reload, isWaiting ? takesOverWithinMs : 0)
}

/** Whether a new build waits to be taken. */
export const useUpdateReady = (): boolean => useStore(waitingWorker, null) !== null
