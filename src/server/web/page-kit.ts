/**
 * What turns a route into a document: React, the pages and their table. The build makes it a file of its own, loaded
 * with the first page, so that a locked site starts without half of the program.
 */
export { readAnswer, readPage } from '#client/lib/request.ts'
export { paths } from '#client/paths.ts'
export { findRoute, gateRoute } from '#client/routes.ts'
export { renderFrame, renderPage, renderRest } from './render.tsx'
export { sharePictures } from './share-picture.tsx'
