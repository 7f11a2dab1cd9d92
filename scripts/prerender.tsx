import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AnswerBoot } from '#client/lib/boot.tsx'
import type { Fetcher } from '#client/lib/query.tsx'
import type { Route } from '#client/routes.ts'
import { makeLog } from '#server/log.ts'
import { type Assets, type BuiltPages, builtAssets } from '#server/web/assets.ts'
import { checkTemplate, nonceMark, originMark } from '#server/web/built-document.ts'

/** What renders pages: the build's own file of it, by which a server goes on with what is begun here. */
type Kit = Pick<
  typeof import('#server/web/page-kit.ts'),
  'renderPage' | 'renderFrame' | 'findRoute' | 'gateRoute'
>

/** `bun scripts/prerender.tsx DIST`: renders what `src/server/web/built-document.ts` fills in. */
const bootOf = (route: Route, assets: Assets): AnswerBoot => ({
  route: route.id,
  params: {},
  search: '',
  viewer: null,
  sessionEndsAt: null,
  theme: null,
  now: 0,
  payments: 'test',
  stripePublishableKey: null,
  sendsMail: false,
  supportEmail: null,
  requestId: '',
  eventId: '',
  canonical: `${originMark}/`,
  files: {
    stylesheets: assets.stylesheets,
    fonts: assets.fonts,
    modulepreload: route.script === 'react' ? assets.scriptsOf(route.id) : [],
    enhance: assets.enhance,
  },
})

/** No data: it stays away until the page is given up, so that what waits for it is left out. */
const never: Fetcher = () => new Promise(() => {})

async function whole(kit: Kit, route: Route, assets: Assets): Promise<string> {
  const { stream } = await kit.renderPage({
    route,
    boot: bootOf(route, assets),
    nonce: nonceMark,
    entry: assets.entry,
    fetcher: never,
    log: makeLog('error'),
    signal: new AbortController().signal,
  })
  return new Response(stream).text()
}

/** A page without the parts that wait for data, and what React needs to know to render those later. */
async function frame(kit: Kit, route: Route, assets: Assets): Promise<{ html: string; rest: string }> {
  const { html, postponed } = await kit.renderFrame({ route, boot: bootOf(route, assets), nonce: nonceMark })
  if (postponed === null) throw new Error(`the page ${route.id} waits for nothing`)
  return {
    html: html
      // React's own line, which notes when the page was first shown: `prerender` gives it no nonce.
      .replace('<script id="_R_">', `<script id="_R_" nonce="${nonceMark}">`)
      // The rest ends the document.
      .replace('</body></html>', ''),
    rest: JSON.stringify(postponed),
  }
}

/** @throws Error when a document has no place for what each answer brings */
export async function renderBuilt(kit: Kit, assets: Assets): Promise<Record<keyof BuiltPages, string>> {
  const landing = await frame(kit, kit.findRoute('/', false).route, assets)
  return {
    gate: checkTemplate('gate', await whole(kit, kit.gateRoute, assets)),
    landing: checkTemplate('landing', landing.html),
    landingRest: landing.rest,
  }
}

if (import.meta.main) {
  const dist = process.argv[2]
  if (dist === undefined) throw new Error('usage: bun scripts/prerender.tsx DIST')
  const kit: Kit = require(join(dist, 'server/page-kit.js'))
  const built = await renderBuilt(kit, builtAssets(dist))
  writeFileSync(join(dist, 'gate.html'), built.gate)
  writeFileSync(join(dist, 'landing.html'), built.landing)
  writeFileSync(join(dist, 'landing-rest.json'), built.landingRest)
}
