import { makeEmitter } from '#client/lib/store.ts'

export interface Preferences {
  /** Where the connection type is known. */
  wifiOnly: boolean
  notifications: boolean
  /** Which boat the person crews. */
  boatAsked: boolean
  installDeclined: boolean
}

const key = 'reelstake.crew.preferences'
const defaults: Preferences = {
  wifiOnly: false,
  notifications: true,
  boatAsked: false,
  installDeclined: false,
}

const changes = makeEmitter()
let current: Preferences | null = null

function read(): Preferences {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return defaults
    const flag = (name: keyof Preferences) => {
      const value: unknown = Reflect.get(stored, name)
      return typeof value === 'boolean' ? value : defaults[name]
    }
    return {
      wifiOnly: flag('wifiOnly'),
      notifications: flag('notifications'),
      boatAsked: flag('boatAsked'),
      installDeclined: flag('installDeclined'),
    }
  } catch {
    // Storage is blocked or invalid.
    return defaults
  }
}

export const preferences = (): Preferences => {
  current ??= read()
  return current
}

export function setPreferences(change: Partial<Preferences>): void {
  current = { ...preferences(), ...change }
  try {
    localStorage.setItem(key, JSON.stringify(current))
  } catch {
    // Applies until the app closes.
  }
  changes.emit()
}

export const onPreferences = changes.subscribe
