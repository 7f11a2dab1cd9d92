import { query } from '#client/api/query.ts'

export const raceQuery = (id: string) => query('GET /api/tournaments/:id/race', { params: { id } })
