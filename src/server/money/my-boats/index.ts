export { myBoatRoutes } from './my-boats.routes.ts'
