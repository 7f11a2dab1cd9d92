import { makeEmitter } from '#client/lib/store.ts'

/** What a person has set on this device. */
export interface Preferences {
  /** Upload over Wi-Fi alone, where the browser can tell. */
  wifiOnly: boolean
  /** Say when an upload is done while the app is out of sight. */
  notifications: boolean
}

const key = 'reelstake.crew.preferences'
const defaults: Preferences = { wifiOnly: false, notifications: true }

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
    return { wifiOnly: flag('wifiOnly'), notifications: flag('notifications') }
  } catch {
    // Storage may be refused, or hold what is not ours.
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
    // It holds for as long as the app is open.
  }
  changes.emit()
}

export const onPreferences = changes.subscribe
