export { noticeClosings, noticeJobKind, sweepNotices } from './notice-jobs.ts'
export { noticeRoutes } from './notices.routes.ts'
