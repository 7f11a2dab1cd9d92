import type { Results } from '#contract/money/results.ts'
import { counted } from '#contract/numbers.ts'

/** How far the results of a tournament with rules have come, in words. */
export function stateText({ state, heldAwards }: Pick<Results, 'state' | 'heldAwards'>): string {
  const held = counted(heldAwards.length, 'award')
  switch (state) {
    case 'running':
      return 'Live'
    case 'provisional':
      return heldAwards.length > 0 ? `Provisional: ${held} held` : 'Provisional'
    case 'partly-official':
      return `Partly official: ${held} held`
    case 'under-review':
      return 'Under review: a decision changed the results. They are settled again soon.'
    case 'official':
      return 'Official'
  }
}
