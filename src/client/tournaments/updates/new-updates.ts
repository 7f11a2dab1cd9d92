import type { Update } from '#contract/tournaments/updates.ts'

type Listed = Pick<Update, 'id'>

/**
 * Returns the updates listed before all previous ones, newest first. Those listed after come from a further
 * page.
 */
export function newOf<T extends Listed>(before: readonly T[], after: readonly T[]): T[] {
  const known = new Set(before.map(({ id }) => id))
  const firstKnown = after.findIndex(({ id }) => known.has(id))
  return after.slice(0, firstKnown < 0 ? after.length : firstKnown)
}
