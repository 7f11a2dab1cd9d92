import { type FileHandle, open } from 'node:fs/promises'

export class UnknownLayout extends Error {}

const latin1 = new TextDecoder('latin1')

/**
 * Overwrites all metadata not needed for playback, in place: an allowlist, stable offsets.
 * Boxes become `free` (ISO/IEC 14496-12), elements `Void` (RFC 8794, 11.3.2). @throws UnknownLayout
 */
export async function removeMetadata(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    const { size } = await file.stat()
    const source = new Source(file, size)
    const head = await source.read(0, 8)
    if (numberAt(head, 0, 4) === 0x1a45dfa3) await cleanMatroska(source)
    else await cleanMp4(source)
    await file.sync()
  } finally {
    await file.close()
  }
}

const windowSize = 65_536
const zeros = new Uint8Array(windowSize)

class Source {
  #window = new Uint8Array()
  #at = 0

  constructor(
    readonly file: FileHandle,
    readonly size: number,
  ) {}

  /** @throws UnknownLayout beyond the end */
  async read(at: number, length: number): Promise<Uint8Array> {
    if (at + length > this.size) throw new UnknownLayout('the file ends in the middle of an element')
    if (at < this.#at || at + length > this.#at + this.#window.length) {
      const wanted = new Uint8Array(Math.max(length, Math.min(windowSize, this.size - at)))
      const { bytesRead } = await this.file.read(wanted, 0, wanted.length, at)
      if (bytesRead < length) throw new UnknownLayout('the file became shorter')
      this.#window = wanted.subarray(0, bytesRead)
      this.#at = at
    }
    return this.#window.slice(at - this.#at, at - this.#at + length)
  }

  async write(at: number, bytes: Uint8Array): Promise<void> {
    this.#window = new Uint8Array()
    await this.file.write(bytes, 0, bytes.length, at)
  }

  async erase(start: number, end: number): Promise<void> {
    for (let at = start; at < end; at += windowSize)
      await this.write(at, zeros.subarray(0, Math.min(windowSize, end - at)))
  }
}

/** Big-endian; exact to 2^53. */
function numberAt(bytes: Uint8Array, at: number, length: number): number {
  let value = 0
  for (let index = at; index < at + length; index++) value = value * 256 + (bytes[index] ?? 0)
  return value
}

// MP4

interface Box {
  type: string
  start: number
  body: number
  end: number
}

/** Far above a minute's index. */
const moovMax = 33_554_432
const boxesMax = 100_000
const chunksMax = 1_000_000

const topLevel = new Set(['ftyp', 'styp', 'moov', 'mdat', 'moof', 'mfra', 'sidx', 'wide'])

/** By parent. */
const allowedChildren: Record<string, ReadonlySet<string>> = {
  moov: new Set(['mvhd', 'trak', 'mvex']),
  trak: new Set(['tkhd', 'edts', 'mdia', 'tapt']),
  mdia: new Set(['mdhd', 'hdlr', 'minf']),
  minf: new Set(['vmhd', 'smhd', 'hdlr', 'dinf', 'stbl']),
  stbl: new Set(
    ['stsd', 'stts', 'ctts', 'cslg', 'stss', 'stps', 'sdtp', 'stsc', 'stsz', 'stz2', 'stco', 'co64'].concat([
      'sgpd',
      'sbgp',
    ]),
  ),
  moof: new Set(['mfhd', 'traf']),
  traf: new Set(['tfhd', 'tfdt', 'trun', 'sdtp', 'sgpd', 'sbgp']),
}

function boxAt(head: Uint8Array, start: number, end: number): Box {
  const size32 = numberAt(head, 0, 4)
  const isLong = size32 === 1
  const size = isLong ? numberAt(head, 8, 8) : size32 === 0 ? end - start : size32
  const body = start + (isLong ? 16 : 8)
  if (start + size < body || start + size > end) throw new UnknownLayout('a box with an impossible size')
  return { type: latin1.decode(head.subarray(4, 8)), start, body, end: start + size }
}

async function cleanMp4(source: Source): Promise<void> {
  const boxes: Box[] = []
  let at = 0
  while (at + 8 <= source.size) {
    if (boxes.length > boxesMax) throw new UnknownLayout('too many boxes')
    const head = await source.read(at, Math.min(16, source.size - at))
    const box = boxAt(head, at, source.size)
    boxes.push(box)
    at = box.end
  }
  const moov = boxes.find(({ type }) => type === 'moov')
  if (!moov || !boxes.some(({ type }) => type === 'mdat')) throw new UnknownLayout('no moov or no mdat')
  const isFragmented = boxes.some(({ type }) => type === 'moof')
  for (const box of boxes) {
    if (box.type === 'moov' || box.type === 'moof') await cleanIndex(source, box, isFragmented)
    else if (!topLevel.has(box.type)) {
      await source.write(box.start + 4, asType('free'))
      await source.erase(box.body, box.end)
    }
  }
  await source.erase(at, source.size)
}

const asType = (type: string): Uint8Array => new TextEncoder().encode(type)

