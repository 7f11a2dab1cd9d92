export {
  type EntryInContext,
  getEntry,
  getEntryRow,
  insertEntry,
  listOpenEntries,
  noEntry,
} from './entries.queries.ts'
export { entryRoutes } from './entries.routes.ts'
export { areEntriesOpen } from './entries.rules.ts'
export type { OpenPayments } from './open-payments.ts'
export { readPositions, readRankingInput, rerank } from './ranking.queries.ts'
export { correctionOf, type RankingInput, rankOf } from './ranking.rules.ts'
