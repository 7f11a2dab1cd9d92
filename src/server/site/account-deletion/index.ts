export { accountDeletionRoutes, makePrepareDeletion } from './account-deletion.routes.ts'
export { listOpenTournaments } from './open-tournaments.queries.ts'
