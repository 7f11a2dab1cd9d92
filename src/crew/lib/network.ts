import { useSyncExternalStore } from 'react'

interface Connection extends EventTarget {
  readonly type?: string
  /** Megabits per second, rounded. */
  readonly downlink?: number
}

declare global {
  interface Navigator {
    readonly connection?: Connection
  }
}

export const isOnline = () => navigator.onLine !== false

/** Returns null if unknown. */
export function isOnWifi(): boolean | null {
  const type = navigator.connection?.type
  if (type === undefined || type === 'unknown' || type === 'other') return null
  return type === 'wifi' || type === 'ethernet'
}

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

/** Returns whether the browser is online, for texts only: browsers report dead networks as online. */
export const useOnline = () => useSyncExternalStore(onNetwork, isOnline, () => true)
