import { describe, expect, test } from 'bun:test'
import type { Entry, Tournament } from '#contract/tournaments.ts'
import { samples, showcaseOf } from './showcase.ts'

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

describe('showcaseOf', () => {
  test('nothing when all is over, too far ahead or cancelled', () => {
    expect(
      showcaseOf(
        [
          tournament('past', -9 * day, -day),
          tournament('far', 31 * day, 32 * day),
          tournament('off', -day, day, { status: 'cancelled' }),
        ],
        now,
      ),
    ).toEqual([])
  })
  test('at most three: what is on first, then what starts next', () => {
    const all = [
      tournament('later', 9 * day, 10 * day),
      tournament('on', -day, day),
      tournament('soon', day, 2 * day),
      tournament('next', 3 * day, 4 * day),
    ]
    expect(showcaseOf(all, now).map(item => item.id)).toEqual(['on', 'soon', 'next'])
  })
  test('adds up backers, names who leads, and comes back after signing in', () => {
    const [card] = showcaseOf(
      [
        tournament('a/b', -day, day, {
          entries: [
            entry('Reel Deal', { currentPosition: 1, backerCount: 3, bestCatch: '{"weight":412.5}' }),
            entry('Old Salt', { currentPosition: 2, backerCount: 4 }),
          ],
        }),
      ],
      now,
    )
    expect(card).toMatchObject({
      description: 'Join this exciting fishing tournament',
      backers: 7,
      note: '1st: Reel Deal, 412.5 lbs',
      href: '/login?next=%2Ftournament%2Fa%252Fb',
    })
  })
})

test('the samples: goals of $10,000 and $15,000; 73, 100 and 45 percent of them', () => {
  const shares = samples.map(({ funding }) => [
    funding?.goal,
    funding?.percent,
    (Number(funding?.raised) * 100) / Number(funding?.goal),
  ])
  expect(shares).toEqual([
    ['10000.00', 73, 73],
    ['15000.00', 100, 100],
    ['10000.00', 45, 45],
  ])
})
