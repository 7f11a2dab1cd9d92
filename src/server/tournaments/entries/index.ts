export {
  type EntryInContext,
  entryIdOf,
  getEntry,
  getEntryRow,
  hasLiveSetAside,
  insertEntry,
  listOpenEntries,
  noEntry,
} from './entries.queries.ts'
export { entryRoutes } from './entries.routes.ts'
export { addsPots, areEntriesOpen, dayOfPlace, isBacked, isTied, sharedPotsOf } from './entries.rules.ts'
export type { OpenPayments } from './open-payments.ts'
export { clearPots, listLostPots, potIssues, updatePotTerms } from './pot-terms.queries.ts'
export { readPositions, readRankingInput, rerank } from './ranking.queries.ts'
export { correctionOf, type RankingInput, rankOf, type Standing } from './ranking.rules.ts'
