export { findPinned, listOfTournament } from './announcements.queries.ts'
export { announcementRoutes } from './announcements.routes.ts'
