import { expect, test } from 'bun:test'
import type { NewLeader } from '#client/tournaments/new-leader.ts'
import { minute, second } from '#contract/time.ts'
import type { Update } from '#contract/tournaments/updates.ts'
import { photoOf } from './takeover.tsx'

const now = Date.parse('2026-11-21T12:00:00.000Z')
const leader = { entry: { id: 'reel-deal' } } as NewLeader
const updateOf = (entry: string, imageUrl: string | null, ago: number) =>
  ({ imageUrl, createdAt: new Date(now - ago).toISOString(), tournamentEntry: { id: entry } }) as Update

test.each([
  [
    'the leader’s latest photo',
    [updateOf('reel-deal', '/new', second), updateOf('reel-deal', '/old', minute)],
    '/new',
  ],
  ['no photo of another boat', [updateOf('knot-today', '/other', second)], null],
  [
    'the leader’s, though another boat posted since',
    [updateOf('knot-today', '/other', 0), updateOf('reel-deal', '/own', second)],
    '/own',
  ],
  ['no photo from before the fish', [updateOf('reel-deal', '/old', 2 * minute)], null],
  ['none of an update without one', [updateOf('reel-deal', null, second)], null],
  ['none without updates', [], null],
])('a takeover shows %s', (_, updates, photo) => {
  expect(photoOf(leader, updates, now)).toBe(photo)
})
