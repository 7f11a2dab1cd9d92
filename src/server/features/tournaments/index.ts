export { cachedPerRevision, jsonList } from './cached-list.ts'
export { deleteTournament, hasMoney } from './deletion.queries.ts'
export { refundEntryJob, refundJob, requestRefunds, sumHeld } from './refunds.queries.ts'
export { isSettled } from './settled.queries.ts'
export {
  changedSince,
  findCachedEntry,
  makeSnapshotStore,
  type Snapshot,
  type SnapshotStore,
} from './snapshot.queries.ts'
export { getTournament, noTournament, updateTournament } from './tournaments.queries.ts'
export { tournamentRoutes } from './tournaments.routes.ts'
export { canManageTournament, statusAt } from './tournaments.rules.ts'
export type { TournamentRow } from './tournaments.table.ts'
