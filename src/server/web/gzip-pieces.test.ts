import { expect, test } from 'bun:test'
import { gunzipSync } from 'node:zlib'
import { gzipPieces, Piece } from './gzip-pieces.ts'

test.each([
  [[]],
  [['']],
  [[new Piece('')]],
  [['nonce', 'é']],
  [[new Piece('<p>Fähre</p>'.repeat(9000)), 'a', new Piece('b'), new Piece('c'.repeat(70_000)), 'd']],
])('joins pieces to one gzip member %#', parts => {
  const text = parts
    .map(part => (typeof part === 'string' ? part : Buffer.from(part.bytes).toString()))
    .join('')
  expect(gunzipSync(gzipPieces(parts)).toString()).toBe(text)
  // Pieces are used again.
  expect(gunzipSync(gzipPieces([...parts, ...parts])).toString()).toBe(text + text)
})
