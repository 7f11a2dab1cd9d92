export { presentAwards, presentBoard, presentScore } from './boards.present.ts'
export {
  clearOverrides,
  findOldRules,
  findRules,
  findRulesVersion,
  insertRules,
  type RulesVersion,
} from './rules.queries.ts'
export {
  boardsOf,
  listAnglerIds,
  listAnglerNames,
  readAwards,
  readPotEntries,
  readScoringInput,
} from './standings.queries.ts'
