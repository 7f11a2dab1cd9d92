import { expect, test } from 'bun:test'
import { settledOf } from './award-results.tsx'
import { stateText } from './results-state.ts'

const held = [
  { key: 'heaviest', day: null },
  { key: 'tuna', day: 'Friday' },
]

test('the state of results says how many awards are held', () => {
  expect(stateText({ state: 'provisional', heldAwards: [] })).toBe('Provisional')
  expect(stateText({ state: 'provisional', heldAwards: held.slice(0, 1) })).toBe('Provisional: 1 award held')
  expect(stateText({ state: 'partly-official', heldAwards: held })).toBe('Partly official: 2 awards held')
  expect(stateText({ state: 'official', heldAwards: [] })).toBe('Official')
})

test('a round settles the awards that are not held', () => {
  const award = { key: 'heaviest', day: null, amount: '10.00', notWon: '0.00', places: [] }
  expect(
    settledOf({
      pots: [],
      awards: [
        { ...award, held: true },
        { ...award, held: false },
      ],
    }),
  ).toEqual({
    count: 1,
    all: 2,
  })
})