async function cleanIndex(source: Source, { start, body, end }: Box, isFragmented: boolean): Promise<void> {
  if (end - start > moovMax) throw new UnknownLayout('an index of this size is of no recording')
  const bytes = await source.read(start, end - start)
  const type = latin1.decode(bytes.subarray(4, 8))
  const unused =
    type === 'moov' ? unusedTracks(bytes, { type, start: 0, body: body - start, end: bytes.length }) : []
  // Fragments, which locate samples, aren't parsed.
  if (unused.length > 0 && isFragmented) throw new UnknownLayout('a track of metadata in fragments')
  for (const range of merged(unused.flatMap(track => samplesOf(bytes, track))))
    await source.erase(Math.min(range.start, source.size), Math.min(range.end, source.size))
  for (const track of unused) eraseBox(bytes, track)
  cleanBox(bytes, { type, start: 0, body: body - start, end: bytes.length })
  await source.write(start, bytes)
}

function childrenOf(bytes: Uint8Array, { body, end }: Box): Box[] {
  const children: Box[] = []
  // QuickTime lists may end with four zero bytes.
  for (let at = body; at + 8 <= end; ) {
    const box = boxAt(bytes.subarray(at, at + 16), at, end)
    children.push(box)
    if (children.length > boxesMax) throw new UnknownLayout('too many boxes')
    at = box.end
  }
  return children
}

const childOf = (bytes: Uint8Array, box: Box | undefined, type: string): Box | undefined =>
  box && childrenOf(bytes, box).find(child => child.type === type)

function eraseBox(bytes: Uint8Array, { start, body, end }: Box): void {
  bytes.set(asType('free'), start + 4)
  bytes.fill(0, body, end)
}

function cleanBox(bytes: Uint8Array, box: Box): void {
  const known = allowedChildren[box.type]
  if (box.type === 'hdlr') bytes.fill(0, Math.min(box.end, box.body + 24), box.end)
  if (known === undefined) return
  for (const child of childrenOf(bytes, box)) {
    if (known.has(child.type)) cleanBox(bytes, child)
    else eraseBox(bytes, child)
  }
}

function unusedTracks(bytes: Uint8Array, moov: Box): Box[] {
  if (childrenOf(bytes, moov).some(({ type }) => type === 'cmov'))
    throw new UnknownLayout('a compressed index')
  const found = new Set<string>()
  return childrenOf(bytes, moov).filter(track => {
    if (track.type !== 'trak') return false
    const handler = childOf(bytes, childOf(bytes, track, 'mdia'), 'hdlr')
    const kind = handler ? latin1.decode(bytes.subarray(handler.body + 8, handler.body + 12)) : ''
    const isUsed = (kind === 'vide' || kind === 'soun') && !found.has(kind)
    found.add(kind)
    return !isUsed
  })
}

interface Range {
  start: number
  end: number
}

/** ISO/IEC 14496-12, 8.7. */
function samplesOf(bytes: Uint8Array, track: Box): Range[] {
  const stbl = childOf(bytes, childOf(bytes, childOf(bytes, track, 'mdia'), 'minf'), 'stbl')
  const table = (type: string) => childOf(bytes, stbl, type)
  const [chunks, longChunks, groups, sizes] = ['stco', 'co64', 'stsc', 'stsz'].map(table)
  const offsets = chunks ?? longChunks
  if (!offsets || !groups || !sizes) throw new UnknownLayout('a track without its tables')
  const width = offsets === chunks ? 4 : 8
  const count = numberAt(bytes, offsets.body + 4, 4)
  const groupCount = numberAt(bytes, groups.body + 4, 4)
  const sameSize = numberAt(bytes, sizes.body + 4, 4)
  if (
    count > chunksMax ||
    offsets.body + 8 + count * width > offsets.end ||
    groups.body + 8 + groupCount * 12 > groups.end ||
    (sameSize === 0 && sizes.body + 12 + numberAt(bytes, sizes.body + 8, 4) * 4 > sizes.end)
  )
    throw new UnknownLayout('a table that is longer than its box')
  const ranges: Range[] = []
  let group = 0
  let sample = 0
  for (let chunk = 1; chunk <= count; chunk++) {
    while (group + 1 < groupCount && numberAt(bytes, groups.body + 8 + (group + 1) * 12, 4) <= chunk) group++
    const samples = numberAt(bytes, groups.body + 8 + group * 12 + 4, 4)
    const start = numberAt(bytes, offsets.body + 8 + (chunk - 1) * width, width)
    let length = samples * sameSize
    if (sameSize === 0)
      for (let n = 0; n < samples; n++, sample++) {
        const at = sizes.body + 12 + sample * 4
        if (at + 4 > sizes.end) break
        length += numberAt(bytes, at, 4)
      }
    ranges.push({ start, end: start + length })
  }
  return ranges
}

function merged(ranges: readonly Range[]): Range[] {
  const result: Range[] = []
  for (const range of [...ranges].sort((a, b) => a.start - b.start)) {
    const last = result.at(-1)
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end)
    else result.push({ ...range })
  }
  return result
}

// Matroska

