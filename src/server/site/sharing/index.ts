export {
  type EntryFacts,
  type LeadFacts,
  type PictureBrand,
  pictureRoutes,
  type RecapFacts,
  type TournamentFacts,
} from './picture.routes.ts'
export { sharingRoutes } from './sharing.routes.ts'
