import { describe, expect, test } from 'bun:test'
import {
  formatClock,
  formatDateRange,
  formatDateTime,
  formatDay,
  formatTime,
  instantOfLocal,
  relativeTime,
} from '#client/domain/dates.ts'
import { exactMoney, formatMoney, formatNet, fundedPercent } from '#contract/money.ts'
import { initials } from '#contract/names.ts'
import {
  countText,
  formatBytes,
  formatDuration,
  formatPercent,
  ordinal,
  spokenDuration,
} from '#contract/numbers.ts'
import { formatWeight } from '#contract/weight.ts'

describe('money', () => {
  test('a net amount has its sign', () =>
    expect([150, -150, -5, 0].map(formatNet)).toEqual(['+$1.50', '−$1.50', '−$0.05', '$0.00']))

  test.each([
    ['1250', '$1,250'],
    ['1250.00', '$1,250'],
    ['1250.5', '$1,250.50'],
    ['0', '$0'],
    ['0.05', '$0.05'],
    ['-12.30', '−$12.30'],
    ['-0', '$0'],
    ['007', '$7'],
    ['10000', '$10,000'],
  ])('%s is %s', (amount, text) => {
    expect(formatMoney(amount)).toBe(text)
  })

  test('an exact amount keeps its cents', () => expect(exactMoney('1250')).toBe('$1,250.00'))

  test('a string keeps digits that a float would lose', () => {
    expect(formatMoney('9007199254740993.01')).toBe('$9,007,199,254,740,993.01')
  })

  test.each(['', 'abc', '1,000', '1e5'])('%s is no amount', amount => {
    expect(formatMoney(amount)).toBe('—')
  })
})

test('a funded percent is whole, and 100 only with the whole goal', () => {
  expect(fundedPercent('7250.00', '10000.00')).toBe(73)
  expect(fundedPercent('9999.99', '10000.00')).toBe(99)
  expect(fundedPercent('10000.00', '10000.00')).toBe(100)
})

test('percent is whole and never rounds up to done', () => {
  expect(formatPercent(99.9)).toBe('99%')
  expect(formatPercent(1280)).toBe('1,280%')
})

test('durations', () => {
  expect(formatDuration(9.6)).toBe('0:10')
  expect(formatDuration(60)).toBe('1:00')
  expect(formatDuration(3723)).toBe('1:02:03')
  expect(formatDuration(Number.NaN)).toBe('0:00')
  expect(spokenDuration(61)).toBe('1 minute 1 second')
  expect(spokenDuration(0)).toBe('0 seconds')
})

test('weights, sizes, places', () => {
  expect(formatWeight(1847.25)).toBe('1,847.25 lbs')
  expect(
    [900, 12_340_000, 999_949_999, 999_950_000, 10_737_400_000, 1_234_000_000_000].map(formatBytes),
  ).toEqual(['1 kB', '12.3 MB', '999.9 MB', '1 GB', '10.7 GB', '1,234 GB'])
  expect([1, 2, 3, 4, 11, 12, 13, 21, 112].map(ordinal).join()).toBe(
    '1st,2nd,3rd,4th,11th,12th,13th,21st,112th',
  )
})

test.each([
  ['Reel Deal', 'RD'],
  ['Poseidon', 'PO'],
  ['The Salty Dog', 'SD'],
  ['The Reel', 'TR'],
  ['ana.reyes@example.com', 'AN'],
  ['Éric Ørsted', 'ÉØ'],
  ['', '?'],
])('initials of %p are %p', (name, text) => {
  expect(initials(name)).toBe(text)
})

describe('relative time', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  test.each([
    ['2026-11-21T11:59:30Z', 'just now'],
    ['2026-11-21T11:59:00Z', '1 minute ago'],
    ['2026-11-21T11:00:00Z', '1 hour ago'],
    ['2026-11-19T11:00:00Z', '2 days ago'],
    ['2026-11-21T14:00:00Z', 'in 2 hours'],
    ['2026-01-02T00:00:00Z', 'Jan 2, 2026'],
    ['garbage', 'Recently posted'],
    ['', 'Recently posted'],
  ])('%s is %s', (iso, text) => {
    expect(relativeTime(iso, now)).toBe(text)
  })
})

test('a relative time of more than a week is the date in the reader’s zone, as the exact time beside it', () => {
  const evening = {
    partsAt: () => ({ year: 2026, month: 0, day: 1, hour: 18, minute: 0 }),
    nameAt: () => 'CST',
  }
  expect(relativeTime('2026-01-02T00:00:00Z', Date.parse('2026-11-21T12:00:00Z'), evening)).toBe(
    'Jan 1, 2026',
  )
})

test('a time of today has no date', () => {
  const now = Date.parse('2026-11-21T20:00:00Z')
  expect(formatClock('2026-11-21T18:07:00Z', now)).toBe('6:07 PM UTC')
  expect(formatClock('2026-11-20T23:59:00Z', now)).toBe('Nov 20, 2026')
  expect(formatClock('x', now)).toBe('')
})

test.each([
  ['2026-11-30T00:01:00Z', 'Today'],
  ['2026-11-29T23:59:00Z', 'Yesterday'],
  ['2026-11-28T12:00:00Z', 'Saturday, Nov 28'],
  ['2025-11-28T12:00:00Z', 'Friday, Nov 28, 2025'],
  ['x', ''],
])('%s is of the day %p', (iso, day) => {
  expect(formatDay(iso, Date.parse('2026-11-30T20:00:00Z'))).toBe(day)
})

test('a time of day', () => {
  expect(formatTime('2026-11-21T18:07:00Z')).toBe('6:07 PM UTC')
  expect(formatTime('x')).toBe('')
})

test('dates', () => {
  expect(formatDateTime('2026-11-21T00:05:00Z')).toBe('Nov 21, 2026, 12:05 AM UTC')
  expect(formatDateTime('2026-11-21T12:05:00Z')).toBe('Nov 21, 2026, 12:05 PM UTC')
  expect(formatDateRange('2026-11-20T00:00:00Z', '2026-11-23T00:00:00Z')).toBe('Nov 20–23, 2026')
  expect(formatDateRange('2026-11-30T00:00:00Z', '2026-12-02T00:00:00Z')).toBe('Nov 30 – Dec 2, 2026')
  expect(formatDateRange('2026-12-30T00:00:00Z', '2027-01-02T00:00:00Z')).toBe('Dec 30, 2026 – Jan 2, 2027')
  expect(formatDateRange('2026-12-30T00:00:00Z', '2026-12-30T10:00:00Z')).toBe('Dec 30, 2026')
  expect(formatDateRange('x', 'y')).toBe('')
})

test('a local date-time becomes an instant, an empty one nothing', () => {
  expect(instantOfLocal('2026-11-21T15:30')).toBe(new Date(2026, 10, 21, 15, 30).toISOString())
  expect(instantOfLocal('')).toBe('')
  expect(instantOfLocal('tomorrow')).toBe('')
})

test('a count has its noun', () => {
  expect(countText(1, 'backer')).toBe('1 backer')
  expect(countText(1, 'entry', 'entries')).toBe('1 entry')
  expect(countText(2, 'entry', 'entries')).toBe('2 entries')
  expect(countText(0, 'backer')).toBe('0 backers')
  expect(countText(1200, 'backer')).toBe('1,200 backers')
})
