import { describe, expect, test } from 'bun:test'
import type { EntryWithTournament } from '#contract/tournaments.ts'
import { boardsOf, movedUp } from './ranking.ts'

const entry = (
  boat: string,
  tournament: string,
  currentPosition: number | null,
  prizePool: string | null = null,
): EntryWithTournament => ({
  id: `${boat}@${tournament}`,
  boat: { id: boat, name: boat, captainName: 'Ana Reyes', description: null, imageUrl: null },
  tournament: {
    id: tournament,
    name: tournament,
    description: null,
    location: null,
    startDate: '2026-11-20T12:00:00.000Z',
    endDate: '2026-11-24T12:00:00.000Z',
    status: 'active',
    prizePool,
    organiserId: 'o',
  },
  fundingGoal: '1000.00',
  currentFunding: '0.00',
  payoutPercentage: 40,
  currentPosition,
  bestCatch: null,
  backerCount: 0,
})

test('boardsOf: one a tournament; whoever has no position gets the place in the list', () => {
  const boards = boardsOf([entry('a', 'Open', 1), entry('b', 'Cup', null), entry('c', 'Open', null)])
  expect(
    boards.map(({ tournament, rows }) => [
      tournament.name,
      rows.map(row => [row.entry.boat.name, row.position]),
    ]),
  ).toEqual([
    [
      'Open',
      [
        ['a', 1],
        ['c', 2],
      ],
    ],
    ['Cup', [['b', 1]]],
  ])
})

describe('a list that ends after its first rows', () => {
  const over = (boat: string, tournament: string): EntryWithTournament => {
    const ranked = entry(boat, tournament, 1)
    return { ...ranked, tournament: { ...ranked.tournament, status: 'completed' } }
  }
  const wholeOf = (entries: EntryWithTournament[], page: number) =>
    boardsOf(entries, page).map(({ tournament, isWhole }) => [tournament.name, isWhole])

  test('has all boats of every tournament when it is shorter than a page', () => {
    expect(wholeOf([entry('a', 'Open', 1), over('b', 'Cup')], 3)).toEqual([
      ['Open', true],
      ['Cup', true],
    ])
  })
  test('may lack boats of the tournaments it ends among, and of no others', () => {
    expect(wholeOf([entry('a', 'Open', 1), over('b', 'Cup'), over('c', 'Old')], 3)).toEqual([
      ['Open', true],
      ['Cup', false],
      ['Old', false],
    ])
    expect(wholeOf([entry('a', 'Open', 1), entry('b', 'Cup', 1)], 2)).toEqual([
      ['Open', false],
      ['Cup', false],
    ])
  })
})

describe('movedUp', () => {
  const before = [entry('a', 'Open', 1), entry('b', 'Open', 2), entry('c', 'Open', null)]
  test('nothing when nobody moved up', () => {
    expect(movedUp(before, before)).toEqual([])
    expect(movedUp([], before)).toEqual([])
  })
  test('whoever moved up, or is ranked for the first time', () => {
    expect(movedUp(before, [entry('b', 'Open', 1), entry('a', 'Open', 2), entry('c', 'Open', 3)])).toEqual([
      'b is now 1st in Open.',
      'c is now 3rd in Open.',
    ])
  })
})
