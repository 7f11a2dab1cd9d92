import { expect, test } from 'bun:test'
import { movedUp, moveTexts } from './moved-up.ts'

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

test('a move is told with its tie, and with its tournament where there are several', () => {
  const score = { value: '412.50', unit: 'lbs', fish: 1 } as const
  const after = { boat: { name: 'Shark' }, bestCatch: null, score, id: 'b', currentPosition: 1 }
  const tied = { ...after, score: { ...score, tied: true as const } }
  const second = { ...after, currentPosition: 2 }
  const tournament = { name: 'Live Open' }
  expect(moveTexts(before, [{ entries: [after] }])).toEqual(['Shark leads with 412.5 lbs.'])
  expect(moveTexts(placed({ b: 3 }), [{ entries: [second] }])).toEqual(['Shark is now 2nd.'])
  expect(moveTexts(before, [{ entries: [tied] }])).toEqual(['Shark is now tied for 1st.'])
  expect(moveTexts(before, [{ entries: [after], tournament }])).toEqual(['Shark is now 1st in Live Open.'])
  expect(moveTexts(before, [{ entries: [tied], tournament }])).toEqual([
    'Shark is now tied for 1st in Live Open.',
  ])
})
