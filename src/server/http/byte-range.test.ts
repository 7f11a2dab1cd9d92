import { expect, test } from 'bun:test'
import { byteRange } from './byte-range.ts'

const file = { size: 100, etag: '"a"' }
const of = (range: string | undefined, ifRange?: string) => byteRange({ range, ifRange }, file)

test('a range has a start and an end, only a start, or is a suffix', () => {
  expect(of('bytes=10-19')).toEqual({ from: 10, to: 20 })
  expect(of('bytes=90-')).toEqual({ from: 90, to: 100 })
  expect(of('bytes=-7')).toEqual({ from: 93, to: 100 })
  expect(of('bytes=-700')).toEqual({ from: 0, to: 100 })
  expect(of('bytes=99-1000')).toEqual({ from: 99, to: 100 })
})

test('a range beyond the end, or of no bytes, is unsatisfiable', () => {
  expect(of('bytes=100-')).toBe('unsatisfiable')
  expect(of('bytes=-0')).toBe('unsatisfiable')
})

test('several ranges, other forms and another version of the file mean the whole file', () => {
  for (const range of [undefined, '', 'bytes=-', 'bytes=0-1,5-6', 'bytes=5-4', 'items=0-1', 'bytes=a-b'])
    expect(of(range)).toBe(null)
  expect(of('bytes=0-9', '"a"')).toEqual({ from: 0, to: 10 })
  expect(of('bytes=0-9', '"b"')).toBe(null)
})
