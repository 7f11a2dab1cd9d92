const KiB = 1024

/** Measured: larger chunks lose more per interruption behind a buffering proxy, and gain nothing. */
export const largestChunk = 2048 * KiB
const smallestChunk = 256 * KiB

/** Milliseconds without progress. */
const hungAfterMs = 15_000
/** A pause, as of a phone in a pocket, measures as a very slow link. */
const hungAtMostMs = 120_000
/** Milliseconds per chunk on a slow link. */
const chunkMs = 8000

export type Pace = ReturnType<typeof makePace>

/**
 * Measures acknowledged bytes: browsers report sent bytes too early.
 * @param bytesPerMs the browser's estimate, or null if it has none
 */
export function makePace(bytesPerMs: number | null) {
  let rate = bytesPerMs
  return {
    learn(bytes: number, ms: number): void {
      if (bytes <= 0 || ms <= 0) return
      const latest = bytes / ms
      rate = rate === null ? latest : (rate + latest) / 2
    },
    /** Bytes of one request. */
    chunk(): number {
      if (rate === null) return largestChunk
      const fitting = Math.round((rate * chunkMs) / smallestChunk) * smallestChunk
      return Math.min(largestChunk, Math.max(smallestChunk, fitting))
    },
    /** Milliseconds without progress until the link counts as hung. */
    patienceMs(outstanding: number): number {
      if (rate === null) return hungAfterMs
      return Math.min(hungAtMostMs, Math.max(hungAfterMs, (2 * outstanding) / rate))
    },
  }
}
