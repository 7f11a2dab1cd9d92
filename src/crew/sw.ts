import { isOfflineRead } from '#client/api/offline-reads.ts'
import type { ServiceWorkerScope } from '#client/lib/worker-types.ts'
import { activateMessage, answersCache, factsCache, factsPath, shellCachePrefix } from './lib/cache-names.ts'
import { fillShell, isShell, type ShellFacts } from './lib/shell-document.ts'

/** Offline `/crew`: caches one build's shell and scripts, and a few reads. Never uploads or media. */

declare const self: ServiceWorkerScope

/** Injected by the build: file paths and their hash. */
declare const BUILD: { version: string; files: readonly string[] }

const shellPath = '/crew'
// Read once: the build inlines each use.
const build = BUILD
const shellCache = shellCachePrefix + build.version
const files = new Set(build.files)
/** Paths in the shell of the files with the site's colours and logo. */
const brandFiles = /\/assets\/brand-[\w.-]+/g

/** `/crew-videos` isn't part of the app. */
const isCrewPage = (path: string) => path === shellPath || path.startsWith(`${shellPath}/`)

async function fetchShell(): Promise<Response> {
  const response = await fetch(shellPath, { credentials: 'same-origin', cache: 'no-store' })
  const html = await response.text()
  if (!response.ok || response.redirected || !isShell(html)) throw new Error('no shell: not signed in')
  const headers = new Headers(response.headers)
  for (const name of ['content-encoding', 'content-length', 'set-cookie', 'vary']) headers.delete(name)
  return new Response(html, { headers })
}

async function install(): Promise<void> {
  const cache = await caches.open(shellCache)
  const shell = await fetchShell()
  const brand = new Set((await shell.clone().text()).match(brandFiles))
  const store = async (path: string) => {
    // Names carry a content hash: any build's file fits.
    const cached = await caches.match(path)
    const response = cached ?? (await fetch(path))
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    await cache.put(path, response)
  }
  await Promise.all([...files, ...brand].map(store))
  await cache.put(shellPath, shell)
}

/** Keeps the previous build for open tabs. */
async function deleteOldBuilds(): Promise<void> {
  const shells = (await caches.keys()).filter(
    name => name.startsWith(shellCachePrefix) && name !== shellCache,
  )
  await Promise.all(shells.slice(0, -1).map(name => caches.delete(name)))
}

async function readFacts(): Promise<ShellFacts | null> {
  const response = await caches.match(factsPath, { cacheName: factsCache })
  return response ? response.json() : null
}

/** Unknown visitors go to the server first. */
async function openApp(request: Request): Promise<Response> {
  const [facts, shell] = await Promise.all([readFacts(), caches.match(shellPath, { cacheName: shellCache })])
  if (!facts || !shell) return fetch(request)
  return new Response(fillShell(await shell.text(), facts, Date.now()), { headers: shell.headers })
}

/** Milliseconds before the stored answer: beside an upload, reads take seconds. */
const answersWithinMs = 10_000

async function networkFirst(request: Request): Promise<Response> {
  const cache = await caches.open(answersCache)
  const cached = await cache.match(request)
  const late = AbortSignal.timeout(answersWithinMs)
  try {
    const response = await fetch(request, cached ? { signal: late } : {})
    // The older answer stays on a full device.
    if (response.ok) await cache.put(request, response.clone()).catch(() => {})
    return cached && late.aborted ? cached : response
  } catch (error) {
    if (cached) return cached
    throw error
  }
}

/** Answers with a file of this build or, for open tabs, of the previous one. */
const fromBuild = async (request: Request, path: string): Promise<Response> =>
  (await caches.match(path)) ?? fetch(request)

self.addEventListener('install', event => event.waitUntil(install()))
self.addEventListener('activate', event =>
  event.waitUntil(Promise.all([deleteOldBuilds(), self.clients.claim()])),
)
self.addEventListener('message', event => {
  if (event.data === activateMessage) event.waitUntil(self.skipWaiting())
})
self.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(self.clients.openWindow('/crew/queue'))
})
self.addEventListener('fetch', event => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (request.mode === 'navigate') {
    if (isCrewPage(url.pathname)) event.respondWith(openApp(request))
  } else if (files.has(url.pathname) || url.pathname.startsWith('/assets/'))
    event.respondWith(fromBuild(request, url.pathname))
  else if (isOfflineRead(url) && isCrewPage(new URL(request.referrer || url).pathname))
    event.respondWith(networkFirst(request))
})
