import type { MiddlewareHandler } from 'hono'
import type { ChangeLog } from '#server/db/changes.ts'
import type { AppEnv } from './context.ts'

/** Answered without the database. */
const isStatic = (path: string) => path.startsWith('/assets/') && !path.startsWith('/assets/brand-')

/** A request hears of what other processes committed before it, so that no cache answers with older data. */
export const upToDate =
  ({ changes }: { changes: ChangeLog }): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const { path } = c.req
    if (!isStatic(path) && path !== '/healthz') await changes.catchUp()
    await next()
  }
