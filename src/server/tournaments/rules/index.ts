export { findRules, findRulesVersion, type RulesVersion } from './rules.queries.ts'
export { ruleRoutes } from './rules.routes.ts'
export { boardsOf, readAwards, readPotEntries, readScoringInput } from './standings.queries.ts'
