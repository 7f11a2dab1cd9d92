import { useSyncExternalStore } from 'react'
import { jsonStorage, makeEmitter } from '#client/lib/store.ts'

const key = 'reelstake.crew.preferences'
const storage = jsonStorage(key)
const defaults = {
  /** Applies where the browser tells the connection type. */
  wifiOnly: false,
  notifications: true,
  /** The app has asked which boat the person crews. */
  boatAsked: false,
  installDeclined: false,
}

type Preferences = typeof defaults

const changes = makeEmitter()
let current: Preferences | null = null

function read(): Preferences {
  const flags = Object.entries(storage.read() ?? {}).filter(
    ([name, value]) => Object.hasOwn(defaults, name) && typeof value === 'boolean',
  )
  return { ...defaults, ...Object.fromEntries(flags) }
}

export const preferences = (): Preferences => {
  current ??= read()
  return current
}

export function setPreferences(change: Partial<Preferences>): void {
  current = { ...preferences(), ...change }
  // Without storage it applies until the app closes.
  storage.write(current)
  changes.emit()
}

/** Calls the listener on changes in any tab. @returns unsubscribes */
export function onPreferences(listener: () => void): () => void {
  const unsubscribe = changes.subscribe(listener)
  const hearOtherTab = (event: StorageEvent) => {
    if (event.key !== key && event.key !== null) return
    current = null
    listener()
  }
  addEventListener('storage', hearOtherTab)
  return () => {
    unsubscribe()
    removeEventListener('storage', hearOtherTab)
  }
}

export const usePreferences = (): Preferences => useSyncExternalStore(onPreferences, preferences, preferences)
