export interface KeptPicture {
  etag: string
  bytes(): Promise<Uint8Array>
}

/** Pictures in memory at once; a picture has about 60 KB. */
const capacity = 60

/**
 * Draws pictures when they are first asked for, one at a time, since each takes a core; and keeps the latest.
 * What is drawn follows from `content` alone, so that its hash is the ETag and a 304 needs no drawing.
 */
export function keptPictures() {
  const kept = new Map<string, Promise<Uint8Array>>()
  let last: Promise<unknown> = Promise.resolve()

  /** @param content everything that is on the picture, as text */
  return (content: string, draw: () => Promise<Uint8Array>): KeptPicture => {
    const key = Bun.hash(content).toString(36)
    return {
      etag: `"${key}"`,
      bytes() {
        const known = kept.get(key)
        if (known) return known
        const drawn = last.then(draw)
        last = drawn.catch(() => {})
        // What could not be drawn is tried again by whoever asks next.
        drawn.catch(() => kept.delete(key))
        const [oldest] = kept.keys()
        if (kept.size >= capacity && oldest !== undefined) kept.delete(oldest)
        kept.set(key, drawn)
        return drawn
      },
    }
  }
}
