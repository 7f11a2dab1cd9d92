import { mutation } from '#client/api/mutation.ts'
import { pageQuery, query } from '#client/api/query.ts'

const notificationsMax = 50

export const notificationsQuery = () => pageQuery('GET /api/notices', { query: { limit: notificationsMax } })

/** The list still marks notifications that were unread when the page loaded. */
export const readNotifications = mutation('POST /api/notices/read')

export const notificationSettingsQuery = () => query('GET /api/notice-settings')
export const changeNotificationSettings = mutation('PUT /api/notice-settings', {
  answers: notificationSettingsQuery,
})

/** At most one item: a viewer with any sees those kinds of notifications first. */
export const anyOwnBoatQuery = () => query('GET /api/boats', { query: { mine: 'true', limit: 1 } })
export const anyTournamentQuery = () => query('GET /api/my-tournaments', { query: { limit: 1 } })
export const anyStaffTournamentQuery = () => query('GET /api/my-tournaments/staff', { query: { limit: 1 } })
