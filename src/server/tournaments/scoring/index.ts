export { publicName } from './anglers.rules.ts'
export { presentAwards, presentBoard, presentScore } from './boards.present.ts'
export { listPenalties, presentPenalty } from './penalties.queries.ts'
export {
  clearOverrides,
  findOldRules,
  findRules,
  findRulesVersion,
  insertRules,
  type RulesVersion,
} from './rules.queries.ts'
export type { PenaltyRow } from './rules.table.ts'
export {
  boardsOf,
  listAnglerIds,
  listAnglerNames,
  readAwards,
  readPotEntries,
  readScoringInput,
} from './standings.queries.ts'
