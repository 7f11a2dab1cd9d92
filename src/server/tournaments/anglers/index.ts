export { anglerRoutes } from './anglers.routes.ts'
