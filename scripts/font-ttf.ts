import { inflateSync } from 'node:zlib'

/** Of WOFF 1.0 (w3.org/TR/WOFF): where the table directory begins, and how long one of its entries is. */
const woff = { signature: 0x774f4646, header: 44, entry: 20 }
/** Of OpenType, the same. */
const sfnt = { header: 12, entry: 16 }

/**
 * A web font as TrueType: the same tables, unpacked. What draws pictures on the server (Pango) reads no web fonts.
 * @throws Error when it is no WOFF 1.0
 */
export function ttfOfWoff(file: Buffer): Buffer {
  if (file.readUInt32BE(0) !== woff.signature) throw new Error('not a WOFF 1.0 font')
  const count = file.readUInt16BE(12)
  const power = 2 ** Math.floor(Math.log2(count))
  const head = Buffer.alloc(sfnt.header + sfnt.entry * count)
  // The flavour, and the values for a binary search of the directory.
  head.writeUInt32BE(file.readUInt32BE(4), 0)
  head.writeUInt16BE(count, 4)
  head.writeUInt16BE(power * sfnt.entry, 6)
  head.writeUInt16BE(Math.log2(power), 8)
  head.writeUInt16BE((count - power) * sfnt.entry, 10)
  const parts = [head]
  let at = head.length
  for (let n = 0; n < count; n++) {
    const from = woff.header + woff.entry * n
    const [tag, offset, packed, length, checksum] = [0, 4, 8, 12, 16].map(field =>
      file.readUInt32BE(from + field),
    )
    if (
      tag === undefined ||
      offset === undefined ||
      packed === undefined ||
      length === undefined ||
      checksum === undefined
    )
      throw new Error('a table is missing')
    const bytes = file.subarray(offset, offset + packed)
    const table = Buffer.alloc(Math.ceil(length / 4) * 4)
    ;(packed < length ? inflateSync(bytes) : bytes).copy(table)
    const to = sfnt.header + sfnt.entry * n
    head.writeUInt32BE(tag, to)
    head.writeUInt32BE(checksum, to + 4)
    head.writeUInt32BE(at, to + 8)
    head.writeUInt32BE(length, to + 12)
    parts.push(table)
    at += table.length
  }
  return Buffer.concat(parts)
}
