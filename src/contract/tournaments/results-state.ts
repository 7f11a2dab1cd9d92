import { countText } from '#contract/numbers.ts'

/** States of results. `under-review`: standings or awards differ from the latest round. */
export const resultsStates = [
  'running',
  'provisional',
  'partly-official',
  'under-review',
  'official',
] as const
export type ResultsState = (typeof resultsStates)[number]

/** Returns the state of a ruled tournament's results as a clause. @param heldAwards their number */
export function resultsText(state: Exclude<ResultsState, 'running'>, heldAwards: number): string {
  const awards = `${countText(heldAwards, 'award')} ${heldAwards === 1 ? 'is' : 'are'} held`
  switch (state) {
    case 'provisional':
      return heldAwards > 0 ? `Results are provisional: ${awards}` : 'Results are provisional'
    case 'partly-official':
      return `Results are partly official: ${awards}`
    case 'under-review':
      return 'Results are under review: they are settled again soon'
    case 'official':
      return 'Results are official'
  }
}
