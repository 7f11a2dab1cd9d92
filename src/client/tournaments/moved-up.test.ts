import { expect, test } from 'bun:test'
import { movedUp, moveTexts } from './moved-up.ts'

const entriesAt = (positions: Record<string, number | null>) =>
  Object.entries(positions).map(([id, currentPosition]) => ({ id, currentPosition }))
const before = entriesAt({ a: 1, b: 2, c: null })
const idsOf = (after: ReturnType<typeof entriesAt>) => movedUp(before, after).map(({ id }) => id)

test('no boat moved up: the same positions, unknown boats, a lost position', () => {
  expect(idsOf(before)).toEqual([])
  expect(idsOf(entriesAt({ a: 1, b: 2, d: 3, e: 4 }))).toEqual([])
  expect(idsOf(entriesAt({ a: 2, b: null, c: null }))).toEqual([])
})
test('a boat moved up, or is ranked for the first time', () => {
  expect(idsOf(entriesAt({ b: 1, a: 2, c: 3 }))).toEqual(['b', 'c'])
})

test('a move is told with its tie, and with its tournament where there are several', () => {
  const score = { value: '412.50', unit: 'lbs', fish: 1 } as const
  const after = { boat: { name: 'Shark' }, bestCatch: null, score, id: 'b', currentPosition: 1 }
  const tie = { ...after, score: { ...score, tied: true as const } }
  const second = { ...after, currentPosition: 2 }
  const tournament = { name: 'Live Open' }
  expect(moveTexts(before, [{ entries: [after] }])).toEqual(['Shark leads with 412.5 lbs.'])
  expect(moveTexts(entriesAt({ b: 3 }), [{ entries: [second] }])).toEqual(['Shark is now 2nd.'])
  expect(moveTexts(before, [{ entries: [tie] }])).toEqual(['Shark is now tied for 1st.'])
  expect(moveTexts(before, [{ entries: [after], tournament }])).toEqual(['Shark is now 1st in Live Open.'])
  expect(moveTexts(before, [{ entries: [tie], tournament }])).toEqual([
    'Shark is now tied for 1st in Live Open.',
  ])
})
