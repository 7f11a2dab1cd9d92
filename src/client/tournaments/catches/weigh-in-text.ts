import { parseBestCatch } from '#client/domain/best-catch.ts'
import { ordinal } from '#contract/numbers.ts'
import type { Catch, WeighIn } from '#contract/tournaments/catches.ts'
import { formatWeight } from '#contract/weight.ts'

/** "Reel Deal: 412.5 lbs, now 1st" */
export function weighInText({ weight, entry, positionOverridden }: WeighIn): string {
  const { boat, currentPosition } = entry
  const best = parseBestCatch(entry.bestCatch)?.weight ?? weight
  const said = `${boat.name}: ${formatWeight(weight)}`
  const place = currentPosition === null ? '' : ordinal(currentPosition)
  if (positionOverridden) return `${said}, ${place} by your decision`
  return best > weight ? `${said}, still ${place} with ${formatWeight(best)}` : `${said}, now ${place}`
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
