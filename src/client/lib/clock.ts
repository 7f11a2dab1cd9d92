/** Replaceable in tests. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** A timer. @returns cancels it */
  after(ms: number, run: () => void): () => void
}

export const clock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}
