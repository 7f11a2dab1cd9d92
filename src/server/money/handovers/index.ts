export { handoverRoutes } from './handovers.routes.ts'
