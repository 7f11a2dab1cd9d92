import { makeStore } from '#client/lib/store.ts'
import { useStore } from '#client/lib/use-store.ts'

/** Event of an install offer; Safari and Firefox have none. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>
}

const isInstallOffer = (event: Event): event is InstallOffer => 'prompt' in event

const offer = makeStore<InstallOffer | null>(null)

/** Keeps the browser's offer to install the app, for a button. */
export function watchInstallOffers(): void {
  addEventListener('beforeinstallprompt', event => {
    if (!isInstallOffer(event)) return
    event.preventDefault()
    offer.set(event)
  })
  addEventListener('appinstalled', () => offer.set(null))
}

export const useIsInstallable = (): boolean => useStore(offer, null) !== null

/** The browser asks once for each offer. */
export function install(): void {
  const event = offer.get()
  offer.set(null)
  void event?.prompt().catch(() => {})
}
