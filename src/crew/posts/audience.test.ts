import { expect, test } from 'bun:test'
import { audienceOf } from './audience.ts'

const boat = { id: 'b', name: 'Reel Deal', captainName: 'Ana', description: null, imageUrl: null }

test.each([
  [null, false, 'Backers', 'Only you see it: you have no boat. Choose one in Settings.'],
  [null, false, 'Public', 'Everyone sees it, without a boat: you have none in Settings.'],
  [boat, true, 'Backers', 'The backers and crew of Reel Deal see it.'],
  [boat, true, 'Public', 'Everyone sees it, with the name of Reel Deal.'],
  [boat, false, 'Backers', 'Only you see it: the owner of Reel Deal hasn’t approved you yet.'],
  [
    boat,
    false,
    'Public',
    'Everyone sees it, without a boat: the owner of Reel Deal hasn’t approved you yet.',
  ],
] as const)('%p, approved %p, %s: %s', (of, approved, visibility, text) => {
  expect(audienceOf({ boatId: of?.id ?? null, boat: of, approved }, visibility)).toBe(text)
})
