import { expect, test } from 'bun:test'
import { windowOf } from './log-window.ts'

test('a page of the log is the latest 50 events, or those before a number', () => {
  expect(windowOf(null, 3)).toEqual({ first: 1, last: 3, earlier: null, later: null })
  expect(windowOf(null, 120)).toEqual({ first: 71, last: 120, earlier: 71, later: null })
  expect(windowOf('71', 120)).toEqual({ first: 21, last: 70, earlier: 21, later: 121 })
  expect(windowOf('21', 120)).toEqual({ first: 1, last: 50, earlier: null, later: 101 })
  expect(windowOf('101', 120)).toEqual({ first: 51, last: 100, earlier: 51, later: 121 })
  for (const wrong of ['x', '9999', '-1', '']) expect(windowOf(wrong, 120).last).toBe(120)
  expect(windowOf('0', 120)).toEqual(windowOf('21', 120))
})
