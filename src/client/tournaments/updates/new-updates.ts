import type { Update } from '#contract/tournaments/updates.ts'

type Listed = Pick<Update, 'id'>

/** Returns the updates listed before all previous ones, newest first. Those listed after come from a further page. */
export function newOf<T extends Listed>(before: readonly T[], after: readonly T[]): T[] {
  const previousIds = new Set(before.map(({ id }) => id))
  const firstPrevious = after.findIndex(({ id }) => previousIds.has(id))
  return after.slice(0, firstPrevious < 0 ? after.length : firstPrevious)
}
