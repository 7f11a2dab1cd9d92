export { type EntryFacts, type PictureBrand, pictureRoutes } from './picture.routes.ts'
export { sharingRoutes } from './sharing.routes.ts'
