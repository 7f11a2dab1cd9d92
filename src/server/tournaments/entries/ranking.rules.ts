import type { EntryId } from '#contract/ids.ts'
import { iso } from '#contract/iso.ts'
import type { Lead } from '#contract/record.ts'
import type { Board } from '#contract/tournaments/scoring/boards.ts'
import { eligibleFish } from '#contract/tournaments/scoring/boards.ts'
import type { Rules } from '#contract/tournaments/scoring/rules.ts'
import type { Correction } from '#contract/tournaments/tournaments.ts'
import type { Tables } from '#server/db/tables.ts'
import {
  categoryBoardsOf,
  latestBoard,
  presentScore,
  type ScoringInput,
} from '#server/tournaments/scoring/index.ts'
import { dayOfPlace } from './entries.rules.ts'

export interface WeighedCatch {
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

/** Sorts the heaviest first; of equal weights, the earlier catch, then the earlier record. */
export function heavierFirst(a: WeighedCatch, b: WeighedCatch): number {
  return (
    b.weight - a.weight ||
    a.caughtAt - b.caughtAt ||
    a.recordedAt - b.recordedAt ||
    (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  )
}

export function bestCatches(catches: readonly WeighedCatch[]): Map<string, WeighedCatch> {
  const best = new Map<string, WeighedCatch>()
  for (const fish of catches.toSorted(heavierFirst)) if (!best.has(fish.entryId)) best.set(fish.entryId, fish)
  return best
}

export interface Standing {
  best: WeighedCatch | null
  /** Position by weight, or null without a catch. */
  byWeight: number | null
  /** Position with overrides. */
  position: number | null
  /** Ids of the fish that the position follows from. */
  fish: readonly string[]
  /** JSON: an `EntryScore`, or null without rules, or without fish that count. */
  score: string | null
}

/**
 * Returns the standings of all entries: overrides first, then the other positions by weight, without ties.
 * @param overrides entry → distinct positions
 */
export function rank(
  entryIds: readonly string[],
  catches: readonly WeighedCatch[],
  overrides: ReadonlyMap<string, number> = new Map(),
): Map<string, Standing> {
  const ids = new Set(entryIds)
  const best = bestCatches(catches.filter(fish => ids.has(fish.entryId)))
  const activeOverrides = new Map([...overrides].filter(([id]) => ids.has(id)))
  const takenPositions = new Set(activeOverrides.values())
  const standings = new Map<string, Standing>()
  let byWeight = 0
  let free = 0
  for (const fish of [...best.values()].sort(heavierFirst)) {
    byWeight += 1
    let position = activeOverrides.get(fish.entryId)
    if (position === undefined) {
      do free += 1
      while (takenPositions.has(free))
      position = free
    }
    standings.set(fish.entryId, { best: fish, byWeight, position, fish: [fish.id], score: null })
  }
  for (const id of entryIds)
    if (!standings.has(id))
      standings.set(id, {
        best: null,
        byWeight: null,
        position: activeOverrides.get(id) ?? null,
        fish: [],
        score: null,
      })
  return standings
}

/** Returns the standings of the rules' main category; of a daily one those of its latest day with a place. */
function rankByRules(
  rules: Rules,
  boards: readonly Board[],
  entryIds: readonly string[],
  catches: readonly WeighedCatch[],
): Map<string, Standing> {
  const own = boards.filter(({ category }) => category === rules.categories[0]?.key)
  const board = latestBoard(own)
  const countingIds = eligibleFish(own)
  const best = bestCatches(catches.filter(({ id }) => countingIds.has(id)))
  // The first row of an entry is its best one, where the category ranks fish or anglers.
  const rows = new Map(board?.rows.toReversed().map(row => [row.entryId, row]))
  return new Map(
    entryIds.map(id => {
      const row = rows.get(id)
      const score = row ? presentScore(rules, row, board?.day ?? null) : null
      const standing: Standing = {
        best: best.get(id) ?? null,
        byWeight: null,
        position: row?.place ?? null,
        fish: row?.fish.filter(({ taken }) => taken).map(({ catchId }) => catchId) ?? [],
        score: score && JSON.stringify(score),
      }
      return [id, standing]
    }),
  )
}

/** Basis of positions. */
export interface RankingInput {
  entryIds: readonly string[]
  /** Fish with a weight. */
  catches: readonly WeighedCatch[]
  /** Positions that organisers set, by entry. */
  overrides: ReadonlyMap<string, number>
  /** Null without rules. */
  scoring: { rules: Rules; input: ScoringInput } | null
}

/** Ranks the entries by the rules' main category, or by weight without rules. */
export function rankOf({ entryIds, catches, overrides, scoring }: RankingInput): Map<string, Standing> {
  if (scoring === null) return rank(entryIds, catches, overrides)
  const { rules, input } = scoring
  const [main] = rules.categories
  return rankByRules(rules, main ? categoryBoardsOf(rules, input, main.key) : [], entryIds, catches)
}

/** Returns the correction, or null if the catch was never corrected. */
export function correctionOf(
  {
    corrected_at,
    first_weight_hundredths,
    first_species,
  }: Pick<Tables['catches'], 'corrected_at' | 'first_weight_hundredths' | 'first_species'>,
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
}: Pick<WeighedCatch, 'weight' | 'ounces' | 'species'>): string =>
  JSON.stringify({ weight: weight / 100, ...(ounces !== null && { ounces }), species })

/**
 * Returns who took the lead from whom: of boats that share the first place, those that are new there. A boat that only
 * joins the leaders takes no lead.
 */
export function changeOfLead(before: readonly EntryId[], after: readonly EntryId[]): Lead | null {
  const [took = after[0], ...alsoTook] = after.filter(id => !before.includes(id))
  const [lost = null, ...alsoLost] = before.filter(id => !after.includes(id))
  if (took === undefined || (lost === null && before.length > 0)) return null
  return {
    took,
    lost,
    ...(after.length > 1 && { tied: true as const }),
    ...(alsoTook.length > 0 && { alsoTook }),
    ...(alsoLost.length > 0 && { alsoLost }),
  }
}

interface Placed {
  id: EntryId
  position: number | null
  /** JSON, as in an entry. */
  score: string | null
}

/**
 * Returns the change of the first place. Where each day has its board, a later day begins without a leader; when the
 * only fish of a day is gone, the leader of the day before was told already.
 * @param days of the rules, in their order
 */
export function leadAfter(
  before: readonly Placed[],
  after: readonly Placed[],
  days: readonly string[],
): Lead | null {
  const first = (places: readonly Placed[]) => places.filter(({ position }) => position === 1)
  const dayOf = ([leader]: readonly Placed[]) => (leader ? dayOfPlace(leader) : null)
  const [leadersBefore, leaders] = [first(before), first(after)]
  const day = dayOf(leaders)
  const [from, to] = [days.indexOf(dayOf(leadersBefore) ?? ''), days.indexOf(day ?? '')]
  const isOtherDay = from !== -1 && to !== -1 && from !== to
  if (isOtherDay && to < from) return null
  const idsOf = (places: readonly Placed[]) => places.map(({ id }) => id)
  const lead = changeOfLead(isOtherDay ? [] : idsOf(leadersBefore), idsOf(leaders))
  return lead && { ...lead, ...(day !== null && { day }) }
}
