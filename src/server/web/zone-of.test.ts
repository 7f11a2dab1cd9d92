import { expect, test } from 'bun:test'
import { formatDateRange, formatDateTime } from '#client/domain/dates.ts'
import { zoneOf } from './zone-of.ts'

test.each([
  [null, '2026-11-22T03:33:00Z', 'Nov 22, 2026, 3:33 AM UTC'],
  ['America/New_York', '2026-11-22T03:33:00Z', 'Nov 21, 2026, 10:33 PM EST'],
  ['America/New_York', '2026-11-01T05:30:00Z', 'Nov 1, 2026, 1:30 AM EDT'],
  ['America/New_York', '2026-11-01T06:30:00Z', 'Nov 1, 2026, 1:30 AM EST'],
  ['America/New_York', '2026-06-02T04:00:00Z', 'Jun 2, 2026, 12:00 AM EDT'],
  ['Asia/Kolkata', '2026-12-31T18:30:00Z', 'Jan 1, 2027, 12:00 AM GMT+5:30'],
])('a time in %p: %s is %s', (timeZone, iso, text) => {
  expect(formatDateTime(iso, zoneOf(timeZone))).toBe(text)
})

test('a range of dates in a zone, across a change of the clocks', () => {
  const [start, end] = ['2026-03-07T04:30:00Z', '2026-03-10T03:30:00Z']
  expect(formatDateRange(start, end)).toBe('Mar 7–10, 2026')
  expect(formatDateRange(start, end, zoneOf('America/New_York'))).toBe('Mar 6–9, 2026')
})
