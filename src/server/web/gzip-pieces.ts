import { constants, crc32, deflateRawSync } from 'node:zlib'

/** Deflate looks back this far (RFC 1951, 2). */
export const windowSize = 32_768

/** Bytes. Compressing less takes more time than it saves. */
const smallestDeflated = 512

/** Text that is compressed at most once, however many documents it is part of. */
export class Piece {
  readonly bytes: Uint8Array
  #blocks: Uint8Array | undefined
  #crc: number | undefined
  #shift: number | undefined

  /** @param before always precedes this text, byte for byte but for zeros, which stand for any byte; at most {@link windowSize} */
  constructor(
    text: string,
    private readonly before: Uint8Array = new Uint8Array(),
  ) {
    this.bytes = new TextEncoder().encode(text)
  }

  /** Bytes that it holds, with an estimate for the compressed form. */
  get size(): number {
    return Math.ceil(1.3 * this.bytes.length) + this.before.length
  }

  /** Blocks of RFC 1951 that end at a byte, and refer to nothing but `before`. */
  get blocks(): Uint8Array {
    this.#blocks ??=
      this.before.length === 0 && this.bytes.length < smallestDeflated
        ? storedBlock(this.bytes)
        : deflateRawSync(this.bytes, {
            finishFlush: constants.Z_SYNC_FLUSH,
            ...(this.before.length > 0 && { dictionary: this.before }),
          })
    return this.#blocks
  }

  get crc(): number {
    this.#crc ??= crc32(this.bytes)
    return this.#crc
  }

  /** Of the CRC of what comes before this piece. */
  get shift(): number {
    this.#shift ??= shiftBy(this.bytes.length)
    return this.#shift
  }
}

/** RFC 1952, 2.3: no name, no time, unknown system. */
const header = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255)
/** An empty block marked as the last. */
const lastBlock = [1, 0, 0, 0xff, 0xff]

/** A block without compression (RFC 1951, 3.2.4): at most 65,535 bytes. */
function storedBlock(bytes: Uint8Array): Uint8Array {
  const block = new Uint8Array(5 + bytes.length)
  const view = new DataView(block.buffer)
  view.setUint16(1, bytes.length, true)
  view.setUint16(3, ~bytes.length & 0xffff, true)
  block.set(bytes, 5)
  return block
}

/** Joins pieces to one gzip member without compressing again. */
export function gzipPieces(pieces: readonly Piece[]): Uint8Array<ArrayBuffer> {
  const blocks: Uint8Array[] = [header]
  let [crc, size] = [0, 0]
  for (const piece of pieces) {
    if (piece.bytes.length === 0) continue
    blocks.push(piece.blocks)
    // As `crc32_combine` of zlib.
    crc = (multiply(piece.shift, crc) ^ piece.crc) >>> 0
    size += piece.bytes.length
  }
  const trailer = new Uint8Array(13)
  trailer.set(lastBlock)
  const view = new DataView(trailer.buffer)
  view.setUint32(5, crc, true)
  view.setUint32(9, size, true)
  blocks.push(trailer)
  return join(blocks)
}

export function join(blocks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(blocks.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const block of blocks) {
    joined.set(block, at)
    at += block.length
  }
  return joined
}

/** The CRC's polynomial, bits reversed (RFC 1952, 8). Products below are modulo this polynomial. */
const polynomial = 0xedb88320
const one = 0x80000000

function multiply(a: number, b: number): number {
  let product = 0
  for (let bit = one, factor = b; bit !== 0; bit >>>= 1) {
    if (a & bit) product ^= factor
    factor = factor & 1 ? (factor >>> 1) ^ polynomial : factor >>> 1
  }
  return product >>> 0
}

/** x to the power of 8 × `bytes`. */
function shiftBy(bytes: number): number {
  let [power, square] = [one, one >>> 8]
  for (let rest = bytes; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) power = multiply(square, power)
    square = multiply(square, square)
  }
  return power
}
