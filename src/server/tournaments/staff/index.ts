export { captainRoutes } from './captains.routes.ts'
export { changeOrganiser } from './change-organiser.ts'
export { changedOrganiserMails } from './organiser-mails.ts'
export { staffRoutes } from './staff.routes.ts'
