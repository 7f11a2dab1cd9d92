import { expect, test } from 'bun:test'
import { isStaleAfter, matchesAny, staleAfter } from './invalidate.ts'

test.each([
  ['/api/boats', false],
  ['/api/tournaments-old', false],
  ['/api/tournaments/8', false],
  ['/api/tournaments/77', false],
  ['/api/tournaments', true],
  ['/api/leaderboard?limit=5', true],
  ['/api/tournaments/7', true],
  ['/api/tournaments/7/desk', true],
])('a change of two lists and tournament 7 makes %s stale: %p', (queried, expected) => {
  const change = { lists: ['/api/tournaments', '/api/leaderboard'], tournaments: ['7'] }
  expect(matchesAny(queried, staleAfter(change))).toBe(expected)
})

test.each([
  ['/api/boats', false],
  ['/api/boats/7', false],
  ['/api/boats/7/crew/8', false],
  ['/api/boats/7/crews', false],
  ['/api/boats/7/crew', true],
  ['/api/boats/8/crew?limit=5', true],
])('a change of the crew of any boat makes %s stale: %p', (queried, expected) => {
  expect(matchesAny(queried, ['/api/boats/:id/crew'])).toBe(expected)
})

test.each([
  ['/api/tournaments', false],
  ['/api/tournaments-old/7', false],
  ['/api/tournaments/7', true],
  ['/api/tournaments/7/results', true],
])('/api/tournaments/* matches %s: %p', (queried, expected) => {
  expect(matchesAny(queried, ['/api/tournaments/*'])).toBe(expected)
})

test('a change that names nothing makes everything stale', () => {
  expect(matchesAny('/api/boats', staleAfter({ lists: [], tournaments: [], everything: true }))).toBe(true)
})

const cards = { items: [{ id: '7', name: 'Cup' }], next: null }
test.each([
  ['/api/tournament-cards?category=active', cards, true],
  ['/api/tournament-cards?category=past', { items: [{ id: '8' }], next: null }, false],
  ['/api/tournament-cards', undefined, true],
  ['/api/leaderboard/boards?limit=3', { pages: [{ items: [{ tournament: { id: '7' } }] }] }, true],
  ['/api/leaderboard/boards?limit=3', { pages: [{ items: [] }] }, false],
  ['/api/tournament-entries/5', { id: '5', tournament: { id: '7' } }, true],
  ['/api/tournament-entries/6', { id: '6', tournament: { id: '8' } }, false],
  ['/api/tournament-updates', [{ tournamentEntry: { tournament: { id: '7' } } }], false],
  ['/api/tournaments/7/desk', {}, true],
  ['/api/tournaments/8', {}, false],
])('a change of tournament 7 alone makes %s with %j stale: %p', (queried, data, expected) => {
  expect(isStaleAfter({ lists: [], tournaments: ['7'] }, queried, data)).toBe(expected)
})

test('a changed list is stale whatever it holds', () => {
  const change = { lists: ['/api/tournament-cards'], tournaments: ['7'] }
  expect(isStaleAfter(change, '/api/tournament-cards?category=past', { items: [], next: null })).toBe(true)
})
