/** Computed: `under-review` when standings or awards differ from the latest round. */
export const resultsStates = [
  'running',
  'provisional',
  'partly-official',
  'under-review',
  'official',
] as const
export type ResultsState = (typeof resultsStates)[number]
