import { pathOf } from '#client/api/client.ts'
import { mutation } from '#client/api/mutation.ts'
import { query } from '#client/api/query.ts'
import { limits } from '#contract/limits.ts'

/** `seq` 0: nothing yet. 404 for others than the staff while it is private. */
export const logHeadQuery = (tournamentId: string) =>
  query('GET /api/tournaments/:id/log/head', { params: { id: tournamentId } })

/** One page of events. @param after number of the event before them */
export const logQuery = (tournamentId: string, after: number) =>
  query('GET /api/tournaments/:id/log', {
    params: { id: tournamentId },
    query: { limit: limits.logPageShown, cursor: String(after) },
  })

/** One event a line. */
export const logFilePath = (tournamentId: string) =>
  pathOf('GET /api/tournaments/:id/log.ndjson', { params: { id: tournamentId } })

export const slipQuery = (number: string) => query('GET /api/slips/:number', { params: { number } })

/** SVG. */
export const slipQrPath = (number: string) => pathOf('GET /api/slips/:number/qr.svg', { params: { number } })

export const confirmCatch = mutation('POST /api/catches/:id/confirmation')
