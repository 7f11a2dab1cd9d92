import { makeStore } from '#client/lib/store.ts'
import { useStore } from '#client/lib/use-store.ts'

/** Not in Safari and Firefox. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>
}

const isInstallOffer = (event: Event): event is InstallOffer => 'prompt' in event

const offered = makeStore<InstallOffer | null>(null)
let hasStarted = false

/** Keeps the browser's offer to install the app, for a button. */
export function watchInstallOffers(): void {
  if (hasStarted) return
  hasStarted = true
  addEventListener('beforeinstallprompt', event => {
    if (!isInstallOffer(event)) return
    event.preventDefault()
    offered.set(event)
  })
  addEventListener('appinstalled', () => offered.set(null))
}

export const useIsInstallable = (): boolean => useStore(offered, null) !== null

/** The browser asks once for each offer. */
export function install(): void {
  const offer = offered.get()
  offered.set(null)
  void offer?.prompt().catch(() => {})
}

export const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches
