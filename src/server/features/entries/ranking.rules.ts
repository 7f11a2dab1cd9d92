/** Ranking: pure, so that it can be tested by properties. Weights are integer hundredths of a pound. */

/** A fish on the scale. */
export interface Weighed {
  id: string
  entryId: string
  weight: number
  species: string
  /** Milliseconds since 1970. */
  caughtAt: number
  /** When it was written down: breaks a tie of the same moment. */
  recordedAt: number
}

/** Heaviest first; ties to the earlier catch, then to the one that was written down first. */
export function heavierFirst(a: Weighed, b: Weighed): number {
  return (
    b.weight - a.weight ||
    a.caughtAt - b.caughtAt ||
    a.recordedAt - b.recordedAt ||
    (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  )
}

/** Each entry's best catch. */
export function bestCatches(catches: readonly Weighed[]): Map<string, Weighed> {
  const best = new Map<string, Weighed>()
  for (const caught of catches.toSorted(heavierFirst))
    if (!best.has(caught.entryId)) best.set(caught.entryId, caught)
  return best
}

export interface Ranked {
  best: Weighed | null
  /** By weight alone; null without a catch. */
  byWeight: number | null
  /** What everybody sees. */
  position: number | null
}

/**
 * Ranks the entries of one tournament. A position that the organiser decided stands; the others take what is left, from
 * first place on, in the order of their weights. So nobody shares a position, and a boat without a catch has one only
 * where the organiser gave it.
 * @param overrides what the organiser decided: entry → position, no position twice
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
    ranked.set(caught.entryId, { best: caught, byWeight, position })
  }
  for (const id of entryIds)
    if (!ranked.has(id)) ranked.set(id, { best: null, byWeight: null, position: decided.get(id) ?? null })
  return ranked
}

/** `{"weight":412.5,"species":"Blue Marlin"}` */
export const bestCatchJson = (caught: Pick<Weighed, 'weight' | 'species'>): string =>
  JSON.stringify({ weight: caught.weight / 100, species: caught.species })
