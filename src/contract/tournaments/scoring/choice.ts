import type { Candidate } from './counting.ts'
import { type Fish, nameSet } from './fish.ts'
import type { Category, Limit } from './rules.ts'

/** A fish that counts, unless a limit leaves it out. */
export interface CountableFish {
  fish: Fish
  score: number
}

export interface Choice {
  /** Fish that count. */
  selection: readonly CountableFish[]
  /** Fish that a limit leaves out. */
  surplus: readonly CountableFish[]
  /** Sum of the scores, after limits cut it. */
  sum: number
}

/** Compares by score, time caught, time weighed and id. */
function betterFirst(a: CountableFish, b: CountableFish): number {
  const [first, second] = [a.fish.scoringCatch, b.fish.scoringCatch]
  return (
    b.score - a.score ||
    first.caughtAt - second.caughtAt ||
    first.weighedAt - second.weighedAt ||
    (first.id < second.id ? -1 : 1)
  )
}

export function countableFish(candidates: readonly Candidate[]): CountableFish[] {
  const countable: CountableFish[] = []
  for (const { fish, score, why } of candidates)
    if (score !== null && why === null) countable.push({ fish, score })
  return countable.sort(betterFirst)
}

/** Fish of the selection that a limit applies to. */
interface Usage {
  matches: (fish: Fish) => boolean
  limit: Limit
  count: number
  /** For a limit a day. */
  countByDay: Map<string | null, number>
  sum: number
}

const allows = ({ limit: { most, mostPerDay }, count, countByDay }: Usage, { day }: Fish): boolean =>
  (most === null || count < most) && (mostPerDay === null || (countByDay.get(day) ?? 0) < mostPerDay)

function add(usage: Usage, { fish: { day }, score }: CountableFish) {
  usage.count += 1
  usage.sum += score
  if (usage.limit.mostPerDay !== null) usage.countByDay.set(day, (usage.countByDay.get(day) ?? 0) + 1)
}

function matcher({ species, how }: Limit): (fish: Fish) => boolean {
  const names = nameSet(species)
  return ({ speciesName, scoringCatch: { released } }) =>
    (names === null || names.has(speciesName)) && (how === null || (how === 'released') === released)
}

/** @returns a function that chooses from the fish of a contestant, best first */
export function chooserOf({ limits }: Category): (fish: readonly CountableFish[]) => Choice {
  const rules = limits.map(limit => ({ limit, matches: matcher(limit) }))
  return candidates => {
    if (rules.length === 0 || candidates.length === 0) return wholeOf(candidates)
    const usages = rules.map((rule): Usage => ({ ...rule, count: 0, countByDay: new Map(), sum: 0 }))
    const selection: CountableFish[] = []
    const surplus: CountableFish[] = []
    for (const candidate of candidates) {
      const own = usages.filter(({ matches }) => matches(candidate.fish))
      if (own.every(usage => allows(usage, candidate.fish))) {
        selection.push(candidate)
        for (const usage of own) add(usage, candidate)
      } else surplus.push(candidate)
    }
    // Limits with sums are disjoint.
    const cut = usages.reduce(
      (all, { limit: { sumAtMost }, sum }) => all + Math.max(0, sum - (sumAtMost ?? sum)),
      0,
    )
    return { selection, surplus, sum: wholeOf(selection).sum - cut }
  }
}

const wholeOf = (selection: readonly CountableFish[]): Choice => ({
  selection,
  surplus: [],
  sum: selection.reduce((sum, { score }) => sum + score, 0),
})
