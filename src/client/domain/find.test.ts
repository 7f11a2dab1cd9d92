import { expect, test } from 'bun:test'
import { contains } from './find.ts'

test.each([
  ['Señorita', 'senor'],
  ['Senorita', 'SEÑOR'],
  ['O\u2019Brien & Sons', 'brien & '],
  ['Reel Deal', ' deal '],
  ['Reel Deal', ''],
])('%p contains %p', (text, search) => expect(contains(text, search)).toBe(true))

test.each(['.*', '%', 'deal reel', 'x'.repeat(10_000)])('it does not contain %p', search =>
  expect(contains('Reel Deal', search)).toBe(false),
)
