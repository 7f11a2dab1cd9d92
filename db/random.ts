/** mulberry32: each call returns the next unsigned 32-bit number. */
export function makeNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let hash = Math.imul(state ^ (state >>> 15), 1 | state)
    hash = (hash + Math.imul(hash ^ (hash >>> 7), 61 | hash)) ^ hash
    return (hash ^ (hash >>> 14)) >>> 0
  }
}
