import { mutation } from '#client/api/mutation.ts'
import { pageQuery, query } from '#client/api/query.ts'

const keptNotices = 50

/** Patterns of stale paths. */
export const showsNotices = ['/api/notices']

/** All that are kept. */
export const noticesQuery = () => pageQuery('GET /api/notices', { query: { limit: keptNotices } })

/** The list keeps showing what was unread when the page came. */
export const readNotices = mutation('POST /api/notices/read')

export const noticeSettingsQuery = () => query('GET /api/notice-settings')
export const changeNoticeSettings = mutation('PUT /api/notice-settings', {
  answers: noticeSettingsQuery,
})

/** Whether there is one: those kinds of notices come first. */
export const anyOwnBoatQuery = () => query('GET /api/boats', { query: { mine: 'true', limit: 1 } })
export const anyTournamentQuery = () => query('GET /api/my-tournaments', { query: { limit: 1 } })
export const anyStaffTournamentQuery = () => query('GET /api/my-tournaments/staff', { query: { limit: 1 } })
