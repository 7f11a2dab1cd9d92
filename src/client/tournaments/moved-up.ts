import type { Entry } from '#contract/tournaments/tournaments.ts'

type Placed = Pick<Entry, 'id' | 'currentPosition'>

export type MovedUp<T extends Placed> = T & { currentPosition: number }

/** Returns the entries with a better position than before, or their first one. New entries are left out. */
export function movedUp<T extends Placed>(before: readonly Placed[], after: readonly T[]): MovedUp<T>[] {
  const old = new Map(before.map(({ id, currentPosition }) => [id, currentPosition]))
  return after.flatMap(entry => {
    const { currentPosition } = entry
    const was = old.get(entry.id)
    if (was === undefined || currentPosition === null || (was !== null && was <= currentPosition)) return []
    return [{ ...entry, currentPosition }]
  })
}
