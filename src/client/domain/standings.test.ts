import { describe, expect, test } from 'bun:test'
import type { Board } from '#contract/tournaments/leaderboard.ts'
import type { Entry } from '#contract/tournaments/tournaments.ts'
import { makeEntry, makeTournament } from '../../../tests/support/tournament-answers.ts'
import { byPosition, findFirstOfTies, fundingOf, raisedBy, rowsOf, standingsOf } from './standings.ts'

describe('fundingOf', () => {
  test('nothing without boats', () => {
    expect(fundingOf({ raised: '0.00', goal: '0.00' })).toBeNull()
  })
  test('complete only with the whole goal', () => {
    expect(fundingOf({ raised: '7250.00', goal: '10000.00' })).toEqual({
      raised: '7250.00',
      goal: '10000.00',
      complete: false,
    })
    expect(fundingOf({ raised: '9999.99', goal: '10000.00' })?.complete).toBe(false)
    expect(fundingOf({ raised: '10000.00', goal: '10000.00' })?.complete).toBe(true)
  })
})

test('findFirstOfTies: the first of equal weights next to each other, unless the organiser set a place', () => {
  const placed = (id: string, currentPosition: number | null, weight: number | null, isDecided = false) => ({
    id,
    currentPosition,
    bestCatch: weight === null ? null : JSON.stringify({ weight, species: 'Wahoo' }),
    ...(isDecided && { positionDecided: true as const }),
  })
  const entries = [
    placed('d', 4, 80, true),
    placed('b', 2, 100),
    placed('a', 1, 100),
    placed('c', 3, 80),
    placed('e', null, null),
    placed('f', 5, null),
  ]
  expect([...findFirstOfTies(entries)]).toEqual(['a'])
  expect([...findFirstOfTies([placed('a', 1, 100), placed('b', 2, 100), placed('c', 3, 100)])]).toEqual([
    'a',
    'b',
  ])
})

test('raisedBy: adds up in cents', () => {
  expect(raisedBy([])).toBe('0.00')
  expect(raisedBy([{ currentFunding: '0.10' }, { currentFunding: '0.20' }])).toBe('0.30')
})

const at = (currentPosition: number | null) => ({ currentPosition })

test('byPosition: first place first, without a position last', () => {
  expect(byPosition([at(null), at(2), at(null), at(1)])).toEqual([at(1), at(2), at(null), at(null)])
})

test('rowsOf: its own position, or else its place in the list', () => {
  expect(rowsOf([at(2), at(null)]).map(({ position }) => position)).toEqual([2, 2])
})

const entry = (name: string, currentPosition: number | null) => makeEntry(name, { currentPosition })

const board = (name: string, ...entries: Entry[]): Board => ({
  tournament: makeTournament(name),
  boats: entries.length,
  entries,
})

describe('standingsOf', () => {
  const [first, second, unrankedEntry] = [entry('first', 1), entry('second', 2), entry('x', null)]
  test('null without a ranked boat', () => {
    expect(standingsOf([])).toBeNull()
    expect(standingsOf([board('on', unrankedEntry)])).toBeNull()
  })
  test('the ranked boats of the first board with any', () => {
    const standings = standingsOf([
      board('on', unrankedEntry),
      board('past', first, second, unrankedEntry),
      board('old', first),
    ])
    expect(standings?.tournament.id).toBe('past')
    expect(standings?.entries).toEqual([first, second])
  })
  test('at most five', () => {
    const all = [1, 2, 3, 4, 5, 6].map(position => entry(String(position), position))
    expect(standingsOf([board('on', ...all)])?.entries).toEqual(all.slice(0, 5))
  })
})
