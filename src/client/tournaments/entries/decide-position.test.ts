import { expect, test } from 'bun:test'
import { decisionText } from './decide-position.tsx'

const position = { entryId: 'e', currentPosition: 1 }

test('decisionText: nothing where the weights decide', () =>
  expect(decisionText({ ...position, byWeight: 1, override: null })).toBeNull())
test('decisionText: what the weights would say', () => {
  expect(decisionText({ ...position, byWeight: 2, override: 1 })).toBe(
    'Overridden; by weight it would be 2nd',
  )
  expect(decisionText({ ...position, byWeight: null, override: 1 })).toBe(
    'Overridden; by weight it would have no position',
  )
})
