import { ordinal } from '#client/domain/numbers.ts'
import type { DeskPosition } from '#contract/catches.ts'

/** How a position came about, for the organiser who may have decided it; null when nothing was decided. */
export function decisionText({ override, byWeight }: DeskPosition): string | null {
  if (override === null) return null
  return byWeight === null
    ? 'Overridden; by weight it would have no position'
    : `Overridden; by weight it would be ${ordinal(byWeight)}`
}
