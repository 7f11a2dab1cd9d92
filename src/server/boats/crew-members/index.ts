export { isApprovedCrew, isCrew } from './crew-members.queries.ts'
export { crewMemberRoutes } from './crew-members.routes.ts'
