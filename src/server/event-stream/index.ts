export { eventRoutes } from './events.routes.ts'
export { type Events, makeEvents } from './events.ts'
export { tellStale } from './tell-stale.ts'
