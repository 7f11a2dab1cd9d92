import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gateRoute } from '#client/routes.ts'
import { makeLog } from '#server/log.ts'
import { builtAssets } from '#server/web/assets.ts'
import { checkGateTemplate, nonceMark } from '#server/web/gate-document.ts'
import { renderPage } from '#server/web/render.tsx'

/** `bun scripts/prerender.ts DIST`: renders the gate once, for `src/server/web/gate-document.ts` to fill in. */
const dist = process.argv[2]
if (dist === undefined) throw new Error('usage: bun scripts/prerender.ts DIST')
const assets = builtAssets(dist)
const { stream } = await renderPage({
  route: gateRoute,
  boot: {
    route: gateRoute.id,
    params: {},
    search: '',
    viewer: null,
    sessionEndsAt: null,
    theme: null,
    now: 0,
    payments: 'test',
    requestId: '',
    eventId: '',
    canonical: '',
    files: {
      stylesheets: assets.stylesheets,
      fonts: assets.fonts,
      modulepreload: assets.scriptsOf(gateRoute.id),
      enhance: assets.enhance,
    },
  },
  nonce: nonceMark,
  entry: assets.entry,
  fetcher: () => Promise.reject(new Error('the gate needs no data')),
  log: makeLog('error'),
  signal: new AbortController().signal,
})
writeFileSync(join(dist, 'gate.html'), checkGateTemplate(await new Response(stream).text()))
