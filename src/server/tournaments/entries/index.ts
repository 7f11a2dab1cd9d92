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
export { readPositions, rerank } from './ranking.queries.ts'
export { correctionOf } from './ranking.rules.ts'
