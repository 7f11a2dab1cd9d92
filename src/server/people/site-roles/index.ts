export { decideRequest } from './decide-request.ts'
export { organiserMails } from './organiser-mails.ts'
export { countOpenRequests, listOpenRequests, type ShownRequest } from './organiser-requests.queries.ts'
export { type OwnerContext, ownerCalls } from './owner-calls.ts'
export { makeOwnerToken } from './owner-links.queries.ts'
export {
  findSiteRole,
  grantSiteRole,
  hasOwner,
  isOnlyOwner,
  listOwners,
  listWeakOwners,
  requireOrganiser,
  revokeSiteRole,
} from './site-roles.queries.ts'
export { siteRoleRoutes } from './site-roles.routes.ts'
