import { describe, expect, test } from 'bun:test'
import { hour } from '#contract/time.ts'
import type { Race } from '#contract/tournaments/race.ts'
import { leadChangesOf, placesOf } from '#contract/tournaments/race-places.ts'
import { gapsText, linesOf, placeChangeText, replayMs, towerAt } from './race.ts'

const at = (hours: number) => new Date(hours * hour).toISOString()
const race: Race = {
  board: null,
  unit: 'lbs',
  entries: ['a', 'b', 'c'],
  frames: [
    { at: at(1), changes: [{ entry: 0, place: 1, amount: 300 }] },
    { at: at(1.5), changes: [{ entry: 1, place: 2, amount: 287.5 }] },
    {
      at: at(2.5),
      changes: [
        { entry: 2, place: 1, amount: 412.5 },
        { entry: 0, place: 2 },
        { entry: 1, place: 3 },
      ],
    },
    { at: at(2.6), changes: [{ entry: 1, place: null }] },
  ],
}
const steps = placesOf(race)

describe('the race', () => {
  test('has gaps, and places gained or lost in the hour before', () => {
    expect(
      towerAt(race, steps, 1).map(({ entryId, toLeader, placesGained }) => [entryId, toLeader, placesGained]),
    ).toEqual([
      ['a', null, 0],
      ['b', 12.5, 0],
    ])
    const rows = towerAt(race, steps, 2)
    expect(
      rows.map(({ entryId, toLeader, toNext, placesGained }) => [entryId, toLeader, toNext, placesGained]),
    ).toEqual([
      ['c', null, null, 0],
      ['a', 112.5, 112.5, -1],
      ['b', 125, 12.5, -1],
    ])
    expect(rows.map(row => gapsText(row, 'lbs'))).toEqual([
      null,
      '112.5 lbs behind the leader',
      '125 lbs behind the leader, 12.5 lbs behind the boat ahead',
    ])
    expect(towerAt(race, steps, 3).map(({ entryId }) => entryId)).toEqual(['c', 'a'])
    expect(towerAt(race, [], 0)).toEqual([])
  })

  test('has no gap behind a boat that is lighter, by a decided position, and no leader without a first place', () => {
    const first = { entry: 0, place: 1, amount: 200 }
    const second = { entry: 1, place: 2, amount: 300 }
    const decidedRace: Race = {
      ...race,
      frames: [
        { at: at(1), changes: [second] },
        { at: at(2), changes: [first] },
      ],
    }
    const own = placesOf(decidedRace)
    const gaps = (n: number) => towerAt(decidedRace, own, n).map(row => [row.place, row.toLeader, row.toNext])
    expect([gaps(0), gaps(1)]).toEqual([
      [[2, null, null]],
      [
        [1, null, null],
        [2, null, null],
      ],
    ])
    expect(leadChangesOf(decidedRace)).toEqual([])
    expect(leadChangesOf(race).map(({ entryId, margin }) => [entryId, margin])).toEqual([
      ['a', null],
      ['c', 112.5],
    ])
  })

  test('has a line of each leading boat, with a point where its amount changes', () => {
    expect(linesOf(race, steps)).toEqual([
      { id: 'c', points: [[2.5 * hour, 412.5]] },
      { id: 'a', points: [[hour, 300]] },
    ])
    expect(linesOf(race, [])).toEqual([])
  })

  test('says moves, and lasts 30 seconds at most', () => {
    expect([placeChangeText(2), placeChangeText(-1), placeChangeText(0)]).toEqual([
      'up 2 places in the last hour',
      'down 1 place in the last hour',
      null,
    ])
    expect([replayMs(2), replayMs(120)]).toEqual([3000, 30_000])
  })
})
