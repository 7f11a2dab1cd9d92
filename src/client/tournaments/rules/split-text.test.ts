import { expect, test } from 'bun:test'
import {
  indexOfLongest,
  partIn,
  partText,
  rowsIn,
  rowsPattern,
  rowsText,
  splitIn,
  splitPattern,
  splitText,
} from './split-text.ts'

const matches = (pattern: string, text: string) => new RegExp(`^(?:${pattern})$`, 'v').test(text)

test('splits are read and written by slashes', () => {
  expect(splitIn('60/25 / 15')).toEqual([60, 25, 15])
  expect(splitIn('62.5-37.5')).toEqual([62.5, 37.5])
  expect(splitText([60, 40])).toBe('60/40')
  expect(rowsIn('60/40, 100')).toEqual([[60, 40], [100]])
  expect(rowsIn('')).toEqual([])
  expect(indexOfLongest([[100], [70, 30], [60, 40]])).toBe(1)
  expect(rowsText([[60, 40], [100]])).toBe('60/40, 100')
  for (const text of ['100', '60/40', ' 60 / 25 / 15 ', '62.5-37.5'])
    expect(matches(splitPattern, text)).toBe(true)
  for (const text of ['', '60/', 'a', '60 40']) expect(matches(splitPattern, text)).toBe(false)
  for (const text of ['', '60/40, 100']) expect(matches(rowsPattern, text)).toBe(true)
})

test('parts are read and written as fractions', () => {
  expect(partIn('1/3')).toEqual([1, 3])
  expect(partIn(' 2 ')).toEqual([2, 1])
  expect(partIn('')).toBeNull()
  expect(partIn('x')).toBeNull()
  expect([partText([2, 1]), partText([1, 3]), partText(null)]).toEqual(['2', '1/3', ''])
})
