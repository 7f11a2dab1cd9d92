import type { QueryClient } from '@tanstack/react-query'

/** `:id` matches one segment, a final `*` all the rest. */
function matchesPath(pattern: string, path: string): boolean {
  const parts = path.split('/')
  const patternParts = pattern.split('/')
  const isOpen = patternParts.at(-1) === '*'
  if (isOpen ? parts.length < patternParts.length : parts.length !== patternParts.length) return false
  return patternParts.every((part, n) => part.startsWith(':') || part === '*' || part === parts[n])
}

/** Ignores the path's query string. */
export function matchesAny(url: string, patterns: readonly string[]): boolean {
  const [path = ''] = url.split('?', 1)
  return patterns.some(pattern => matchesPath(pattern, path))
}

/** Refetches matching queries. @throws the queries' errors */
export const invalidate = (
  client: QueryClient,
  patterns: readonly string[],
  except: readonly string[] = [],
): Promise<void> =>
  client.invalidateQueries(
    { predicate: ({ queryKey: [path] }) => matchesAny(path, patterns) && !matchesAny(path, except) },
    { throwOnError: true },
  )
