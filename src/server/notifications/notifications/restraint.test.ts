import { describe, expect, spyOn, test } from 'bun:test'
import { minute } from '#contract/time.ts'
import { quietEnd, sendTime, wallClock } from './restraint.rules.ts'

const at = (iso: string) => Date.parse(iso)
const iso = (time: number) => new Date(time).toISOString()
const newYork = { from: '22:00', to: '07:00', timeZone: 'America/New_York' }

describe('quiet hours', () => {
  test('end at the person’s local time, also over both changes of daylight saving', () => {
    // 2026-03-08 02:00 becomes 03:00; 2026-11-01 02:00 becomes 01:00.
    for (const [now, end] of [
      ['2026-03-07T03:30:00Z', '2026-03-07T12:00:00.000Z'],
      ['2026-03-08T03:30:00Z', '2026-03-08T11:00:00.000Z'],
      ['2026-03-08T08:30:00Z', '2026-03-08T11:00:00.000Z'],
      ['2026-11-01T02:30:00Z', '2026-11-01T12:00:00.000Z'],
      ['2026-11-01T06:30:00Z', '2026-11-01T12:00:00.000Z'],
      ['2026-11-02T03:30:00Z', '2026-11-02T12:00:00.000Z'],
    ] as const)
      expect([now, iso(quietEnd(at(now), newYork))]).toEqual([now, end])
  })

  test('begin and end on the minute, over midnight or within a day', () => {
    expect(iso(quietEnd(at('2026-06-01T11:00:00Z'), newYork))).toBe('2026-06-01T11:00:00.000Z')
    expect(iso(quietEnd(at('2026-06-01T10:59:59Z'), newYork))).toBe('2026-06-01T11:00:00.000Z')
    expect(iso(quietEnd(at('2026-06-02T01:59:59Z'), newYork))).toBe('2026-06-02T01:59:59.000Z')
    const nap = { from: '13:00', to: '14:00', timeZone: 'Europe/Berlin' }
    expect(iso(quietEnd(at('2026-06-01T11:30:00Z'), nap))).toBe('2026-06-01T12:00:00.000Z')
    expect(iso(quietEnd(at('2026-06-01T12:00:00Z'), nap))).toBe('2026-06-01T12:00:00.000Z')
  })

  test('that skip an hour which the clock skips end all the same', () => {
    // In Berlin, 2026-03-29 02:00 becomes 03:00.
    const gap = { from: '01:30', to: '02:30', timeZone: 'Europe/Berlin' }
    expect(iso(quietEnd(at('2026-03-29T00:45:00Z'), gap))).toBe('2026-03-29T01:00:00.000Z')
  })
})

test('a zone that the server no longer knows counts as UTC', () => {
  expect(wallClock(at('2026-06-01T11:05:00Z'), 'Mars/Olympus')).toEqual({ day: '2026-06-01', time: '11:05' })
  const night = { from: '22:00', to: '07:00', timeZone: 'Mars/Olympus' }
  expect(iso(quietEnd(at('2026-06-01T23:00:00Z'), night))).toBe('2026-06-02T07:00:00.000Z')
})

test('formats of time zones stay bounded in number', () => {
  const make = spyOn(Intl, 'DateTimeFormat')
  const zones = Intl.supportedValuesOf('timeZone')
  for (const zone of zones) wallClock(0, zone)
  make.mockClear()
  wallClock(0, zones.at(-1) ?? '')
  expect(make).toHaveBeenCalledTimes(0)
  wallClock(0, zones[0] ?? '')
  expect(make).toHaveBeenCalledTimes(1)
  make.mockRestore()
})

describe('the time of a push', () => {
  const now = at('2026-06-01T12:00:10Z')
  const push = { now, boat: 'a', urgent: false, channel: 'push' } as const

  test('is now for the first, and ten minutes later for the next about the same boat', () => {
    expect(sendTime(push, [], null)).toBe(now)
    const earlier = [{ boat: 'a', at: now - 4 * minute }]
    expect(iso(sendTime(push, earlier, null))).toBe('2026-06-01T12:07:00.000Z')
    expect(sendTime({ ...push, boat: 'b' }, earlier, null)).toBe(now)
    expect(sendTime({ ...push, urgent: true }, earlier, null)).toBe(now)
    expect(sendTime(push, [{ boat: 'a', at: now - 10 * minute }], null)).toBe(now)
  })

  test('is a minute later after three within a minute, so that a burst becomes a summary', () => {
    const burst = ['b', 'c', 'd'].map(boat => ({ boat, at: now - 1000 }))
    expect(iso(sendTime({ ...push, urgent: true }, burst, null))).toBe('2026-06-01T12:02:00.000Z')
    expect(sendTime(push, burst.slice(1), null)).toBe(now)
  })

  test('is the end of quiet hours, for urgent ones too; mails wait for more', () => {
    const night = at('2026-06-01T03:00:00Z')
    expect(iso(sendTime({ ...push, now: night, urgent: true }, [], newYork))).toBe('2026-06-01T11:00:00.000Z')
    expect(iso(sendTime({ ...push, channel: 'mail' }, [], null))).toBe('2026-06-01T12:03:00.000Z')
  })
})
