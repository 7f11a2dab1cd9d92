export { endPenalty, penalize, ruleOnCatch, ruleOnEntry } from './apply-rulings.ts'
export { getPenalty } from './rulings.queries.ts'
export { rulingRoutes } from './rulings.routes.ts'
