export { presentCatch } from './catches.present.ts'
export { getCatch, noCatch } from './catches.queries.ts'
export { catchRoutes } from './catches.routes.ts'
export { weighIn } from './weigh-in.queries.ts'
