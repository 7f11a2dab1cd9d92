import type { EntryId } from '#contract/ids.ts'
import type { Rules } from '#contract/tournaments/scoring/rules.ts'
import type { Adjustment, SettledAward } from '#server/tournaments/results/index.ts'

/** Cents. */
export interface Winnings {
  total: number
  /** Part of the winnings that backers share, at least 0. */
  shared: number
}

export const noWinnings: Winnings = { total: 0, shared: 0 }

/** @param sharedPots of the entries; null: all */
export function winningsOf(
  rules: Rules,
  awards: readonly SettledAward[],
  adjustments: readonly Adjustment[],
  sharedPots: ReadonlyMap<string, readonly string[] | null>,
): Map<EntryId, Winnings> {
  const potOf = new Map(rules.awards.map(({ key, pot }) => [key, pot]))
  const winnings = new Map<string, Winnings>()
  const add = (entry: string, cents: number, isShared: boolean) => {
    const { total, shared } = winnings.get(entry) ?? noWinnings
    winnings.set(entry, { total: total + cents, shared: shared + (isShared ? cents : 0) })
  }
  for (const { key, places } of awards)
    for (const { entryId, amount } of places)
      add(entryId, amount, isShared(sharedPots.get(entryId), potOf.get(key)))
  for (const { entryId, amount } of adjustments) add(entryId, amount, true)
  // Adjustments can take more than the shared awards give.
  return new Map(
    [...winnings].map(([entry, { total, shared }]) => [
      entry as EntryId,
      { total, shared: Math.max(shared, 0) },
    ]),
  )
}

/** @param pots null: all */
export const isShared = (pots: readonly string[] | null | undefined, pot: string | undefined): boolean =>
  !pots || (pot !== undefined && pots.includes(pot))
