import type { MyBoat } from '#contract/money/my-boats.ts'
import type { EntryScore } from '#contract/tournaments/scores.ts'

interface RankedEntry {
  id: string
  currentPosition: number | null
  /** JSON, see `Entry`. */
  bestCatch: string | null
  score?: EntryScore
}

const amountOf = ({ bestCatch, score }: RankedEntry): number | null => {
  if (score) return Number(score.value)
  return bestCatch === null ? null : (JSON.parse(bestCatch) as { weight: number }).weight
}

/**
 * Pounds, or in the score's unit, to the next better place, for the leader to the second.
 * @param entries in the order of the standings
 */
export function gapOf(entries: readonly RankedEntry[], id: string): MyBoat['gap'] {
  const place = entries.findIndex(entry => entry.id === id)
  const [own, next] = [entries[place], entries[place === 0 ? 1 : place - 1]]
  if (!own || !next || own.currentPosition === null || next.currentPosition === null) return null
  const [weight, other] = [amountOf(own), amountOf(next)]
  if (weight === null || other === null) return null
  const gap = Math.round((place === 0 ? weight - other : other - weight) * 100) / 100
  // No gap is shown between places that the organiser set against the weights.
  return gap < 0
    ? null
    : { place: next.currentPosition, weight: gap, ...(own.score && { unit: own.score.unit }) }
}
