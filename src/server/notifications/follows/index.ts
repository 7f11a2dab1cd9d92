export { followRoutes } from './follows.routes.ts'
