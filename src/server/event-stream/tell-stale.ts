import type { MiddlewareHandler } from 'hono'
import { everything, staleHeader } from '#contract/event-stream.ts'
import type { RootDb } from '#server/db/connection.ts'
import type { AppEnv } from '#server/http/context.ts'
import { stalePaths, topics } from './stale-paths.ts'

/** Proxies accept headers of 4 KB in all. */
const mostBytes = 2000

/** Names in the answer to a mutation the paths that it changed, and those that others changed during it. */
export function tellStale(db: RootDb): MiddlewareHandler<AppEnv> {
  /** Paths that commits changed since its start, for each mutation that runs. */
  const running = new Set<Set<string>>()
  db.changes.listen(topics, changes => {
    if (running.size === 0) return
    const paths = stalePaths(changes, 0)
    for (const stale of running) for (const path of paths) stale.add(path)
  })
  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
    const stale = new Set<string>()
    running.add(stale)
    try {
      await next()
    } finally {
      running.delete(stale)
    }
    const value = stale.has(everything) ? everything : [...stale].join(' ')
    if (value !== '') c.header(staleHeader, value.length > mostBytes ? everything : value)
  }
}
