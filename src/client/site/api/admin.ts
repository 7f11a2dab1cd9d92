import { mutation } from '#client/api/mutation.ts'
import { pagesQuery, query } from '#client/api/query.ts'
import type { Prefetched } from '#client/lib/query.tsx'
import type { AdminSectionId } from '#client/site/admin-sections.ts'
import { limits } from '#contract/limits.ts'
import type { LegalKind } from '#contract/site/legal-kinds.ts'

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

/** First read of each section of the admin page. */
export const sectionQueries: Readonly<Partial<Record<AdminSectionId, () => Prefetched[]>>> = {
  checklist: () => [checklistQuery()],
  'set-up': () => [checklistQuery(), settingsQuery()],
  people: () => [peopleQuery('')],
  requests: () => [requestsQuery()],
  tournaments: () => [allTournamentsQuery('')],
  reports: () => [siteReportsQuery()],
  jobs: () => [failedJobsQuery()],
  payments: () => [paymentsQuery()],
  storage: () => [storageQuery()],
  legal: () => [legalTextsQuery()],
  audit: () => [auditQuery('')],
  settings: () => [settingsQuery()],
}

export const sendTestMail = mutation('POST /api/admin/test-mail')
export const checkPaymentKeys = mutation('POST /api/admin/check-payments')
export const endPersonSessions = mutation('DELETE /api/admin/people/:id/sessions')
export const sendResetLink = mutation('POST /api/admin/people/:id/reset-link')
export const banPerson = mutation('PUT /api/admin/people/:id/ban')
export const unbanPerson = mutation('DELETE /api/admin/people/:id/ban')
export const grantRole = mutation('PUT /api/admin/people/:id/role')
export const revokeRole = mutation('DELETE /api/admin/people/:id/role')
export const approveRequest = mutation('POST /api/admin/organiser-requests/:id/approve')
export const declineRequest = mutation('POST /api/admin/organiser-requests/:id/decline')
export const cancelAnyTournament = mutation('POST /api/admin/tournaments/:id/cancel')
export const appointOrganiser = mutation('PUT /api/admin/tournaments/:id/organiser')
export const deleteAnyTournament = mutation('DELETE /api/admin/tournaments/:id')
export const hideReportedPost = mutation('PUT /api/admin/posts/:id/hidden')
export const closeReports = mutation('DELETE /api/admin/posts/:id/reports')
export const retryJob = mutation('POST /api/admin/jobs/:id/retry')
export const retryAnyRefund = mutation('POST /api/admin/refunds/:fundingId/retry')
export const changeLegalText = mutation('PUT /api/admin/legal/:kind')
export const restoreLegalText = mutation('POST /api/admin/legal/:kind/default')
export const previewLegalText = mutation('POST /api/admin/legal/preview')
export const changeBranding = mutation('PATCH /api/admin/branding')
export const setLogo = mutation('PUT /api/admin/branding/logo')
export const removeLogo = mutation('DELETE /api/admin/branding/logo')
