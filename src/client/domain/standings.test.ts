import { describe, expect, test } from 'bun:test'
import type { Entry, Tournament } from '#contract/tournaments.ts'
import { byPosition, fundingOf, leaderOf, rowsOf, standingsOf } from './standings.ts'

const funded = (currentFunding: string, fundingGoal: string) => ({ currentFunding, fundingGoal })

describe('fundingOf', () => {
  test('nothing without boats', () => {
    expect(fundingOf([])).toBeNull()
  })
  test('adds up in cents', () => {
    expect(fundingOf([funded('0.10', '0.30'), funded('0.20', '0.70')])).toEqual({
      raised: '0.30',
      goal: '1.00',
      percent: 30,
      complete: false,
    })
  })
  test('rounds to whole percent, yet never up to 100', () => {
    expect(fundingOf([funded('7250.00', '10000.00')])?.percent).toBe(73)
    expect(fundingOf([funded('9999.99', '10000.00')])).toMatchObject({ percent: 99, complete: false })
    expect(fundingOf([funded('10000.00', '10000.00')])).toMatchObject({ percent: 100, complete: true })
  })
})

const at = (currentPosition: number | null) => ({ currentPosition })

test('leaderOf: the lowest position that is one', () => {
  expect(leaderOf([at(null), at(3), at(1), at(2)])).toEqual(at(1))
  expect(leaderOf([at(null)])).toBeNull()
  expect(leaderOf([])).toBeNull()
})

test('byPosition: first place first, without a position last', () => {
  expect(byPosition([at(null), at(2), at(null), at(1)])).toEqual([at(1), at(2), at(null), at(null)])
})

test('rowsOf: its own position, or else its place in the list', () => {
  expect(rowsOf([at(2), at(null)]).map(({ position }) => position)).toEqual([2, 2])
})

const now = Date.parse('2026-11-21T12:00:00.000Z')
const day = 86_400_000
const iso = (offset: number) => new Date(now + offset).toISOString()

const tournament = (id: string, start: number, end: number, more: Partial<Tournament> = {}): Tournament => ({
  id,
  name: id,
  description: null,
  location: null,
  startDate: iso(start),
  endDate: iso(end),
  status: start > 0 ? 'upcoming' : end > 0 ? 'active' : 'completed',
  prizePool: null,
  organiserId: 'o',
  entries: [],
  ...more,
})

const entry = (name: string, more: Partial<Entry> = {}): Entry => ({
  id: name,
  boat: { id: name, name, captainName: 'Ana Reyes', description: null, imageUrl: null },
  fundingGoal: '1000.00',
  currentFunding: '0.00',
  payoutPercentage: 40,
  currentPosition: null,
  bestCatch: null,
  backerCount: 0,
  ...more,
})

describe('standingsOf', () => {
  const first = entry('first', { currentPosition: 1 })
  const second = entry('second', { currentPosition: 2 })
  test('null without a ranked entry', () => {
    expect(standingsOf([tournament('on', -day, day, { entries: [entry('x')] })], now)).toBeNull()
  })
  test('ranked boats of the one that is on, first place first', () => {
    const on = tournament('on', -day, day, { entries: [second, entry('x'), first] })
    const past = tournament('past', -9 * day, -8 * day, { entries: [first] })
    expect(standingsOf([past, on], now)).toEqual({ tournament: on, entries: [first, second] })
  })
  test('or else of the latest that was', () => {
    const old = tournament('old', -9 * day, -8 * day, { entries: [first] })
    const recent = tournament('recent', -4 * day, -3 * day, { entries: [second] })
    expect(standingsOf([old, recent], now)?.tournament.id).toBe('recent')
  })
  test('no more than asked for', () => {
    const on = tournament('on', -day, day, { entries: [first, second] })
    expect(standingsOf([on], now, 1)?.entries).toEqual([first])
  })
})
