export { type EntryFacts, type LeadFacts, type PictureBrand, pictureRoutes } from './picture.routes.ts'
export { sharingRoutes } from './sharing.routes.ts'
