import { afterEach, beforeEach, expect, test } from 'bun:test'
import { onPreferences, preferences, setPreferences } from './preferences.ts'

const key = 'reelstake.crew.preferences'
const values = new Map<string, string>()
const storage = {
  getItem: (name: string) => values.get(name) ?? null,
  setItem: (name: string, value: string) => void values.set(name, value),
}

const storageEvent = (name: string | null) => Object.assign(new Event('storage'), { key: name })

beforeEach(() => {
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: storage })
})
afterEach(() => {
  values.clear()
  const stop = onPreferences(() => {})
  dispatchEvent(storageEvent(null))
  stop()
  Reflect.deleteProperty(globalThis, 'localStorage')
})

test('what another tab sets applies here at once, and stays when this tab sets another one', () => {
  let changes = 0
  expect(preferences().wifiOnly).toBe(false)
  const stop = onPreferences(() => {
    changes += 1
  })
  values.set(key, JSON.stringify({ wifiOnly: true }))
  dispatchEvent(storageEvent('another.key'))
  expect(changes).toBe(0)
  dispatchEvent(storageEvent(key))
  expect([changes, preferences().wifiOnly]).toEqual([1, true])
  setPreferences({ boatAsked: true })
  expect(JSON.parse(values.get(key) ?? '{}')).toMatchObject({ wifiOnly: true, boatAsked: true })
  stop()
  dispatchEvent(storageEvent(key))
  expect(changes).toBe(2)
})
