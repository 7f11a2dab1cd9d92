import type { Board } from './boards.ts'

/** Returns the ids of catches that count on a board, or would if its limits left room. */
export const eligibleFish = (boards: readonly Board[]): Set<string> =>
  new Set(
    boards.flatMap(({ rows }) =>
      rows.flatMap(({ fish }) =>
        fish.filter(({ why }) => why === null || why === 'limit').map(({ catchId }) => catchId),
      ),
    ),
  )
