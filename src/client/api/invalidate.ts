import type { QueryClient } from '@tanstack/react-query'
import type { ChangeEvent } from '#contract/events.ts'

/** Whether a pattern matches a path: a part `:id` matches any one part, a last part `*` all that follow. */
function matchesPath(pattern: string, path: string): boolean {
  const parts = path.split('/')
  const wanted = pattern.split('/')
  const isOpen = wanted.at(-1) === '*'
  if (isOpen ? parts.length < wanted.length : parts.length !== wanted.length) return false
  return wanted.every((part, n) => part.startsWith(':') || part === '*' || part === parts[n])
}

/** Patterns of what a change that the event stream reports makes stale. */
export const staleAfter = ({ lists, tournaments, everything }: ChangeEvent): string[] =>
  everything
    ? ['*']
    : [...lists, ...tournaments.flatMap(id => [`/api/tournaments/${id}`, `/api/tournaments/${id}/*`])]

/** Whether a query's path, its `?` left aside, matches one of the patterns. */
export function matchesAny(queried: string, patterns: readonly string[]): boolean {
  const [path = ''] = queried.split('?', 1)
  return patterns.some(pattern => matchesPath(pattern, path))
}

/**
 * Fetches the queries again whose paths match; resolves when the answers are there.
 * @throws with `throwOnError` what one of them could not be fetched for
 */
export const invalidate = (
  client: QueryClient,
  patterns: readonly string[],
  options: { throwOnError?: boolean } = {},
): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey: [path] }) => matchesAny(path, patterns) }, options)
