import type { QueryClient } from '@tanstack/react-query'
import { everything, staleHeader } from '#contract/event-stream.ts'
import { invalidate } from './invalidate.ts'

let client: QueryClient | null = null
let refetches: Promise<unknown> = Promise.resolve()

/** The queries of this page. */
export function refreshQueriesOf(queries: QueryClient): void {
  client = queries
}

function refresh(patterns: readonly string[], except: readonly string[] = []): void {
  // A query keeps its own error.
  if (client) refetches = Promise.allSettled([refetches, invalidate(client, patterns, except)])
}

/** Refetches what the answer to a mutation names. @param removedPath a path with nothing left to read */
export function refreshAfter({ headers }: Response, removedPath: string | null): void {
  const stale = headers.get(staleHeader)
  if (stale) refresh(stale.split(' '), removedPath === null ? [] : [removedPath, `${removedPath}/*`])
}

export const refreshAll = (): void => refresh([everything])

/** Milliseconds, after which a form no longer waits: a connection that broke may stay silent. */
const patienceMs = 10_000

/** Resolves after the queries that are being refetched, or without them. */
export const whenRefreshed = (): Promise<unknown> =>
  Promise.race([refetches, new Promise(resolve => setTimeout(resolve, patienceMs))])
