import { parseBestCatch } from '#client/domain/best-catch.ts'
import { ordinal } from '#contract/numbers.ts'
import { measureText } from '#contract/tournaments/catch-texts.ts'
import type { Catch, WeighIn } from '#contract/tournaments/catches.ts'
import { formatWeight } from '#contract/weight.ts'

/** "Reel Deal: 412.5 lbs, now 1st" */
export function weighInText({ entry, positionOverridden, ...caught }: WeighIn): string {
  const { boat, currentPosition } = entry
  const { weight } = caught
  const text = `${boat.name}: ${measureText(caught)}`
  const place = currentPosition === null ? '' : ordinal(currentPosition)
  if (positionOverridden) return `${text}, ${place} by your decision`
  if (currentPosition === null) return `${text}, no place yet`
  const best = entry.score === undefined ? parseBestCatch(entry.bestCatch)?.weight : undefined
  if (best === undefined || weight === null || best <= weight) return `${text}, now ${place}`
  return `${text}, still ${place} with ${formatWeight(best)}`
}

/** Latest first, unique ignoring case. */
export function recentSpecies(catches: readonly Catch[], most = 6): string[] {
  const known = new Map<string, string>()
  for (const { species } of catches) {
    const key = species.toLowerCase()
    if (!known.has(key)) known.set(key, species)
    if (known.size === most) break
  }
  return [...known.values()]
}
