import { query } from '#client/api/query.ts'

/** At most three that the viewer backs. */
export const myBoatsQuery = () => query('GET /api/my-boats')
