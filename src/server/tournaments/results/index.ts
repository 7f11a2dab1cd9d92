export { countOpenProtests, readHeldAwards } from './held-awards.queries.ts'
export { ResultsReader } from './results-reader.ts'
export { listRounds, type Round } from './rounds.queries.ts'
export { isOfficial, type RuledResults, readRuledResults } from './ruled-results.queries.ts'
export {
  type Adjustment,
  differ,
  type RuledFigures,
  resultsState,
  type SettledAward,
  settledAwards,
} from './ruled-results.rules.ts'
