import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { ttfOfWoff } from './font-ttf.ts'

const woff = readFileSync(
  new URL(import.meta.resolve('@fontsource/barlow-condensed/files/barlow-condensed-latin-700-normal.woff')),
)

test('what is no web font is refused', () => {
  expect(() => ttfOfWoff(Buffer.from('no font at all'))).toThrow('not a WOFF 1.0 font')
})

test('each table is there at its place, whole by its checksum', () => {
  const ttf = ttfOfWoff(woff)
  const count = ttf.readUInt16BE(4)
  const tags: string[] = []
  for (let n = 0; n < count; n++) {
    const entry = 12 + 16 * n
    tags.push(ttf.toString('latin1', entry, entry + 4))
    const [checksum, offset, length] = [4, 8, 12].map(field => ttf.readUInt32BE(entry + field))
    let sum = 0
    for (let at = 0; at < (length ?? 0); at += 4) sum = (sum + ttf.readUInt32BE((offset ?? 0) + at)) >>> 0
    // OpenType, "head": its checksum is of the table with this field at zero.
    if (tags.at(-1) === 'head') sum = (sum - ttf.readUInt32BE((offset ?? 0) + 8)) >>> 0
    expect(sum).toBe(checksum ?? -1)
  }
  expect(tags).toContain('glyf')
  expect(tags).toContain('cmap')
})
