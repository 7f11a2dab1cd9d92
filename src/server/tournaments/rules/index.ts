export { presentScore } from './boards.present.ts'
export { findRules, findRulesVersion, type RulesVersion } from './rules.queries.ts'
export { ruleRoutes } from './rules.routes.ts'
export { boardsOf, listAnglerIds, readAwards, readPotEntries, readScoringInput } from './standings.queries.ts'
