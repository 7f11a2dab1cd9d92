export { myTournamentRoutes } from './my-tournaments.routes.ts'