interface Element {
  id: number
  start: number
  body: number
  /** Null: unknown size. */
  end: number | null
}

const segmentId = 0x18538067
const infoId = 0x1549a966
const tracksId = 0x1654ae6b
const clusterId = 0x1f43b675
const trackEntryId = 0xae
const trackTypeId = 0x83
const titleId = 0x7ba9
const voidId = 0xec

/** SeekHead, Info, Tracks, Cluster, Cues, CRC-32. */
const allowedInSegment = new Set([0x114d9b74, infoId, tracksId, clusterId, 0x1c53bb6b, 0xbf])
/** Timestamp, SimpleBlock, BlockGroup, PrevSize, Position, SilentTracks, Void, CRC-32. */
const inCluster = new Set([0xe7, 0xa3, 0xa0, 0xab, 0xa7, 0x5854, voidId, 0xbf])

const elementsMax = 500_000

async function elementAt(source: Source, start: number, limit: number): Promise<Element> {
  const head = await source.read(start, Math.min(12, source.size - start))
  const idLength = Math.clz32(head[0] ?? 0) - 23
  if (idLength > 4) throw new UnknownLayout('an element without an id')
  const first = head[idLength] ?? 0
  const sizeLength = Math.clz32(first) - 23
  if (sizeLength > 8 || idLength + sizeLength > head.length)
    throw new UnknownLayout('an element without a size')
  // Masks the length marker.
  const highest = first & ((1 << (8 - sizeLength)) - 1)
  const size = highest * 256 ** (sizeLength - 1) + numberAt(head, idLength + 1, sizeLength - 1)
  const body = start + idLength + sizeLength
  const isUnknown = size === 2 ** (7 * sizeLength) - 1
  if (!isUnknown && body + size > limit) throw new UnknownLayout('an element that is longer than its parent')
  return { id: numberAt(head, 0, idLength), start, body, end: isUnknown ? null : body + size }
}

async function eraseElement(source: Source, { start }: Element, end: number): Promise<void> {
  const total = end - start
  const sizeLength = Math.min(8, total - 1)
  const size = total - 1 - sizeLength
  const header = new Uint8Array(1 + sizeLength)
  header[0] = voidId
  let rest = size
  for (let at = sizeLength; at > 0; at--, rest = Math.floor(rest / 256)) header[at] = rest % 256
  header[1] = (header[1] ?? 0) | (1 << (8 - sizeLength))
  await source.write(start, header)
  await source.erase(start + header.length, end)
}

async function cleanMatroska(source: Source): Promise<void> {
  let count = 0
  const next = (at: number, limit: number) => {
    if (++count > elementsMax) throw new UnknownLayout('too many elements')
    return elementAt(source, at, limit)
  }

  async function childrenOf({ body, end }: Element): Promise<Element[]> {
    const children: Element[] = []
    for (let at = body; at < (end ?? 0); ) {
      const child = await next(at, end ?? 0)
      if (child.end === null) throw new UnknownLayout('an element of unknown size')
      children.push(child)
      at = child.end
    }
    return children
  }

  /** Unknown size: ends before a foreign element (RFC 8794, 6.2). */
  async function endOfCluster({ body }: Element, limit: number): Promise<number> {
    let at = body
    while (at < limit) {
      const child = await next(at, limit)
      if (!inCluster.has(child.id)) return at
      if (child.end === null) throw new UnknownLayout('a block of unknown size')
      at = child.end
    }
    return at
  }

  async function cleanSegment({ body, end }: Element): Promise<number> {
    const limit = end ?? source.size
    let at = body
    while (at < limit) {
      const child = await next(at, limit)
      if (child.end === null && child.id !== clusterId) throw new UnknownLayout('an element of unknown size')
      const childEnd = child.end ?? (await endOfCluster(child, limit))
      if (child.id === tracksId) {
        for (const track of await childrenOf(child)) await checkTrack(track)
      } else if (child.id === infoId) {
        for (const field of await childrenOf(child))
          if (field.id === titleId && field.end !== null) await eraseElement(source, field, field.end)
      } else if (!allowedInSegment.has(child.id)) await eraseElement(source, child, childEnd)
      at = childEnd
    }
    return limit
  }

  /** Clusters interleave the blocks of all tracks, so that other tracks can't be removed. */
  async function checkTrack(track: Element): Promise<void> {
    if (track.id !== trackEntryId) return
    for (const { id, body, end } of await childrenOf(track)) {
      if (id !== trackTypeId || end === null) continue
      const type = numberAt(await source.read(body, end - body), 0, end - body)
      if (type !== 1 && type !== 2) throw new UnknownLayout('a track that is neither pictures nor sound')
    }
  }

  const header = await next(0, source.size)
  if (header.end === null) throw new UnknownLayout('a header of unknown size')
  const segment = await next(header.end, source.size)
  if (segment.id !== segmentId) throw new UnknownLayout('no segment')
  const end = await cleanSegment(segment)
  if (source.size - end >= 2) await eraseElement(source, { ...segment, start: end }, source.size)
  else await source.erase(end, source.size)
}
