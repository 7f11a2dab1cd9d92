export { catchRoutes } from './catches.routes.ts'
export { weighIn } from './weigh-in.queries.ts'
