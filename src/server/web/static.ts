import { join } from 'node:path'
import { Hono, type MiddlewareHandler } from 'hono'
import type { AppEnv } from '#server/http/context.ts'

/** Serves from a folder; loaded with the first file, since it brings 3 ms that a start need not wait for. */
function lazily(make: (bun: typeof import('hono/bun')) => MiddlewareHandler): MiddlewareHandler<AppEnv> {
  let serve: MiddlewareHandler | null = null
  return async (c, next) => {
    serve ??= make(await import('hono/bun'))
    return serve(c, next)
  }
}

/**
 * What the build made: hashed files that never change, and the few that every site has at its root.
 * @param publicFiles where those few lie; in development the sources themselves
 */
export function staticFiles(root: string, publicFiles = join(root, 'dist/public')) {
  const dist = join(root, 'dist')
  const files = new Hono<AppEnv>()
  files.use(
    '/assets/*',
    lazily(({ serveStatic }) =>
      serveStatic({
        root: dist,
        precompressed: true,
        onFound: (_path, c) => {
          c.header('Cache-Control', 'public, max-age=31536000, immutable')
          c.header('X-Content-Type-Options', 'nosniff')
        },
      }),
    ),
  )
  for (const name of ['/favicon.svg', '/manifest.webmanifest', '/robots.txt', '/kiosk-worker.js'] as const)
    files.get(
      name,
      lazily(({ serveStatic }) =>
        serveStatic({
          root: publicFiles,
          path: name,
          onFound: (_path, c) => {
            c.header('Cache-Control', 'public, max-age=3600')
            c.header('X-Content-Type-Options', 'nosniff')
          },
        }),
      ),
    )
  return files
}
