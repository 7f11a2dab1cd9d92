import { deflateSync } from 'node:zlib'

/** EBML (RFC 8794). */
function element(id: number, ...content: (Uint8Array | string | number)[]): Uint8Array {
  const body = Buffer.concat(content.map(part => (typeof part === 'object' ? part : bytesOf(part))))
  return Buffer.concat([bytesOf(id), lengthOf(body.length), body])
}

const bytesOf = (value: string | number): Uint8Array => {
  if (typeof value === 'string') return Buffer.from(value)
  const hex = value.toString(16)
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
}

/** Four bytes. */
function lengthOf(length: number): Uint8Array {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(length | 0x10_00_00_00)
  return bytes
}

/** WebM with zlib frames (RFC 9559, ContentCompression), each `frameBytes` bytes when read. */
export function compressedMatroska(seconds: number, frameBytes: number): Uint8Array<ArrayBuffer> {
  const compression = element(0x5034, element(0x4254, 0))
  const encodings = element(
    0x6d80,
    element(0x6240, element(0x5031, 0), element(0x5032, 1), element(0x5033, 0), compression),
  )
  const picture = element(0xe0, element(0xb0, 320), element(0xba, 240))
  const track = element(
    0xae,
    element(0xd7, 1),
    element(0x73c5, 1),
    element(0x83, 1),
    element(0x86, 'V_VP8'),
    picture,
    encodings,
  )
  const frame = deflateSync(new Uint8Array(frameBytes), { level: 9 })
  const clusters = Array.from({ length: seconds + 1 }, (_, second) => {
    const block = Buffer.concat([Buffer.from([0x81, 0, 0, 0x80]), frame])
    return element(0x1f43b675, element(0xe7, second * 1000), element(0xa3, block))
  })
  const header = element(0x1a45dfa3, element(0x4282, 'webm'), element(0x4287, 4), element(0x4285, 2))
  const info = element(0x1549a966, element(0x2ad7b1, 1_000_000))
  return new Uint8Array(
    Buffer.concat([header, element(0x18538067, info, element(0x1654ae6b, track), ...clusters)]),
  )
}
