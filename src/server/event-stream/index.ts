export { eventRoutes } from './events.routes.ts'
export { type Events, makeEvents } from './events.ts'
