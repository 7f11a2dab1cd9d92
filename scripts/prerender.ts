import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findRoute, gateRoute, type Route } from '#client/routes.ts'
import { makeLog } from '#server/log.ts'
import { builtAssets } from '#server/web/assets.ts'
import { type BuiltPage, checkTemplate, nonceMark, originMark } from '#server/web/built-document.ts'
import { renderPage } from '#server/web/render.tsx'

/** `bun scripts/prerender.ts DIST`: renders what `src/server/web/built-document.ts` fills in. */
const dist = process.argv[2]
if (dist === undefined) throw new Error('usage: bun scripts/prerender.ts DIST')
const assets = builtAssets(dist)

async function prerender(page: BuiltPage, route: Route): Promise<void> {
  const { stream } = await renderPage({
    route,
    boot: {
      route: route.id,
      params: {},
      search: '',
      viewer: null,
      sessionEndsAt: null,
      theme: null,
      now: 0,
      payments: 'test',
      stripePublishableKey: null,
      requestId: '',
      eventId: '',
      canonical: `${originMark}/`,
      files: {
        stylesheets: assets.stylesheets,
        fonts: assets.fonts,
        modulepreload: route.script === 'react' ? assets.scriptsOf(route.id) : [],
        enhance: assets.enhance,
      },
    },
    nonce: nonceMark,
    entry: assets.entry,
    // A marina in which nothing has been announced yet.
    fetcher: async () => [],
    log: makeLog('error'),
    signal: new AbortController().signal,
  })
  writeFileSync(join(dist ?? '', `${page}.html`), checkTemplate(page, await new Response(stream).text()))
}

await prerender('gate', gateRoute)
await prerender('landing', findRoute('/', false).route)
