import type { QueryClient } from '@tanstack/react-query'
import type { ChangeEvent } from '#contract/events.ts'

/** Whether a path is meant: `:id` in the pattern stands for any one part. */
function covers(pattern: string, path: string): boolean {
  if (!pattern.includes('/:')) return pattern === path
  const wanted = pattern.split('/')
  const given = path.split('/')
  return (
    wanted.length === given.length && wanted.every((part, n) => part.startsWith(':') || part === given[n])
  )
}

/** Whether a query shows something of what has changed. @param queried the path that it asks for */
export function isStale(queried: string, { lists, tournaments, everything }: ChangeEvent): boolean {
  if (everything) return true
  const path = queried.split('?', 1)[0] ?? ''
  if (lists.some(pattern => covers(pattern, path))) return true
  const [, id] = /^\/api\/tournaments\/([^/]+)/.exec(path) ?? []
  return id !== undefined && tournaments.includes(id)
}

/** What shows something of a tournament, its boats and its catches. */
export const changeOf = (tournamentId: string): ChangeEvent => ({
  lists: ['/api/tournaments', '/api/leaderboard', '/api/tournament-updates'],
  tournaments: [tournamentId],
})

/** Asks anew for whatever is shown of what has changed; resolves when the answers are there. */
export async function invalidate(client: QueryClient, change: ChangeEvent): Promise<void> {
  await client.invalidateQueries({ predicate: ({ queryKey }) => isStale(String(queryKey[0]), change) })
}
