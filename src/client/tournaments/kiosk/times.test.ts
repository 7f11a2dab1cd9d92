import { describe, expect, test } from 'bun:test'
import { ageText, timeLeft } from './times.ts'

const start = Date.parse('2026-11-20T00:00:00.000Z')
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
const cup = {
  startDate: new Date(start).toISOString(),
  endDate: new Date(start + 3 * day).toISOString(),
  status: 'active' as const,
}

describe('the time left', () => {
  test('none of what is over or cancelled', () => {
    expect(timeLeft(cup, start + 3 * day)).toBeNull()
    expect(timeLeft({ ...cup, status: 'cancelled' }, start + hour)).toBeNull()
  })
  test.each([
    [-12 * day - 12 * hour - 5 * minute, 'Starts in 12 d 12 h'],
    [-35 * minute, 'Starts in 35 min'],
    [-1, 'Starts in less than 1 min'],
    [0, '3 d left'],
    [3 * day - 3 * hour - 12 * minute, '3 h 12 min left'],
    [3 * day - hour, '1 h left'],
    [3 * day - 1000, 'less than 1 min left'],
  ])('%p ms after the start: %s', (after, text) => {
    expect(timeLeft(cup, start + after)).toBe(text)
  })
})

test.each([
  [-5000, 'just now'],
  [59_999, 'just now'],
  [3 * minute, '3 min ago'],
  [2 * hour + 5 * minute, '2 h 5 min ago'],
])('%p ms old: %s', (ms, text) => {
  expect(ageText(ms)).toBe(text)
})
