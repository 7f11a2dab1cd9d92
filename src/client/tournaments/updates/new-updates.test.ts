import { expect, test } from 'bun:test'
import { newOf } from './new-updates.ts'

const updates = (ids: string) => [...ids].map(id => ({ id }))

test.each([
  ['none when the list is the same', 'ba', 'ba', ''],
  ['the first update', '', 'a', 'a'],
  ['the newest, before the known ones', 'ba', 'dcba', 'dc'],
  ['not the older ones of a further page', 'dc', 'edcba', 'e'],
  ['not the ones behind a deleted update', 'cb', 'dba', 'd'],
])('%s', (_title, before, after, expected) => {
  expect(newOf(updates(before), updates(after))).toEqual(updates(expected))
})
