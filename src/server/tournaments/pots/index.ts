export { readBackedPots } from './backed-pots.ts'
export { potRoutes } from './pots.routes.ts'
