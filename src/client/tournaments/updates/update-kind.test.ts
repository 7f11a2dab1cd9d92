import { expect, test } from 'bun:test'
import { updateKind } from './update-kind.ts'

test.each([
  ['A swordfish on deck', 'catch'],
  ['CATCH of the day wins', 'catch'],
  ['Reel Deal released a Blue Marlin and is in first place.', 'catch'],
  ['Reel Deal measured an Amberjack of 40 inches.', 'catch'],
  ['Could we win this?', 'win'],
  ['The winner is in', 'win'],
  ['First place!', 'win'],
  ['Wind is picking up past the window', 'news'],
  ['', 'news'],
] as const)('%p is %s', (content, category) => {
  expect(updateKind(content)).toBe(category)
})
