export { publicName } from './anglers.rules.ts'
export { BoardReader, type RuledBoards } from './board-reader.ts'
export {
  amountOf,
  type BoardContext,
  latestBoard,
  presentAwards,
  presentBoard,
  presentPlaces,
  presentRow,
  presentScore,
} from './boards.present.ts'
export { listPenalties, listPenaltyDays, penaltyName, presentPenalty } from './penalties.queries.ts'
export {
  clearOverrides,
  findOldRules,
  findRules,
  findRulesNumber,
  findRulesVersion,
  insertRules,
  listRules,
  type RulesVersion,
} from './rules.queries.ts'
export type { PenaltyRow } from './rules.table.ts'
export {
  awardsByBoards,
  categoryBoardsOf,
  listAnglerNames,
  listAnglersByEntry,
  listScoringRows,
  readAwardInput,
  readAwards,
  readPotEntries,
  readScoringInput,
  readWantedPots,
  type ScoringInput,
  type ScoringRow,
} from './standings.queries.ts'
