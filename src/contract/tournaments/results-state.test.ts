import { expect, test } from 'bun:test'
import { resultsText } from './results-state.ts'

test('the state of results says how many awards are held', () => {
  expect(resultsText('provisional', 0)).toBe('Results are provisional')
  expect(resultsText('provisional', 1)).toBe('Results are provisional: 1 award is held')
  expect(resultsText('partly-official', 2)).toBe('Results are partly official: 2 awards are held')
  expect(resultsText('under-review', 0)).toBe('Results are under review: they are settled again soon')
  expect(resultsText('official', 0)).toBe('Results are official')
})
