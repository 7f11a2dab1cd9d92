export { eventRoutes } from './events.routes.ts'
export { makeEvents } from './events.ts'
export { tellStale } from './tell-stale.ts'
