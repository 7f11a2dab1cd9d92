export { boardRoutes } from './boards.routes.ts'
