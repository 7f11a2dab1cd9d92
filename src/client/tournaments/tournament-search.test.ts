import { expect, test } from 'bun:test'
import { limits } from '#contract/limits.ts'
import { cursorOf, readSearch, type TournamentSearch } from './tournament-search.ts'

test.each<[string, TournamentSearch]>([
  ['', {}],
  ['?q=&status=', {}],
  ['?q=+&status=paused&page=2', {}],
  ['?q=+marlin+cup&status=active&cursor=a%2Fb', { q: 'marlin cup', status: 'active', cursor: 'a/b' }],
])('reads %p', (search, expected) => {
  expect(readSearch(search)).toEqual(expected)
})

test('cuts a search at its limit', () => {
  expect(readSearch(`?q=${'x'.repeat(limits.searchMax + 1)}`).q).toHaveLength(limits.searchMax)
})

test('finds the cursor in a path, or none', () => {
  expect(cursorOf('/api/tournament-cards?q=a&cursor=1%2F2')).toBe('1/2')
  expect(cursorOf('/api/tournament-cards')).toBeNull()
})
