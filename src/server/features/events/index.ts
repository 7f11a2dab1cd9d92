export { type Events, makeEvents } from './events.queries.ts'
export { eventRoutes } from './events.routes.ts'
