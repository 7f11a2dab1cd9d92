export { type PictureBrand, pictureRoutes } from './picture.routes.ts'
export { drawQr } from './qr.ts'
export { sharingRoutes } from './sharing.routes.ts'
