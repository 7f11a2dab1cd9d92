import { expect, test } from 'bun:test'
import { everything } from '#contract/event-stream.ts'
import { matchesAny } from './invalidate.ts'

test.each([
  ['/api/boats', false],
  ['/api/tournaments-old', false],
  ['/api/tournaments/8', false],
  ['/api/tournaments/77', false],
  ['/api/tournaments', true],
  ['/api/leaderboard?limit=5', true],
  ['/api/tournaments/7', true],
  ['/api/tournaments/7/desk', true],
])('a change of two lists and tournament 7 makes %s stale: %p', (url, expected) => {
  const lists = ['/api/tournaments', '/api/leaderboard', '/api/tournaments/7', '/api/tournaments/7/desk']
  expect(matchesAny(url, lists)).toBe(expected)
})

test.each([
  ['/api/boats', false],
  ['/api/boats/7', false],
  ['/api/boats/7/crew/8', false],
  ['/api/boats/7/crews', false],
  ['/api/boats/7/crew', true],
  ['/api/boats/8/crew?limit=5', true],
])('a change of the crew of any boat makes %s stale: %p', (url, expected) => {
  expect(matchesAny(url, ['/api/boats/:id/crew'])).toBe(expected)
})

test.each([
  ['/api/tournaments', false],
  ['/api/tournaments-old/7', false],
  ['/api/tournaments/7', true],
  ['/api/tournaments/7/results', true],
])('/api/tournaments/* matches %s: %p', (url, expected) => {
  expect(matchesAny(url, ['/api/tournaments/*'])).toBe(expected)
})

test('an event that names everything matches every path', () => {
  expect(matchesAny('/api/boats', [everything])).toBe(true)
})
