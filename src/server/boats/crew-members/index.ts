export {
  assign,
  findAssignment,
  findCrewedBoat,
  findCrewState,
  isApprovedCrew,
  unassign,
  unassignApproved,
} from './crew-members.queries.ts'
export { crewMemberRoutes } from './crew-members.routes.ts'
