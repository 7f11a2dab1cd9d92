export { cacheAnswers, jsonList } from './cache-answers.ts'
export { type CachedTournament, entryJson } from './cached-tournament.ts'
export { Catalog } from './catalog.ts'
export { deleteTournament, hasMoney } from './deletion.queries.ts'
export {
  entryClosing,
  firstStart,
  fundingClosing,
  fundingHoldMs,
  hasEnded,
  hasStarted,
} from './funding-times.rules.ts'
export { goalDecisionJobKind } from './goal-decision-job.ts'
export {
  decideGoalJob,
  decideGoals,
  listMissingGoals,
  scheduleGoalDecisions,
} from './goal-decisions.queries.ts'
export { findInsider, isInsider } from './insiders.queries.ts'
export { decodePlace, encodePlace } from './listing.rules.ts'
export { endsOpenWindow, passedWindow, protestsUntil } from './protest-window.rules.ts'
export { refundEntryJob, refundJob, requestRefunds, sumRefundable } from './refunds.queries.ts'
export { findRole, getOwnTournament } from './roles.queries.ts'
export { canManageTournament, canWeighIn, isOrganiser, roleEnd } from './roles.rules.ts'
export { presentSummary } from './tournaments.present.ts'
export {
  findTournament,
  getTournament,
  hasBoats,
  hasResults,
  isRuled,
  isSettled,
  isShownTournament,
  tournamentIdOf,
  updateTournament,
} from './tournaments.queries.ts'
export { tournamentRoutes } from './tournaments.routes.ts'
export {
  organiserName,
  payoutsDueAt,
  statusAt,
} from './tournaments.rules.ts'
export type { TournamentRow } from './tournaments.table.ts'
