import type { MiddlewareHandler } from 'hono'
import type { ChangeLog } from '#server/db/changes.ts'
import type { AppEnv } from './context.ts'

/** Files, which need no database; those of the site's own brand do. */
const isFile = (path: string) =>
  path.startsWith('/assets/')
    ? !path.startsWith('/assets/brand-')
    : /^\/[\w-]+\.(?:js|png|svg|txt)$/.test(path)

/** Catches up with commits of other processes before each request, so that no cache answers with older data. */
export const upToDate =
  ({ changes }: { changes: ChangeLog }): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    if (!isFile(c.req.path)) await changes.catchUp()
    await next()
  }
