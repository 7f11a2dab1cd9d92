import type { FetchEvent } from '#client/lib/worker-types.ts'
import { cachePages } from '#client/tournaments/page-cache.ts'
import { apiPrefix } from '#contract/api-paths.ts'

/** Service worker for `/kiosk` (decision 0032), built as `/kiosk-worker.js`. */

const cacheName = 'kiosk-1'

const isCode = ({ pathname }: URL) => pathname.endsWith('/qr.svg')

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

cachePages(
  {
    cacheName,
    addressOf: ({ pathname }) => (/^\/kiosk(\/[^/]*)?$/.test(pathname) ? pathname : null),
    isPage: html => html.includes('data-surface="kiosk"'),
    isPersonal: false,
    files: new RegExp(String.raw`${apiPrefix}[\w/-]+/qr\.svg`, 'g'),
    waiting: { title: 'Waiting for the network', text: 'The leaderboard appears by itself.' },
  },
  (event, url) => (isCode(url) ? code(event) : null),
)
