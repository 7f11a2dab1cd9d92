import { type Infer, one } from '../json-schema.ts'

/** Owners run the site. Organisers may create tournaments where that needs an approval. */
export const siteRole = one('owner', 'organiser')
export type SiteRole = Infer<typeof siteRole>
