import type { Board, BoardRow } from '#contract/tournaments/scoring/boards.ts'

/** Returns whether a request names this contestant by key, entry, angler or catch. */
const isNamed = ({ contestant, entryId, anglerId, fish }: BoardRow, name: string): boolean =>
  contestant === name ||
  anglerId === name ||
  (contestant === entryId
    ? entryId === name
    : fish.some(({ catchId }) => contestant === catchId && catchId === name))

/**
 * Returns the keys of the contestants in the order of a request.
 * Null if they don't share one place, or another contestant shares it with them.
 */
export function tiedOrder({ rows }: Board, order: readonly string[]): string[] | null {
  const orderedRows = order.map(name => rows.find(row => isNamed(row, name)))
  const [first] = orderedRows
  if (!first?.tied || orderedRows.some(row => row?.place !== first.place)) return null
  const tiedRows = rows.filter(({ place }) => place === first.place)
  return tiedRows.length === order.length ? orderedRows.flatMap(row => row?.contestant ?? []) : null
}
