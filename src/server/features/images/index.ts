export { readPicture } from './image-store.ts'
export { checkOwnImage, imageIssues } from './images.queries.ts'
export { imageFileRoutes, imageRoutes, imageUploads } from './images.routes.ts'
export { imageSweep, imagesHeldBackText, sweepAllImages } from './sweep.ts'
