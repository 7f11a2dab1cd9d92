import { join } from 'node:path'
import { Hono } from 'hono'
import { serveStatic } from 'hono/bun'
import type { AppEnv } from '#server/http/context.ts'

/** Other names, such as one with NUL, can make the file system throw. */
const assetPath = /^\/assets\/[\w.-]{1,200}$/

const forAnHour = { 'Cache-Control': 'public, max-age=3600' }

/** Stable paths and their headers. */
const rootFiles: Record<string, Record<string, string>> = {
  '/favicon.svg': forAnHour,
  '/manifest.webmanifest': forAnHour,
  '/robots.txt': forAnHour,
  '/badge.png': forAnHour,
  '/desk-worker.js': forAnHour,
  '/kiosk-worker.js': forAnHour,
  '/push-worker.js': { 'Cache-Control': 'no-cache' },
  '/crew/manifest.webmanifest': forAnHour,
  '/crew/icon-192.png': forAnHour,
  '/crew/icon-512.png': forAnHour,
  '/crew/icon-maskable.png': forAnHour,
  // `/crew` is outside the worker's default scope `/crew/`.
  '/crew/sw.js': { 'Cache-Control': 'no-cache', 'Service-Worker-Allowed': '/crew' },
}

/** Serves hashed and root files. @param publicFiles root files */
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
