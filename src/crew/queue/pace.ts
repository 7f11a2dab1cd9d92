const KiB = 1024

/**
 * Measured: the size doesn't matter on a good link; behind a proxy that buffers bodies, larger chunks lose more per
 * interruption.
 */
export const largestChunk = 2048 * KiB
const smallestChunk = 256 * KiB

/** Milliseconds without progress before a link counts as hung. */
const hungAfterMs = 15_000
/** Milliseconds that one chunk should take at most on a slow link. */
const chunkMs = 8000

/** The link's rate, from acknowledged bytes: browsers report bytes as sent long before they cross a slow link. */
export interface Pace {
  learn(bytes: number, ms: number): void
  /** Bytes of one request. */
  chunk(): number
  /** Milliseconds without progress before the link counts as hung. */
  patienceMs(outstanding: number): number
}

/** @param bytesPerMs the browser's estimate; null: none */
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
