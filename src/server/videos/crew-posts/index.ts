export { getPost, giveBoatToWaitingPosts, hideVideo, setPostHidden, showVideo } from './crew-posts.queries.ts'
export { crewPostRoutes } from './crew-posts.routes.ts'
export { readEntryPosts } from './entry-posts.ts'
export {
  dropReports,
  dropReportsOfVideo,
  listReportedPosts,
  listReports,
  type ReportedPost,
} from './moderation.queries.ts'
export { moderationRoutes } from './moderation.routes.ts'
export { findPublicClip } from './public-clip.ts'
