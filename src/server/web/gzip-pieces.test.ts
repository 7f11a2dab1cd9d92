import { expect, test } from 'bun:test'
import { gunzipSync } from 'node:zlib'
import { gzipPieces, Piece } from './gzip-pieces.ts'

test.each([
  [[]],
  [['']],
  [['nonce', 'é']],
  [['x'.repeat(511), 'y'.repeat(512)]],
  [['<p>Fähre</p>'.repeat(9000), 'a', 'c'.repeat(70_000), 'd']],
])('joins pieces to one gzip member %#', texts => {
  const text = texts.join('')
  const pieces = texts.map(one => new Piece(one))
  expect(gunzipSync(gzipPieces(pieces)).toString()).toBe(text)
  // Pieces are used again.
  expect(gunzipSync(gzipPieces([...pieces, ...pieces])).toString()).toBe(text + text)
})
