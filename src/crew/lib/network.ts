/** Of the Network Information API, where there is one. */
interface Connection extends EventTarget {
  /** `wifi`, `cellular`, `ethernet`, `unknown`, … */
  readonly type?: string
  /** Megabits a second, rounded and guessed. */
  readonly downlink?: number
}

declare global {
  interface Navigator {
    readonly connection?: Connection
  }
}

export const isOnline = () => navigator.onLine !== false

/** Null: the browser does not say. */
export function isOnWifi(): boolean | null {
  const type = navigator.connection?.type
  if (type === undefined || type === 'unknown' || type === 'other') return null
  return type === 'wifi' || type === 'ethernet'
}

/** Calls back whenever what the browser says of the network changes. */
export function onNetwork(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  navigator.connection?.addEventListener('change', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
    navigator.connection?.removeEventListener('change', listener)
  }
}
