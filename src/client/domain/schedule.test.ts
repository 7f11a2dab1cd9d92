import { describe, expect, test } from 'bun:test'
import { day, hour } from '#contract/time.ts'
import { categorise, categoryOf, type Dated, fundingClockText, timeText } from './schedule.ts'

const now = Date.parse('2026-11-21T12:00:00.000Z')
const iso = (offset: number) => new Date(now + offset).toISOString()
const between = (start: number, end: number): Dated => ({ startDate: iso(start), endDate: iso(end) })

describe('categoryOf', () => {
  test('none for a tournament without dates, or with dates that are none', () => {
    expect(categoryOf({}, now)).toBeNull()
    expect(categoryOf({ startDate: 'soon', endDate: iso(day) }, now)).toBeNull()
    expect(categoryOf({ startDate: iso(0) }, now)).toBeNull()
  })
  test('upcoming until the window of 30 days ends, to the millisecond', () => {
    expect(categoryOf(between(1, day), now)).toBe('upcoming')
    expect(categoryOf(between(30 * day, 31 * day), now)).toBe('upcoming')
    expect(categoryOf(between(30 * day + 1, 31 * day), now)).toBeNull()
  })
  test('active from the moment it starts until the moment it ends', () => {
    expect(categoryOf(between(0, day), now)).toBe('active')
    expect(categoryOf(between(-day, 1), now)).toBe('active')
    expect(categoryOf(between(-day, 0), now)).toBe('past')
  })
  test('takes the other spelling of the dates', () => {
    expect(categoryOf({ start_date: iso(-day), end_date: iso(day) }, now)).toBe('active')
  })
  test('goes by dates, not by status', () => {
    expect(categoryOf({ ...between(-day, day), ...{ status: 'upcoming' } }, now)).toBe('active')
  })
})

test('categorise puts first what comes next, and of the past what was last', () => {
  const late = between(2 * day, 9 * day)
  const soon = between(day, 9 * day)
  const ending = between(-day, day)
  const lasting = between(-2 * day, 5 * day)
  const old = between(-9 * day, -8 * day)
  const recent = between(-9 * day, -day)
  expect(categorise([late, old, lasting, soon, ending, recent, between(90 * day, 91 * day)], now)).toEqual({
    upcoming: [soon, late],
    active: [ending, lasting],
    past: [recent, old],
  })
})

describe('timeText', () => {
  test('says of a live tournament never that it starts, whatever the clock of the page', () => {
    expect(timeText({ ...between(1, day + 1), status: 'active' }, now)).toBe('1 day left')
  })
  test('nothing for what is over or has no dates', () => {
    expect(timeText(between(-day, 0), now)).toBeNull()
    expect(timeText({}, now)).toBeNull()
  })
  test.each([
    [3 * day, '3 days left'],
    [3 * day - 1, '2 days left'],
    [day, '1 day left'],
    [day - 1, 'Final day'],
    [1, 'Final day'],
  ])('active, %d ms before the end: %s', (remainingMs, text) => {
    expect(timeText(between(-day, remainingMs), now)).toBe(text)
  })
  test.each([
    [30 * day, 'Starts in 30 days'],
    [2 * day - 1, 'Starts in 1 day'],
    [day, 'Starts in 1 day'],
    [day - 1, 'Starts in 23 hours'],
    [5.5 * hour, 'Starts in 5 hours'],
    [hour, 'Starts in 1 hour'],
    [hour - 1, 'Starts in 59 minutes'],
    [1, 'Starts in 1 minute'],
  ])('upcoming, %d ms before the start: %s', (wait, text) => {
    expect(timeText(between(wait, wait + day), now)).toBe(text)
  })
})

test.each([
  [5 * day + 1, 'Funding closes in 5 days'],
  [2 * day, 'Funding closes in 2 days'],
  [2 * day - 1, 'Funding closes in 47 hours'],
  [2 * hour, 'Funding closes in 2 hours'],
  [hour - 1, 'Funding closes in 59 minutes'],
  [1, 'Funding closes in 1 minute'],
  [0, 'Funding is closed'],
  [-day, 'Funding is closed'],
])('the clock of funding, %d ms before it closes: %s', (remainingMs, text) => {
  expect(fundingClockText(iso(remainingMs), now)).toBe(text)
})
