import { limits } from '#contract/limits.ts'
import type { TournamentStatus } from '#contract/tournaments/tournaments.ts'

/** Query of the page "All Tournaments". */
export interface TournamentSearch {
  q?: string
  status?: TournamentStatus
  cursor?: string
}

const statuses: readonly TournamentStatus[] = ['upcoming', 'active', 'completed', 'cancelled']

/** Ignores unknown values. @param search as in `?q=marlin&status=active`, or empty */
export function readSearch(search: string): TournamentSearch {
  const parameters = new URLSearchParams(search)
  const q = parameters.get('q')?.trim().slice(0, limits.searchMax)
  const status = statuses.find(one => one === parameters.get('status'))
  const cursor = parameters.get('cursor')
  return { ...(q && { q }), ...(status && { status }), ...(cursor && { cursor }) }
}

/** Returns the cursor, or null if there is none. @param path from the `Link` header */
export const cursorOf = (path: string): string | null =>
  new URLSearchParams(path.slice(path.indexOf('?'))).get('cursor')
