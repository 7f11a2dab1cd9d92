import { join } from 'node:path'
import { Hono } from 'hono'
import { serveStatic } from 'hono/bun'
import type { AppEnv } from '#server/http/context.ts'

/** What the build calls a file. Other names are not asked for: some, such as one with a NUL in it, make a file system throw. */
const assetPath = /^\/assets\/[\w.-]{1,200}$/

const forAnHour = { 'Cache-Control': 'public, max-age=3600' }

/** The few files with addresses that never change, and what is said with each. */
const rootFiles: Record<string, Record<string, string>> = {
  '/favicon.svg': forAnHour,
  '/manifest.webmanifest': forAnHour,
  '/robots.txt': forAnHour,
  '/kiosk-worker.js': forAnHour,
  '/crew/manifest.webmanifest': forAnHour,
  '/crew/icon-192.png': forAnHour,
  '/crew/icon-512.png': forAnHour,
  '/crew/icon-maskable.png': forAnHour,
  // `/crew` itself is not below `/crew/`, where the worker lies.
  '/crew/sw.js': { 'Cache-Control': 'no-cache', 'Service-Worker-Allowed': '/crew' },
}

/**
 * What the build made: hashed files that never change, and the few that every site has at its root.
 * @param publicFiles where those few lie; in development the sources themselves
 */
export function staticFiles(root: string, publicFiles = join(root, 'dist/public')) {
  const dist = join(root, 'dist')
  const files = new Hono<AppEnv>()
  const serveAsset = serveStatic({
    root: dist,
    precompressed: true,
    onFound: (_path, c) => {
      c.header('Cache-Control', 'public, max-age=31536000, immutable')
      c.header('X-Content-Type-Options', 'nosniff')
    },
  })
  files.use('/assets/*', (c, next) => (assetPath.test(c.req.path) ? serveAsset(c, next) : next()))
  for (const [name, headers] of Object.entries(rootFiles))
    files.get(
      name,
      serveStatic({
        root: publicFiles,
        path: name,
        onFound: (_path, c) => {
          c.header('X-Content-Type-Options', 'nosniff')
          for (const [header, value] of Object.entries(headers)) c.header(header, value)
        },
      }),
    )
  return files
}
