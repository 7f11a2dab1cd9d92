export { noticeClosings, noticeJobKind, sweepNotices } from './notice-jobs.ts'
export { countUnread } from './notices.queries.ts'
export { noticeRoutes } from './notices.routes.ts'
