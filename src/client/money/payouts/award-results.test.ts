import { expect, test } from 'bun:test'
import { settledOf } from './award-results.tsx'

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
