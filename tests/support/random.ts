import { makeNumbers } from '../../db/random.ts'

/** Returns numbers from 0 to 1, the same for each seed. */
export function makeRandom(seed: number): () => number {
  const next = makeNumbers(seed)
  return () => next() / 4_294_967_296
}
