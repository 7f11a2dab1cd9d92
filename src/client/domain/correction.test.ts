import { expect, test } from 'bun:test'
import { correctionText, disqualifiedText } from './correction.ts'

const now = Date.parse('2026-11-21T20:00:00Z')
const at = '2026-11-21T18:07:00.000Z'

test.each([
  [4225, null, 'Corrected 6:07 PM UTC, was 4,225 lbs'],
  [null, 'Wahoo', 'Corrected 6:07 PM UTC, was Wahoo'],
  [4225.5, 'Wahoo', 'Corrected 6:07 PM UTC, was 4,225.5 lbs Wahoo'],
  [null, null, 'Corrected 6:07 PM UTC'],
])('%p and %p: %s', (weight, species, text) => {
  expect(correctionText({ at, weight, species }, now, 'utc')).toBe(text)
})

test('a disqualification, as a correction', () =>
  expect(disqualifiedText(at, now, 'utc')).toBe('Disqualified 6:07 PM UTC'))

test('ounces where they were weighed', () =>
  expect(correctionText({ at, weight: 4.13, ounces: 66, species: null }, now, 'utc')).toBe(
    'Corrected 6:07 PM UTC, was 4 lb 2 oz',
  ))
