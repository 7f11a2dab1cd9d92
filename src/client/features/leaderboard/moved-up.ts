import { ordinal } from '#client/domain/numbers.ts'
import type { Board } from '#contract/leaderboard.ts'

const positionsIn = (boards: readonly Board[]) =>
  new Map(
    boards.flatMap(({ entries }) => entries.map(({ id, currentPosition }) => [id, currentPosition] as const)),
  )

/** A sentence for each known boat with a better position, or its first. */
export function movedUp(before: readonly Board[], after: readonly Board[]): string[] {
  const old = positionsIn(before)
  return after.flatMap(({ tournament, entries }) =>
    entries.flatMap(({ id, boat, currentPosition }) => {
      const was = old.get(id)
      if (was === undefined || currentPosition === null || (was !== null && was <= currentPosition)) return []
      return [`${boat.name} is now ${ordinal(currentPosition)} in ${tournament.name}.`]
    }),
  )
}
