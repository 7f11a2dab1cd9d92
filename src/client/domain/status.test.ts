import { expect, test } from 'bun:test'
import { statusLabel } from '#client/domain/status.ts'

test('statusLabel shows an unknown status as it is', () => {
  expect(['active', 'upcoming', 'completed', 'postponed'].map(statusLabel)).toEqual([
    'Live',
    'Starting Soon',
    'Completed',
    'postponed',
  ])
})
