export { listAnglers } from './anglers.queries.ts'
export { anglerRoutes } from './anglers.routes.ts'
