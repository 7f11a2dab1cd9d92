import type { Update } from '#contract/tournaments/updates.ts'

type Listed = Pick<Update, 'id'>

/** Those before the first known one: later ones are older, from a further page. Newest first. */
export function newOf<T extends Listed>(before: readonly T[], after: readonly T[]): T[] {
  const known = new Set(before.map(({ id }) => id))
  const firstKnown = after.findIndex(({ id }) => known.has(id))
  return after.slice(0, firstKnown < 0 ? after.length : firstKnown)
}
