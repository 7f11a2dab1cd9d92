export { boatProfileRoutes, readBoatProfile } from './boat-profiles.routes.ts'
