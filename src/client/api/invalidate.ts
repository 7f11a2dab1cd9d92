import type { QueryClient } from '@tanstack/react-query'
import type { ChangeEvent } from '#contract/events.ts'

/** `:id` matches one segment, a final `*` all the rest. */
function matchesPath(pattern: string, path: string): boolean {
  const parts = path.split('/')
  const wanted = pattern.split('/')
  const isOpen = wanted.at(-1) === '*'
  if (isOpen ? parts.length < wanted.length : parts.length !== wanted.length) return false
  return wanted.every((part, n) => part.startsWith(':') || part === '*' || part === parts[n])
}

/** Patterns that an event of the event stream makes stale. */
export const staleAfter = ({ lists, tournaments, everything }: ChangeEvent): string[] =>
  everything
    ? ['*']
    : [...lists, ...tournaments.flatMap(id => [`/api/tournaments/${id}`, `/api/tournaments/${id}/*`])]

/** Ignores the path's query string. */
export function matchesAny(queried: string, patterns: readonly string[]): boolean {
  const [path = ''] = queried.split('?', 1)
  return patterns.some(pattern => matchesPath(pattern, path))
}

/** Lists whose items an event names by their tournament, unless the list itself has changed. */
const listsOfTournaments = [
  '/api/boats/:id',
  '/api/boats/:id/entries',
  '/api/tournament-cards',
  '/api/leaderboard/boards',
  '/api/tournament-entries/:id',
  '/api/my-boats',
  '/api/my-tournaments',
]

/** @param data of the query; undefined before its first answer */
export function isStaleAfter(change: ChangeEvent, queried: string, data: unknown): boolean {
  if (matchesAny(queried, staleAfter(change))) return true
  if (change.tournaments.length === 0 || !matchesAny(queried, listsOfTournaments)) return false
  if (data === undefined) return true
  const text = JSON.stringify(data)
  return change.tournaments.some(id => text.includes(id))
}

/** Refetches what an event concerns. @throws the queries' errors */
export const invalidateAfter = (client: QueryClient, change: ChangeEvent): Promise<void> =>
  client.invalidateQueries(
    { predicate: ({ queryKey: [path], state }) => isStaleAfter(change, path, state.data) },
    { throwOnError: true },
  )

/** Refetches matching queries. */
export const invalidate = (client: QueryClient, patterns: readonly string[]): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey: [path] }) => matchesAny(path, patterns) })
