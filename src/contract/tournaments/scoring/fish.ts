import type { ScoringCatch } from './boards.ts'
import type { Day, Rules, Species } from './rules.ts'

/** A catch with the values that the rules give it in every category. */
export interface Fish {
  scoringCatch: ScoringCatch
  /** Name in the form that comparisons need. */
  speciesName: string
  /** Null if not in the rules' list. */
  species: Species | null
  /** Null for a released fish. */
  weight: number | null
  /** Day that it was caught on, else the nearest, or null if the rules have no days. */
  day: string | null
  inLines: boolean
  inScaleHours: boolean
}

/** Names of species are compared without case, and without spaces around what is typed. */
export const comparableName = (species: string): string => species.trim().toLowerCase()

export const isSameSpecies = (a: string, b: string): boolean => comparableName(a) === comparableName(b)

/** @param names null for all species */
export const isAmong = (names: readonly string[] | null, species: string): boolean =>
  names === null || names.some(name => isSameSpecies(name, species))

/** Returns the comparable names, or null for all species. */
export const nameSet = (species: readonly string[] | null): ReadonlySet<string> | null =>
  species && new Set(species.map(comparableName))

/** Milliseconds; 0: between lines in and lines out. */
const distance = ({ linesIn, linesOut }: Day, time: number): number =>
  Math.max(linesIn - time, time - linesOut, 0)

function nearestDay(days: readonly Day[], time: number): Day | null {
  let nearest: Day | null = null
  for (const day of days) if (nearest === null || distance(day, time) < distance(nearest, time)) nearest = day
  return nearest
}

/** True also for released fish and fish without a stated time. */
function isInScaleHours(day: Day | null, { released, weighedAt, weighedAtStated }: ScoringCatch): boolean {
  if (day === null || released || !weighedAtStated) return true
  const { scaleOpens, scaleCloses } = day
  return (
    (scaleOpens === null || weighedAt >= scaleOpens) && (scaleCloses === null || weighedAt <= scaleCloses)
  )
}

/** @returns entry → fish, by time caught */
export function fishByEntry(rules: Rules, catches: readonly ScoringCatch[]): Map<string, Fish[]> {
  const bySpecies = new Map(rules.species.map(species => [comparableName(species.name), species]))
  const inOrder = catches.toSorted((a, b) => a.caughtAt - b.caughtAt)
  const fish = inOrder.map((scoringCatch): Fish => {
    const speciesName = comparableName(scoringCatch.species)
    const day = nearestDay(rules.days, scoringCatch.caughtAt)
    return {
      scoringCatch,
      speciesName,
      species: bySpecies.get(speciesName) ?? null,
      weight: scoringCatch.released ? null : scoringCatch.weight,
      day: day?.name ?? null,
      inLines: scoringCatch.allowed || day === null || distance(day, scoringCatch.caughtAt) === 0,
      inScaleHours: scoringCatch.allowed || isInScaleHours(day, scoringCatch),
    }
  })
  return Map.groupBy(fish, ({ scoringCatch }) => scoringCatch.entryId)
}
