import type { MiddlewareHandler } from 'hono'
import { everything, staleHeader } from '#contract/events.ts'
import { type Changes, mergeChanges } from '#server/db/changes.ts'
import type { RootDb } from '#server/db/connection.ts'
import type { AppEnv } from '#server/http/context.ts'
import { stalePaths, watched } from './stale-paths.ts'

/** Proxies accept headers of 4 KB in all. */
const mostBytes = 2000

/** Names in the answer to a mutation what it changed, and what others changed meanwhile. */
export function tellStale(db: RootDb): MiddlewareHandler<AppEnv> {
  const running = new Set<{ written: Changes }>()
  db.changes.listen(watched, changes => {
    for (const mutation of running) mutation.written = mergeChanges(mutation.written, changes)
  })
  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
    const mutation: { written: Changes } = { written: new Map() }
    running.add(mutation)
    await next()
    running.delete(mutation)
    const stale = stalePaths(mutation.written, 0).join(' ')
    if (stale !== '') c.header(staleHeader, stale.length > mostBytes ? everything : stale)
  }
}
