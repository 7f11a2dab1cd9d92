import { describe, expect, test } from 'bun:test'
import type { Board } from '#contract/leaderboard.ts'
import { movedUp } from './moved-up.ts'

const board = (tournament: string, positions: Record<string, number | null>): Board => ({
  tournament: {
    id: tournament,
    name: tournament,
    description: null,
    location: null,
    startDate: '2026-11-20T12:00:00.000Z',
    endDate: '2026-11-24T12:00:00.000Z',
    fundingClosesAt: null,
    payoutDays: null,
    payoutsDueAt: null,
    status: 'active',
    prizePool: null,
    organiserId: 'o',
  },
  boats: Object.keys(positions).length,
  entries: Object.entries(positions).map(([boat, currentPosition]) => ({
    id: `${boat}@${tournament}`,
    boat: { id: boat, name: boat, captainName: 'Ana Reyes', description: null, imageUrl: null },
    fundingGoal: '1000.00',
    currentFunding: '0.00',
    payoutPercentage: 40,
    ifGoalMissed: 'share',
    goalReached: null,
    fundingOpen: true,
    closesAt: '2026-11-23T00:00:00.000Z',
    currentPosition,
    bestCatch: null,
    backerCount: 0,
  })),
})

describe('movedUp', () => {
  const before = [board('Open', { a: 1, b: 2, c: null })]
  test('nothing when no boat moved up', () => {
    expect(movedUp(before, before)).toEqual([])
    expect(movedUp([], before)).toEqual([])
  })
  test('a boat that moved up, or is ranked for the first time', () => {
    expect(movedUp(before, [board('Open', { b: 1, a: 2, c: 3 })])).toEqual([
      'b is now 1st in Open.',
      'c is now 3rd in Open.',
    ])
  })
  test('nothing of the tournaments of a further page', () => {
    expect(movedUp(before, [...before, board('Cup', { d: 1, e: 2 })])).toEqual([])
  })
})
