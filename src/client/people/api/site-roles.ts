import { mutation } from '#client/api/mutation.ts'
import { query } from '#client/api/query.ts'

export const siteRoleQuery = () => query('GET /api/site-role')
export const ownerLinkQuery = (token: string) => query('GET /api/owner-link/:token', { params: { token } })

export const askToOrganise = mutation('POST /api/organiser-requests')
export const becomeOwner = mutation('POST /api/owner-link/:token/accept')
