export { ruleRoutes } from './rules.routes.ts'
