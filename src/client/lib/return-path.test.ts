import { afterEach, beforeEach, expect, setSystemTime, spyOn, test } from 'bun:test'
import { storeReturnPath, takeReturnPath } from './return-path.ts'

const values = new Map<string, string>()
const storage = {
  getItem: (key: string) => values.get(key) ?? null,
  setItem: (key: string, value: string) => void values.set(key, value),
  removeItem: (key: string) => void values.delete(key),
}

beforeEach(() => {
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: storage })
})
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'localStorage')
  values.clear()
  setSystemTime()
})

test('returns the path once', () => {
  storeReturnPath('/owner/abc')
  expect(takeReturnPath()).toBe('/owner/abc')
  expect(takeReturnPath()).toBe('/')
  expect(values.size).toBe(0)
})

test('forgets it after an hour', () => {
  storeReturnPath('/owner/abc')
  setSystemTime(Date.now() + 3_600_000)
  expect(takeReturnPath()).toBe('/')
  expect(values.size).toBe(0)
})

test('never leads to another site', () => {
  storeReturnPath('//evil.example.org')
  expect(takeReturnPath()).toBe('/')
})

test('does without storage that is blocked or damaged', () => {
  const get = spyOn(storage, 'getItem')
  get.mockReturnValueOnce('{')
  expect(takeReturnPath()).toBe('/')
  get.mockRestore()
  Reflect.deleteProperty(globalThis, 'localStorage')
  storeReturnPath('/owner/abc')
  expect(takeReturnPath()).toBe('/')
})
