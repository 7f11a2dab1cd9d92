export { getPost, giveBoatToWaitingPosts, setVideoHidden } from './crew-posts.queries.ts'
export { crewPostRoutes } from './crew-posts.routes.ts'
export { dropReports, listReported, listReportedPosts, type ReportedPost } from './moderation.queries.ts'
export { moderationRoutes } from './moderation.routes.ts'
