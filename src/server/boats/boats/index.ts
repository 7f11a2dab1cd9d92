export { boatSummary } from './boats.present.ts'
export { getBoat, insertBoat, noBoat } from './boats.queries.ts'
export { boatRoutes } from './boats.routes.ts'
export type { BoatRow } from './boats.table.ts'
