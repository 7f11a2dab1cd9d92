import type { FetchEvent, ServiceWorkerScope } from '#client/lib/worker-types.ts'
import { siteNameOr } from '#contract/site-name.ts'

declare const self: ServiceWorkerScope

interface CachedPages {
  cacheName: string
  /** Returns the page's own address, path and query, by which it is cached, or null for another page. */
  addressOf(url: URL): string | null
  /** Returns whether the answer is this page, not another one in its place. */
  isPage(html: string): boolean
  /** Caches a personal page by its exact address, and deletes it when the server refuses it or leads elsewhere. */
  isPersonal: boolean
  /** Data that loads with the page, besides assets. */
  files?: RegExp
  /** Page shown while nothing is cached. */
  waiting: { title: string; text: string }
}

/** A few builds. */
const maxFiles = 150
const networkTimeoutMs = 5000
const cachedAtHeader = 'X-Kept-At'
const manifestPath = '/manifest.webmanifest'

const isRefused = ({ type, status }: Response) =>
  type === 'opaqueredirect' || [401, 403, 404].includes(status)

const isFile = ({ pathname }: URL) => pathname.startsWith('/assets/')

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const waitingPage = (site: string, { title, text }: CachedPages['waiting']) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="10"><link rel="icon" href="data:,"><title>${title} · ${escapeHtml(site)}</title><body><h1>${title}</h1><p>${text}</p></body></html>`

/**
 * A service worker that serves the last page with its age when the network or the server fails. Caches pages and their
 * files, never API answers, which would look fresh.
 * @param answerOther answers further requests of the site; null: not answered
 */
export function cachePages(
  { cacheName, addressOf, isPage, isPersonal, files, waiting }: CachedPages,
  answerOther: (event: FetchEvent, url: URL) => Promise<Response> | null = () => null,
): void {
  async function store(address: string, response: Response): Promise<void> {
    const html = await response.text()
    if (!isPage(html)) return
    const cache = await caches.open(cacheName)
    // Files that loaded before the worker come from the HTTP cache.
    const own = files ? html.matchAll(files) : []
    const pageFiles = new Set([...html.matchAll(/\/assets\/[\w.-]+/g), ...own].map(([file]) => file))
    for (const file of pageFiles) if (!(await cache.match(file))) await cache.add(file)
    const headers = new Headers(response.headers)
    headers.set(cachedAtHeader, String(Date.now()))
    await cache.put(address, new Response(html, { headers }))
    await deleteOldFiles(cache, pageFiles)
  }

  /** Deletes the oldest files, except those of the page: fonts stay the same in many builds. */
  async function deleteOldFiles(cache: Cache, pageFiles: ReadonlySet<string>): Promise<void> {
    const others = (await cache.keys())
      .map(({ url }) => new URL(url))
      .filter(url => isFile(url) && !pageFiles.has(url.pathname))
    for (const old of others.slice(0, Math.max(0, others.length + pageFiles.size - maxFiles)))
      await cache.delete(old.href)
  }

  /** `Server-Timing` is the one header that a page can read of itself. */
  async function cachedPage(address: string, { pathname, search }: URL): Promise<Response> {
    const cached = await (await caches.open(cacheName)).match(address)
    if (!cached)
      return new Response(waitingPage(await siteName(), waiting), {
        status: 503,
        headers: { 'Content-Type': 'text/html; charset=utf-8' },
      })
    if (isPersonal && address !== pathname + search) return Response.redirect(address)
    const headers = new Headers(cached.headers)
    const age = Math.max(0, Date.now() - Number(cached.headers.get(cachedAtHeader)))
    headers.set('Server-Timing', `kept;dur=${age}`)
    return new Response(cached.body, { headers })
  }

  /** Returns the site's name at the time when the worker was installed. */
  async function siteName(): Promise<string> {
    const manifest = await (await caches.open(cacheName)).match(manifestPath)
    return siteNameOr(manifest && (await manifest.json()).name)
  }

  /** Limits the time until the answer begins: a slow link takes longer for the whole page. */
  async function fetchInTime(request: Request): Promise<Response | null> {
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), networkTimeoutMs)
    try {
      return await fetch(request, { signal: limit.signal })
    } catch {
      return null
    } finally {
      clearTimeout(timer)
    }
  }

  async function page(event: FetchEvent, url: URL, address: string): Promise<Response> {
    const response = await fetchInTime(event.request)
    if (response === null || response.status >= 500) {
      // The check for a new build bypasses the cache.
      return event.request.mode === 'navigate' ? cachedPage(address, url) : (response ?? Response.error())
    }
    if (isPersonal && isRefused(response))
      event.waitUntil(caches.open(cacheName).then(cache => cache.delete(address)))
    else if (response.ok && (!isPersonal || address === url.pathname + url.search))
      event.waitUntil(store(address, response.clone()))
    return response
  }

  /** Answers files, also those that load later than the page. */
  async function file(event: FetchEvent): Promise<Response> {
    const cache = await caches.open(cacheName)
    const cached = await cache.match(event.request)
    if (cached) return cached
    const response = await fetch(event.request)
    if (response.ok) event.waitUntil(cache.put(event.request, response.clone()))
    return response
  }

  self.addEventListener('install', event => {
    void self.skipWaiting()
    event.waitUntil(caches.open(cacheName).then(cache => cache.add(manifestPath).catch(() => {})))
  })
  self.addEventListener('activate', event => event.waitUntil(self.clients.claim()))
  self.addEventListener('fetch', event => {
    if (event.request.method !== 'GET') return
    const url = new URL(event.request.url)
    if (url.origin !== location.origin) return
    const address = addressOf(url)
    const answer =
      address !== null ? page(event, url, address) : isFile(url) ? file(event) : answerOther(event, url)
    if (answer) event.respondWith(answer)
  })
}
