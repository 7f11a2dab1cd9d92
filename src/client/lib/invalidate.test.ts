import { expect, test } from 'bun:test'
import { concerns } from './invalidate.ts'

test.each([
  ['/api/boats', '/api/tournaments', false],
  ['/api/tournaments-old', '/api/tournaments', false],
  ['/api/tournaments', '/api/tournaments/7', false],
  ['/api/tournaments', '/api/tournaments', true],
  ['/api/tournaments/7', '/api/tournaments', true],
  ['/api/tournaments?limit=5', '/api/tournaments', true],
])('%s is concerned by a change of %s: %p', (queried, path, expected) => {
  expect(concerns(queried, path)).toBe(expected)
})
