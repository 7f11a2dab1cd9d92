export { pictureUploadRoutes, pictureUploads } from './pictures.routes.ts'
