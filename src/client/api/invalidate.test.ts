import { expect, test } from 'bun:test'
import { isStale } from './invalidate.ts'

const change = { lists: ['/api/tournaments', '/api/leaderboard'], tournaments: ['7'] }

test.each([
  ['/api/boats', false],
  ['/api/tournaments-old', false],
  ['/api/tournaments/8', false],
  ['/api/tournaments/77', false],
  ['/api/tournaments', true],
  ['/api/leaderboard?limit=5', true],
  ['/api/tournaments/7', true],
  ['/api/tournaments/7/desk', true],
])('a change of two lists and tournament 7 concerns %s: %p', (queried, expected) => {
  expect(isStale(queried, change)).toBe(expected)
})

test.each([
  ['/api/boats', false],
  ['/api/boats/7', false],
  ['/api/boats/7/crew/8', false],
  ['/api/boats/7/crews', false],
  ['/api/boats/7/crew', true],
  ['/api/boats/8/crew?limit=5', true],
])('a change of some boat’s crew concerns %s: %p', (queried, expected) => {
  expect(isStale(queried, { lists: ['/api/boats/:id/crew'], tournaments: [] })).toBe(expected)
})

test('whoever missed too much asks for everything', () => {
  expect(isStale('/api/boats', { lists: [], tournaments: [], everything: true })).toBe(true)
})
