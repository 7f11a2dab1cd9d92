export { potRoutes } from './pots.routes.ts'
