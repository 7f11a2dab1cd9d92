export { getBoat } from './boats.queries.ts'
export { boatRoutes } from './boats.routes.ts'
export { boatSummary } from './boats.rules.ts'
export type { BoatRow } from './boats.table.ts'
