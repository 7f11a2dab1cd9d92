import { expect, test } from 'bun:test'
import { movedUp } from './moved-up.ts'

const placed = (positions: Record<string, number | null>) =>
  Object.entries(positions).map(([id, currentPosition]) => ({ id, currentPosition }))
const before = placed({ a: 1, b: 2, c: null })
const idsOf = (after: ReturnType<typeof placed>) => movedUp(before, after).map(({ id }) => id)

test('no boat moved up: the same positions, unknown boats, a lost position', () => {
  expect(idsOf(before)).toEqual([])
  expect(idsOf(placed({ a: 1, b: 2, d: 3, e: 4 }))).toEqual([])
  expect(idsOf(placed({ a: 2, b: null, c: null }))).toEqual([])
})
test('a boat moved up, or is ranked for the first time', () => {
  expect(idsOf(placed({ b: 1, a: 2, c: 3 }))).toEqual(['b', 'c'])
})
