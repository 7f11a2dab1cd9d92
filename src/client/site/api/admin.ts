import { mutation } from '#client/api/mutation.ts'
import { pagesQuery, query } from '#client/api/query.ts'
import { limits } from '#contract/limits.ts'
import type { LegalKind } from '#contract/site/legal-kinds.ts'

const always = ['/api/admin/audit', '/api/admin/checklist']
const people = [...always, '/api/admin/people', '/api/admin/people/:id/sessions']
const requests = [...people, '/api/admin/organiser-requests']
const tournaments = [...always, '/api/admin/tournaments']
const reports = [...always, '/api/admin/reports']
const branding = [...always, '/api/admin/branding']
const texts = [...always, '/api/admin/legal', '/api/admin/legal/:kind']

const page = { limit: limits.adminPage }
const search = (q: string) => ({ ...page, ...(q !== '' && { q }) })

export const checklistQuery = () => query('GET /api/admin/checklist')
export const peopleQuery = (q: string) => pagesQuery('GET /api/admin/people', { query: search(q) })
export const personSessionsQuery = (id: string) =>
  query('GET /api/admin/people/:id/sessions', { params: { id } })
export const requestsQuery = () => pagesQuery('GET /api/admin/organiser-requests', { query: page })
export const allTournamentsQuery = (q: string) =>
  pagesQuery('GET /api/admin/tournaments', { query: search(q) })
export const siteReportsQuery = () => query('GET /api/admin/reports')
export const failedJobsQuery = () => pagesQuery('GET /api/admin/jobs', { query: page })
export const paymentsQuery = () => query('GET /api/admin/payments')
export const storageQuery = () => query('GET /api/admin/storage')
export const auditQuery = (q: string) => pagesQuery('GET /api/admin/audit', { query: search(q) })
export const legalTextsQuery = () => query('GET /api/admin/legal')
export const ownerLegalQuery = (kind: LegalKind) => query('GET /api/admin/legal/:kind', { params: { kind } })
export const brandingQuery = () => query('GET /api/admin/branding')
export const settingsQuery = () => query('GET /api/admin/settings')

export const sendTestMail = mutation('POST /api/admin/test-mail', { stale: always })
export const endPersonSessions = mutation('DELETE /api/admin/people/:id/sessions', { stale: people })
export const sendResetLink = mutation('POST /api/admin/people/:id/reset-link', { stale: people })
export const banPerson = mutation('PUT /api/admin/people/:id/ban', {
  stale: [...people, '/api/admin/tournaments'],
})
export const unbanPerson = mutation('DELETE /api/admin/people/:id/ban', {
  stale: [...people, '/api/admin/tournaments'],
})
export const grantRole = mutation('PUT /api/admin/people/:id/role', { stale: people })
export const revokeRole = mutation('DELETE /api/admin/people/:id/role', { stale: people })
export const approveRequest = mutation('POST /api/admin/organiser-requests/:id/approve', { stale: requests })
export const declineRequest = mutation('POST /api/admin/organiser-requests/:id/decline', { stale: requests })
export const cancelAnyTournament = mutation('POST /api/admin/tournaments/:id/cancel', { stale: tournaments })
export const appointOrganiser = mutation('PUT /api/admin/tournaments/:id/organiser', {
  stale: [...tournaments, '/api/admin/people'],
})
export const deleteAnyTournament = mutation('DELETE /api/admin/tournaments/:id', { stale: tournaments })
export const hideReportedPost = mutation('PUT /api/admin/posts/:id/hidden', { stale: reports })
export const closeReports = mutation('DELETE /api/admin/posts/:id/reports', { stale: reports })
export const retryJob = mutation('POST /api/admin/jobs/:id/retry', {
  stale: [...always, '/api/admin/jobs'],
})
export const retryAnyRefund = mutation('POST /api/admin/refunds/:fundingId/retry', {
  stale: [...always, '/api/admin/payments'],
})
export const changeLegalText = mutation('PUT /api/admin/legal/:kind', { stale: texts })
export const restoreLegalText = mutation('POST /api/admin/legal/:kind/default', { stale: texts })
export const previewLegalText = mutation('POST /api/admin/legal/preview')
export const changeBranding = mutation('PATCH /api/admin/branding', { stale: branding })
export const setLogo = mutation('PUT /api/admin/branding/logo', { stale: branding })
export const removeLogo = mutation('DELETE /api/admin/branding/logo', { stale: branding })
