import { apiPrefix } from '#contract/api-paths.ts'
import { siteNameOr } from '#contract/site-name.ts'

/**
 * Service worker for `/kiosk` (decision 0032), built as `/kiosk-worker.js`. Serves the last page with its age when
 * offline.
 * Caches pages, their files and QR codes, never API answers, which would look fresh.
 */

// The project's types are for pages.
declare class ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
declare class FetchEvent extends ExtendableEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
declare function skipWaiting(): Promise<void>
declare const clients: { claim(): Promise<void> }

const cacheName = 'kiosk-1'
/** A few builds. */
const maxFiles = 150
const patienceMs = 5000
const cachedAtHeader = 'X-Kept-At'

const isKiosk = (html: string) => html.includes('data-surface="kiosk"')

const isPage = ({ pathname }: URL) => /^\/kiosk(\/[^/]*)?$/.test(pathname)
const isFile = ({ pathname }: URL) => pathname.startsWith('/assets/')
const isCode = ({ pathname }: URL) => pathname.endsWith('/qr.svg')

/** Assets and QR codes. */
const filesOfPage = new RegExp(String.raw`/assets/[\w.-]+|${apiPrefix}[\w/-]+/qr\.svg`, 'g')

async function cachePage(url: URL, response: Response): Promise<void> {
  const html = await response.text()
  if (!isKiosk(html)) return
  const cache = await caches.open(cacheName)
  // Files that loaded before the worker come from the HTTP cache.
  for (const [file] of html.matchAll(filesOfPage)) if (!(await cache.match(file))) await cache.add(file)
  const headers = new Headers(response.headers)
  headers.set(cachedAtHeader, String(Date.now()))
  await cache.put(url.pathname, new Response(html, { headers }))
  await forgetOldFiles(cache)
}

async function forgetOldFiles(cache: Cache): Promise<void> {
  const files = (await cache.keys()).filter(({ url }) => isFile(new URL(url)))
  for (const old of files.slice(0, Math.max(0, files.length - maxFiles))) await cache.delete(old)
}

/** `Server-Timing` is the one header that a page can read of itself. */
async function cachedPage(url: URL): Promise<Response> {
  const cached = await (await caches.open(cacheName)).match(url.pathname)
  if (!cached)
    return new Response(waiting(await siteName()), {
      status: 503,
      headers: { 'Content-Type': 'text/html; charset=utf-8' },
    })
  const headers = new Headers(cached.headers)
  headers.set(
    'Server-Timing',
    `kept;dur=${Math.max(0, Date.now() - Number(cached.headers.get(cachedAtHeader)))}`,
  )
  return new Response(cached.body, { headers })
}

const manifestPath = '/manifest.webmanifest'

/** As it was when the worker was installed. */
async function siteName(): Promise<string> {
  const manifest = await (await caches.open(cacheName)).match(manifestPath)
  return siteNameOr(manifest && (await manifest.json()).name)
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const waiting = (site: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="10"><link rel="icon" href="data:,"><title>Waiting for the network · ${escaped(site)}</title><body><h1>Waiting for the network</h1><p>The leaderboard comes by itself.</p></body></html>`

async function page(event: FetchEvent, url: URL): Promise<Response> {
  const response = await fetch(event.request, { signal: AbortSignal.timeout(patienceMs) }).catch(() => null)
  if (response === null || response.status >= 500) {
    // The check for a new build bypasses the cache.
    return event.request.mode === 'navigate' ? cachedPage(url) : (response ?? Response.error())
  }
  if (response.ok) event.waitUntil(cachePage(url, response.clone()))
  return response
}

async function file({ request }: FetchEvent): Promise<Response> {
  return (await (await caches.open(cacheName)).match(request)) ?? fetch(request)
}

async function code({ request }: FetchEvent): Promise<Response> {
  const cache = await caches.open(cacheName)
  try {
    const response = await fetch(request)
    if (response.ok) await cache.put(request, response.clone())
    return response
  } catch (error) {
    const cached = await cache.match(request)
    if (!cached) throw error
    return cached
  }
}

addEventListener('install', event => {
  void skipWaiting()
  if (event instanceof ExtendableEvent)
    event.waitUntil(caches.open(cacheName).then(cache => cache.add(manifestPath).catch(() => {})))
})
addEventListener('activate', event => {
  if (event instanceof ExtendableEvent) event.waitUntil(clients.claim())
})
addEventListener('fetch', event => {
  if (!(event instanceof FetchEvent) || event.request.method !== 'GET') return
  const url = new URL(event.request.url)
  if (url.origin !== location.origin) return
  if (isPage(url)) event.respondWith(page(event, url))
  else if (isFile(url)) event.respondWith(file(event))
  else if (isCode(url)) event.respondWith(code(event))
})
