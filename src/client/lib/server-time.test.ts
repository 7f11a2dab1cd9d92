import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { hour, minute } from '#contract/time.ts'
import { estimateServerTime, serverNow, setServerTime } from './server-time.ts'

const start = Date.parse('2026-06-02T15:00:00Z')

afterEach(() => void setSystemTime())

test('a page knows the server’s time by a clock that is three hours slow, also after the device has slept', () => {
  const sinceStart = (ms: number) => setSystemTime(start - 3 * hour + ms)
  sinceStart(0)
  estimateServerTime(start)
  expect(serverNow()).toBe(start)
  sinceStart(2 * hour)
  expect(serverNow()).toBe(start + 2 * hour)
})

test('what the server says holds, also after the device’s clock was set', () => {
  setSystemTime(start)
  setServerTime(start + hour)
  estimateServerTime(start)
  expect(serverNow()).toBe(start + hour)
  setSystemTime(start + hour + minute)
  setServerTime(start + hour + minute)
  expect(serverNow()).toBe(start + hour + minute)
})
