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

/** Refetches matching queries. @throws their errors with `throwOnError` */
export const invalidate = (
  client: QueryClient,
  patterns: readonly string[],
  options: { throwOnError?: boolean } = {},
): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey: [path] }) => matchesAny(path, patterns) }, options)
