export { rulingRoutes } from './rulings.routes.ts'
