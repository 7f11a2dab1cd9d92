export { endPenalty, penalize, type RulingActor, ruleOnCatch, ruleOnEntry } from './apply-rulings.ts'
export { getPenalty } from './rulings.queries.ts'
export { rulingRoutes } from './rulings.routes.ts'
