export { type EmbedDocuments, embedRoutes, type Theme } from './embeds.routes.ts'
