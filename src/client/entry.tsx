import { startTransition } from 'react'
import { hydrateRoot, type Root as ReactRoot } from 'react-dom/client'
import { refreshQueriesOf } from './api/refresh.ts'
import { Root } from './app.tsx'
import { closeMenuBehind, prefetchOnIntent } from './lib/intent.ts'
import type { Providers } from './lib/query.tsx'
import { readBoot } from './lib/read-boot.ts'
import { answerMs, readData } from './lib/request.ts'
import { handleUnauthorized } from './lib/unauthorized.ts'
import { pageFile } from './page-files.ts'
import { startSession } from './people/api/session.ts'
import { startBell } from './start-bell.ts'

declare global {
  interface Window {
    /** True once hydrated; until then submits are held. */
    __ready?: boolean
    __early?: EventTarget | null
    /** Survives hot module replacement. */
    __root?: ReactRoot
  }
}

/** Pages without data don't load it. */
async function loadData(): Promise<Providers> {
  const { makeQueryClient, makeProviders, receiveQueries } = await import('./lib/query.tsx')
  const client = makeQueryClient(
    async (path, signal, isPage) => {
      const limited = AbortSignal.any([signal, AbortSignal.timeout(answerMs)])
      return readData(await fetch(path, { signal: limited }), isPage)
    },
    error => void handleUnauthorized(error),
  )
  receiveQueries(client)
  refreshQueriesOf(client)
  return makeProviders(client)
}

/** Hydrates the page. Rejects when its files could not be loaded. */
export async function start(): Promise<void> {
  const boot = readBoot()
  const [page, data] = await Promise.all([
    pageFile(boot.route)(),
    boot.page.data === 'none' ? null : loadData(),
  ])
  const tree = <Root page={page.default} boot={boot} nonce="" data={data} />
  // Hydrates in parts, so that the browser responds to taps meanwhile.
  startTransition(() => {
    if (window.__root) window.__root.render(tree)
    else window.__root = hydrateRoot(document, tree)
  })
  if (boot.page.viewer !== 'none') startSession(boot)
  startBell()
}

// Other pages call it when they need React: late.ts.
if (readBoot().page.script === 'react' || window.__root) {
  void start()
  prefetchOnIntent()
  closeMenuBehind()
}

if (import.meta.hot) import.meta.hot.accept()
