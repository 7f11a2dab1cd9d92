import { join } from 'node:path'
import { Hono } from 'hono'
import { serveStatic } from 'hono/bun'
import type { AppEnv } from '#server/http/context.ts'

/** What the build made: hashed files that never change, and the few that every site has at its root. */
export function staticFiles(root: string) {
  const dist = join(root, 'dist')
  const files = new Hono<AppEnv>()
  files.use(
    '/assets/*',
    serveStatic({
      root: dist,
      precompressed: true,
      onFound: (_path, c) => {
        c.header('Cache-Control', 'public, max-age=31536000, immutable')
        c.header('X-Content-Type-Options', 'nosniff')
      },
    }),
  )
  for (const name of [
    '/favicon.svg',
    '/manifest.webmanifest',
    '/robots.txt',
    '/icon-192.png',
    '/icon-512.png',
  ])
    files.get(
      name,
      serveStatic({
        path: join(dist, 'public', name),
        onFound: (_path, c) => {
          c.header('Cache-Control', 'public, max-age=3600')
          c.header('X-Content-Type-Options', 'nosniff')
        },
      }),
    )
  return files
}
