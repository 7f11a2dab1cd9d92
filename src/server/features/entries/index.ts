export { type EntryInContext, getEntry, noEntry } from './entries.queries.ts'
export { entryRoutes } from './entries.routes.ts'
export { readPositions, rerank } from './ranking.queries.ts'
export { correctionOf } from './ranking.rules.ts'
