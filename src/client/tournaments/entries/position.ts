import { ordinal } from '#contract/numbers.ts'
import type { EntryPosition } from '#contract/tournaments/catches.ts'

/** Null without an override. */
export function decisionText({ override, byWeight }: EntryPosition): string | null {
  if (override === null) return null
  return byWeight === null
    ? 'Overridden; by weight it would have no position'
    : `Overridden; by weight it would be ${ordinal(byWeight)}`
}
