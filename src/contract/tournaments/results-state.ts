import { counted } from '#contract/numbers.ts'

/** States of results. `under-review`: standings or awards differ from the latest round. */
export const resultsStates = [
  'running',
  'provisional',
  'partly-official',
  'under-review',
  'official',
] as const
export type ResultsState = (typeof resultsStates)[number]

/** Returns the state of a ruled tournament's results as a clause. @param held number of held awards */
export function resultsText(state: Exclude<ResultsState, 'running'>, held: number): string {
  const awards = `${counted(held, 'award')} ${held === 1 ? 'is' : 'are'} held`
  switch (state) {
    case 'provisional':
      return held > 0 ? `Results are provisional: ${awards}` : 'Results are provisional'
    case 'partly-official':
      return `Results are partly official: ${awards}`
    case 'under-review':
      return 'Results are under review: they are settled again soon'
    case 'official':
      return 'Results are official'
  }
}
