export {
  type EntryInContext,
  entryIdOf,
  getEntry,
  getEntryJson,
  hasLiveSetAside,
  insertEntry,
  listOpenEntries,
  noEntry,
  updateTerms,
} from './entries.queries.ts'
export { entryRoutes } from './entries.routes.ts'
export { addsPots, areEntriesOpen, dayOfPlace, isBacked, isTied, sharedPotsOf } from './entries.rules.ts'
export type { OpenPayments } from './open-payments.ts'
export { clearPots, listLostPots } from './pot-terms.queries.ts'
export { readPositions, readRankingInput, rerank } from './ranking.queries.ts'
export { correctionOf, type RankingInput, rankOf, type Standing } from './ranking.rules.ts'
