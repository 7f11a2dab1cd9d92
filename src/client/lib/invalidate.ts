import type { QueryClient } from '@tanstack/react-query'

/** Whether a query asks for this path of the API, for something below it, or for a part of it. */
export function concerns(queried: string, path: string): boolean {
  if (!queried.startsWith(path)) return false
  const next = queried.charAt(path.length)
  return next === '' || next === '/' || next === '?'
}

/** Asks anew for whatever is shown of these paths. */
export async function invalidatePaths(client: QueryClient, paths: readonly string[]): Promise<void> {
  await client.invalidateQueries({
    predicate: ({ queryKey }) => paths.some(path => concerns(String(queryKey[0]), path)),
  })
}
