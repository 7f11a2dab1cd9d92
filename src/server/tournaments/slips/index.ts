export { slipRoutes } from './slips.routes.ts'
