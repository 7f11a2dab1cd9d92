import type { ScoringEntry } from './boards.ts'
import type { Pot, Rules } from './rules.ts'
import { partOf } from './split.ts'

/** A boat that is in a pot whose entry is `chosen`. */
export interface PotEntry {
  pot: string
  entryId: string
}

/** Returns the pots whose entry is `chosen`: the others are for all boats. */
export const chosenPots = <P extends Pick<Pot, 'entry'>>(
  rules: { readonly pots: readonly P[] } | null,
): P[] => rules?.pots.filter(({ entry }) => entry === 'chosen') ?? []

export interface PotTotal {
  key: string
  /** Disqualified boats count. */
  entryIds: ReadonlySet<string>
  /** Cents. */
  amount: number
}

/** `⌊boats × fee × payback⌋ + added` */
const potAmount = ({ fee, payback, added }: Pot, boats: number): number =>
  partOf(boats, [BigInt(fee ?? 0) * BigInt(payback), 10_000n]) + (added ?? 0)

export function potsOf(
  rules: Rules,
  entries: readonly ScoringEntry[],
  potEntries: readonly PotEntry[],
): PotTotal[] {
  const standing = new Set(entries.map(({ id }) => id))
  return rules.pots.map(pot => {
    const ownEntries = potEntries.filter(entry => entry.pot === pot.key && standing.has(entry.entryId))
    const entryIds = pot.entry === 'all' ? standing : new Set(ownEntries.map(({ entryId }) => entryId))
    return { key: pot.key, entryIds, amount: potAmount(pot, entryIds.size) }
  })
}
