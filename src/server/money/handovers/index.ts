export { reverseAllHandovers } from './handovers.queries.ts'
export { handoverRoutes } from './handovers.routes.ts'
