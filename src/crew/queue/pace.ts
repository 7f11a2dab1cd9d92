const KiB = 1024

/** Measured: the size costs nothing on a good link, and behind a proxy that buffers bodies more is lost with each cut. */
export const largestChunk = 2048 * KiB
const smallestChunk = 256 * KiB

/** Without a sign of life for this long a link counts as hung; a hang is no error to anybody. */
const hungAfterMs = 15_000
/** What one chunk should take at most on a slow link: progress is seen with each. */
const chunkMs = 8000

/**
 * What a link carries, learnt from what the server has acknowledged. A browser hands bytes to the system long before
 * they have crossed a slow link; without this a slow upload would look like a hung one.
 */
export interface Pace {
  /** The server has got this many more bytes in so much time. */
  learn(bytes: number, ms: number): void
  /** Bytes of one request. */
  chunk(): number
  /** How long silence is to be borne while so many bytes are on their way. */
  patienceMs(outstanding: number): number
}

/** @param bytesPerMs the browser's own estimate; null: none */
export function makePace(bytesPerMs: number | null): Pace {
  let rate = bytesPerMs
  return {
    learn(bytes, ms) {
      if (bytes <= 0 || ms <= 0) return
      const seen = bytes / ms
      rate = rate === null ? seen : (rate + seen) / 2
    },
    chunk() {
      if (rate === null) return largestChunk
      const fitting = Math.round((rate * chunkMs) / smallestChunk) * smallestChunk
      return Math.min(largestChunk, Math.max(smallestChunk, fitting))
    },
    patienceMs(outstanding) {
      return rate === null ? hungAfterMs : Math.max(hungAfterMs, (2 * outstanding) / rate)
    },
  }
}
