export { accountDeletionRoutes, prepareDeletion } from './account-deletion.routes.ts'
export { listOpenTournaments } from './open-tournaments.queries.ts'
