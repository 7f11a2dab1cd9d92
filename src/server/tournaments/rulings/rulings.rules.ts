import type { Board, BoardRow } from '#contract/tournaments/scoring/boards.ts'
import type { NewTieDecision, PastTieDecision } from './rulings.queries.ts'

/** Returns whether a request names this contestant by key (of a boat its entry, of a fish its catch) or angler. */
const isNamed = ({ contestant, anglerId }: BoardRow, name: string): boolean =>
  contestant === name || anglerId === name

/**
 * Returns the keys of the contestants in the order of a request, and their total.
 * Null if they don't share one place, one is named twice, or another contestant shares it with them.
 */
export function tiedOrder({ rows }: Board, order: readonly string[]) {
  const orderedRows = order.map(name => rows.find(row => isNamed(row, name)))
  const [first] = orderedRows
  if (!first?.tied || orderedRows.some(row => row?.place !== first.place)) return null
  const contestants = new Set(orderedRows.flatMap(row => row?.contestant ?? []))
  const tiedRows = rows.filter(({ place }) => place === first.place)
  const areAll = [tiedRows.length, order.length].every(size => size === contestants.size)
  return areAll ? { order: [...contestants], total: first.total } : null
}

/** Returns whether the latest decision about these contestants is the same: the answer to it may have been lost. */
export function isRepeatedTieDecision(
  past: readonly PastTieDecision[],
  { order, reason, by }: Pick<NewTieDecision, 'order' | 'reason' | 'by'>,
): boolean {
  const last = past.find(each => each.order.some(id => order.includes(id)))
  return last?.contestants === JSON.stringify(order) && last.reason === reason && last.decided_by === by
}

/** Returns the decision that gives these contestants their places, or undefined if they share one. */
export const findTieDecision = (
  past: readonly PastTieDecision[],
  order: readonly string[],
): PastTieDecision | undefined => past.find(each => order.every(id => each.order.includes(id)))
