import { afterEach, expect, spyOn, test } from 'bun:test'
import { zoneName } from './zone.tsx'

const zone = process.env.TZ
afterEach(() => {
  process.env.TZ = zone ?? 'UTC'
})

test.each([
  ['America/New_York', 'Eastern Time'],
  ['America/Los_Angeles', 'Pacific Time'],
  ['America/Phoenix', 'Mountain Standard Time'],
  ['Pacific/Honolulu', 'Hawaii-Aleutian Standard Time'],
  ['Australia/Sydney', 'Australian Eastern Time'],
  ['Pacific/Auckland', 'New Zealand Time'],
  ['Europe/Berlin', 'Central European Time'],
  ['UTC', 'UTC'],
])('%s is named without Intl, whose first use is slow', (timeZone, name) => {
  process.env.TZ = timeZone
  const spy = spyOn(Intl, 'DateTimeFormat')
  try {
    expect(zoneName()).toBe(name)
    expect(spy).not.toHaveBeenCalled()
  } finally {
    spy.mockRestore()
  }
})

test.each([
  ['Europe/London', 'United Kingdom Time'],
  ['Etc/GMT+5', 'GMT-05:00'],
])('%s has no such name', (timeZone, name) => {
  process.env.TZ = timeZone
  expect(zoneName()).toBe(name)
})

test('a name in another language is read in English', () => {
  process.env.TZ = 'Europe/Berlin'
  const spy = spyOn(Date.prototype, 'toString').mockReturnValue('… GMT+0100 (Mitteleuropäische Normalzeit)')
  try {
    expect(zoneName()).toBe('Central European Time')
  } finally {
    spy.mockRestore()
  }
})
