import { iso } from '#contract/iso.ts'
import type { Board } from '#contract/tournaments/scoring/boards.ts'
import type { Rules } from '#contract/tournaments/scoring/rules.ts'
import type { Correction } from '#contract/tournaments/tournaments.ts'
import { categoryBoardsOf, presentScore, type ScoringInput } from '#server/tournaments/scoring/index.ts'

/** Columns of a catch's row that describe its correction. */
export interface Corrected {
  corrected_at: number | null
  first_weight_hundredths: number | null
  first_species: string | null
}

export interface Weighed {
  id: string
  entryId: string
  weight: number
  /** Ounces, or null if weighed in pounds. */
  ounces?: number | null
  species: string
  /** Milliseconds. */
  caughtAt: number
  /** Milliseconds; breaks ties. */
  recordedAt: number
  /** Milliseconds; `recordedAt` unless it was stated. */
  weighedAt: number
  /** Null if never corrected. */
  correction?: Correction | null
}

/** Ties: earlier catch, then earlier record. */
export function heavierFirst(a: Weighed, b: Weighed): number {
  return (
    b.weight - a.weight ||
    a.caughtAt - b.caughtAt ||
    a.recordedAt - b.recordedAt ||
    (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  )
}

export function bestCatches(catches: readonly Weighed[]): Map<string, Weighed> {
  const best = new Map<string, Weighed>()
  for (const caught of catches.toSorted(heavierFirst))
    if (!best.has(caught.entryId)) best.set(caught.entryId, caught)
  return best
}

export interface Ranked {
  best: Weighed | null
  /** Position by weight, or null without a catch. */
  byWeight: number | null
  /** Position with overrides. */
  position: number | null
  /** JSON: an `EntryScore`, or null without rules, or without fish that count. */
  score: string | null
}

/**
 * Positions of all entries: overrides first, then the remaining positions by weight, without ties.
 * @param overrides entry → distinct positions
 */
export function rank(
  entryIds: readonly string[],
  catches: readonly Weighed[],
  overrides: ReadonlyMap<string, number> = new Map(),
): Map<string, Ranked> {
  const standing = new Set(entryIds)
  const best = bestCatches(catches.filter(caught => standing.has(caught.entryId)))
  const decided = new Map([...overrides].filter(([id]) => standing.has(id)))
  const taken = new Set(decided.values())
  const ranked = new Map<string, Ranked>()
  let byWeight = 0
  let free = 0
  for (const caught of [...best.values()].sort(heavierFirst)) {
    byWeight += 1
    let position = decided.get(caught.entryId)
    if (position === undefined) {
      do free += 1
      while (taken.has(free))
      position = free
    }
    ranked.set(caught.entryId, { best: caught, byWeight, position, score: null })
  }
  for (const id of entryIds)
    if (!ranked.has(id))
      ranked.set(id, { best: null, byWeight: null, position: decided.get(id) ?? null, score: null })
  return ranked
}

/** Positions of the rules' main category; of a daily one those of its latest day with a place. */
function rankByRules(
  rules: Rules,
  boards: readonly Board[],
  entryIds: readonly string[],
  catches: readonly Weighed[],
): Map<string, Ranked> {
  const own = boards.filter(({ category }) => category === rules.categories[0]?.key)
  const board = own.findLast(({ rows }) => rows.some(({ place }) => place !== null)) ?? own.at(-1)
  const counted = new Set(
    own.flatMap(({ rows }) =>
      rows.flatMap(({ fish }) =>
        fish.filter(({ why }) => why === null || why === 'limit').map(({ catchId }) => catchId),
      ),
    ),
  )
  const best = bestCatches(catches.filter(({ id }) => counted.has(id)))
  // The first row of an entry is its best one, where the category ranks fish or anglers.
  const rows = new Map(board?.rows.toReversed().map(row => [row.entryId, row]))
  return new Map(
    entryIds.map(id => {
      const row = rows.get(id)
      const score = row ? presentScore(rules, row) : null
      const ranked: Ranked = {
        best: best.get(id) ?? null,
        byWeight: null,
        position: row?.place ?? null,
        score: score && JSON.stringify(score),
      }
      return [id, ranked]
    }),
  )
}

/** Basis of positions. */
export interface RankingInput {
  entryIds: readonly string[]
  /** Fish with a weight. */
  catches: readonly Weighed[]
  /** Positions that organisers set, by entry. */
  overrides: ReadonlyMap<string, number>
  /** Null without rules. */
  ruled: { rules: Rules; input: ScoringInput } | null
}

/** Ranks the entries by the rules' main category, or by weight without rules. */
export function rankOf({ entryIds, catches, overrides, ruled }: RankingInput): Map<string, Ranked> {
  if (ruled === null) return rank(entryIds, catches, overrides)
  const { rules, input } = ruled
  const [main] = rules.categories
  return rankByRules(rules, main ? categoryBoardsOf(rules, input, main.key) : [], entryIds, catches)
}

/** Returns the correction, or null if the catch was never corrected. @param current the catch as it is */
export function correctionOf(
  { corrected_at, first_weight_hundredths, first_species }: Corrected,
  { weight, ounces = null, species }: { weight: number | null; ounces?: number | null; species: string },
): Correction | null {
  if (corrected_at === null) return null
  const hasOtherWeight = first_weight_hundredths !== null && first_weight_hundredths !== weight
  return {
    at: iso(corrected_at),
    weight: hasOtherWeight ? first_weight_hundredths / 100 : null,
    species: first_species === species ? null : first_species,
    ...(hasOtherWeight && ounces !== null && { ounces: Math.round((first_weight_hundredths * 16) / 100) }),
  }
}

/** `{"weight":412.5,"species":"Blue Marlin"}`, with `ounces` where they were weighed. */
export const bestCatchJson = ({
  weight,
  ounces = null,
  species,
}: Pick<Weighed, 'weight' | 'ounces' | 'species'>): string =>
  JSON.stringify({ weight: weight / 100, ...(ounces !== null && { ounces }), species })
