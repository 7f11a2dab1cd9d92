export { findCrewedBoat, findCrewState, isApprovedCrew } from './crew-members.queries.ts'
export { crewMemberRoutes } from './crew-members.routes.ts'
