import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { ReactNode } from 'react'
import { paths, safeNext } from '#client/paths.ts'
import type { Route } from '#client/route.ts'
import { findRoute, matchPath } from '#client/routes.ts'
import { kioskUpdatesQuery } from '#client/tournaments/api/updates.ts'
import { Data } from '#client/ui/layout/data.tsx'
import { fillShell, isShell, shellRequestId } from '#crew/lib/shell-document.ts'
import { acceptsGzip } from '#server/http/gzip.ts'
import { anonymousBoot } from '../../../tests/support/anonymous-boot.ts'
import { makeTestApp, noAssets } from '../../../tests/support/app.ts'
import { addEntry, addSigned, addTournament } from '../../../tests/support/factories.ts'
import { renderPage } from './render.tsx'
import { staticFiles } from './static.ts'

function pageOf(page: () => ReactNode): Route {
  const { data: _, ...route } = findRoute('/login', false).route
  return { ...route, load: async () => ({ default: page }) }
}

const siteOf = (page: () => ReactNode) =>
  makeTestApp({}, { findRoute: () => ({ route: pageOf(page), params: {} }) })

describe('documents', () => {
  test('have a Content-Security-Policy with a fresh nonce each time', async () => {
    const { page } = await makeTestApp()
    const nonces = await Promise.all(
      [1, 2].map(async () => {
        const response = await page('/login')
        const policy = response.headers.get('content-security-policy') ?? ''
        expect(policy).not.toMatch(/unsafe-inline|unsafe-eval/)
        const nonce = /script-src 'nonce-([^']+)' 'strict-dynamic'/.exec(policy)?.[1] ?? 'none'
        const html = await response.text()
        for (const [script] of html.matchAll(/<script[^>]*>/g)) expect(script).toContain(`nonce="${nonce}"`)
        expect(html).not.toMatch(/ style="| on[a-z]+="/)
        return nonce
      }),
    )
    expect(nonces[0]).not.toBe(nonces[1])
  })

  test('let scripts wait for what can be seen', async () => {
    const scripts = ['/assets/entry.js', '/assets/c-1.js']
    const { page } = await makeTestApp({}, { assets: { ...noAssets, scriptsOf: () => scripts } })
    const html = await (await page('/login')).text()
    const links = [...html.matchAll(/<link[^>]*rel="modulepreload"[^>]*>/g)].map(([link]) => link)
    expect(links.length).toBeGreaterThanOrEqual(scripts.length)
    for (const link of links) expect(link).toContain('fetchPriority="low"')
  })

  test('of a kiosk say so before their content, since all of it grows with the screen', async () => {
    const { page, db } = await makeTestApp()
    const tournament = await addTournament(db)
    const surfaceOf = async (path: string) =>
      /^<!DOCTYPE html><html [^>]*data-surface="(\w+)"/.exec(await (await page(path)).text())?.[1]
    expect(await surfaceOf('/kiosk')).toBe('kiosk')
    expect(await surfaceOf(`/kiosk/${tournament}`)).toBe('kiosk')
    expect(await surfaceOf('/kiosk/none')).toBeUndefined()
    expect(await surfaceOf('/')).toBeUndefined()
  })

  describe('with live payments', () => {
    const live = {
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
    }
    const open = async (path: string, env: Record<string, string>) => {
      const { page, db } = await makeTestApp(env)
      const { cookie } = await addSigned(db)
      const response = await page(path.replace(':entry', await addEntry(db)), { cookie })
      return {
        html: await response.text(),
        policy: response.headers.get('content-security-policy') ?? '',
        headers: response.headers,
      }
    }

    test('allow the provider on the funding page, and no other site', async () => {
      const { html, policy, headers } = await open('/funding/:entry', live)
      const directives = Object.fromEntries(
        policy.split('; ').map(part => [part.split(' ', 1)[0], part.split(' ').slice(1)]),
      )
      expect(directives['script-src']?.slice(1)).toEqual([
        "'strict-dynamic'",
        'https://js.stripe.com',
        'https://*.js.stripe.com',
      ])
      expect(directives['frame-src']).toEqual([
        'https://js.stripe.com',
        'https://*.js.stripe.com',
        'https://hooks.stripe.com',
      ])
      expect(directives['connect-src']).toEqual(["'self'", 'https://api.stripe.com'])
      expect(policy).not.toMatch(/unsafe-inline|unsafe-eval/)
      expect(headers.get('cross-origin-embedder-policy')).toBeNull()
      expect(html).toContain('"paymentForm":{"form":"stripe","publicKey":"pk_test_1"}')
    })

    test('do not allow the provider on other pages, and contain no secret key', async () => {
      for (const path of ['/', '/my-funding', '/funding/:entry/return', '/login']) {
        const { html, policy } = await open(path, live)
        expect(policy).not.toContain('stripe.com')
        expect(html).not.toMatch(/pk_test_1|sk_test_1|whsec_1/)
      }
      expect((await open('/funding/:entry', live)).html).not.toMatch(/sk_test_1|whsec_1/)
    })

    test('do not allow the provider on the funding page with test payments', async () => {
      const { html, policy } = await open('/funding/:entry', {})
      expect(policy).not.toContain('stripe.com')
      expect(html).toContain('Test payments: no card is charged')
    })
  })

  test('answer 404 for an unknown path with the exact text and without React', async () => {
    const { page } = await makeTestApp()
    const response = await page('/nowhere/at/all')
    expect(response.status).toBe(404)
    const html = await response.text()
    expect(html).toContain('Did you forget to add the page to the router?')
    expect(html).not.toContain('/assets/entry')
  })

  test('redirect a protected path to sign-in and back', async () => {
    const { page } = await makeTestApp()
    for (const path of [
      '/account',
      '/my-funding',
      '/tournament/7?tab=boats',
      '/funding/9',
      '/crew',
      '/boats',
      '/add-boat',
      '/create-tournament',
    ]) {
      const response = await page(path)
      expect(response.status).toBe(302)
      expect(response.headers.get('location')).toBe(paths.login(path))
    }
  })

  test('answer 500 with the request id and without a stack when rendering fails', async () => {
    const site = await siteOf(() => {
      throw new Error('a secret of the code')
    })
    const response = await site.page('/')
    expect(response.status).toBe(500)
    const html = await response.text()
    expect(html).toContain('Something went wrong')
    expect(html).toContain(response.headers.get('x-request-id') ?? 'none')
    expect(html).not.toContain('secret')
    expect(site.logs.some(line => String(line.error).includes('a secret of the code'))).toBe(true)
  })

  test('stream the shell first, then each boundary with its data, once', async () => {
    const data = Promise.withResolvers<unknown>()
    const { deps } = await makeTestApp()
    const { html } = await renderPage({
      route: pageOf(() => (
        <main>
          <h1>Shell</h1>
          <Data query={kioskUpdatesQuery()} fallback={<p>Loading</p>} failed={<p>Failed</p>}>
            {list => <p>{`There are ${list.length}`}</p>}
          </Data>
        </main>
      )),
      boot: anonymousBoot,
      nonce: 'n',
      entry: '/assets/entry.js',
      fetcher: () => data.promise,
      log: deps.log,
      signal: new AbortController().signal,
    })
    expect(html.first).toContain('<h1>Shell</h1>')
    expect(html.first).not.toContain('There are')
    data.resolve([1, 2])
    const rest = (await Array.fromAsync(html.rest ?? [])).join('')
    expect(rest).toContain('There are 2')
    expect(rest.split('__RQ??=[]).push(')).toHaveLength(2)
  })

  test('escape user content in scripts', async () => {
    const { page } = await makeTestApp()
    const html = await (await page('/login?next=</script><script>alert(1)</script>')).text()
    expect(html).not.toContain('<script>alert(1)')
  })

  test('are not stored by shared caches', async () => {
    const { page } = await makeTestApp()
    expect((await page('/')).headers.get('cache-control')).toBe('private, no-cache')
  })

  test('are compressed for clients that accept gzip', async () => {
    const { page } = await makeTestApp()
    const response = await page('/login', { headers: { 'accept-encoding': 'gzip, br' } })
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(gunzipSync(new Uint8Array(await response.arrayBuffer())).toString()).toEndWith('</html>')
    const plain = await page('/login', { headers: { 'accept-encoding': 'identity' } })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(await plain.text()).toEndWith('</html>')
  })
})

test('acceptsGzip reads quality values', () => {
  expect(['gzip', 'br, gzip;q=0.5', 'GZIP'].map(acceptsGzip)).toEqual([true, true, true])
  expect([undefined, '', 'br', 'gzip;q=0', 'gzip; q=0.0', 'xgzip'].map(acceptsGzip)).toEqual(
    Array(6).fill(false),
  )
})

describe('safeNext', () => {
  for (const hostile of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'evil',
    '',
    '/a\\b',
    null,
  ])
    test(`returns / for ${JSON.stringify(hostile)}`, () => expect(safeNext(hostile)).toBe('/'))
  for (const own of ['/', '/boats', '/tournament/1?tab=2#boats', '/a//b'])
    test(`returns ${own}`, () => expect(safeNext(own)).toBe(own))
})

test('matchPath matches whole segments as parameters', () => {
  expect(matchPath('/tournament/:id', '/tournament/a%20b')).toEqual({ id: 'a b' })
  expect(matchPath('/tournament/:id', '/tournament/')).toBeNull()
  expect(matchPath('/tournament/:id', '/tournament/1/manage')).toBeNull()
  expect(matchPath('/tournament/:id', '/tournament/%E0%A4%A')).toBeNull()
})

describe('static files', () => {
  let root: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'reelstake-static-'))
    mkdirSync(join(root, 'dist/assets'), { recursive: true })
    mkdirSync(join(root, 'dist/public'))
    writeFileSync(join(root, 'dist/manifest.json'), 'secret')
    writeFileSync(join(root, 'dist/assets/a-1.js'), 'plain')
    writeFileSync(join(root, 'dist/assets/a-1.js.br'), 'brotli')
    writeFileSync(join(root, 'dist/public/favicon.svg'), '<svg/>')
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  test('answers 404 for what is not below /assets', async () => {
    const { page } = await makeTestApp({}, { files: staticFiles(root) })
    for (const path of ['/assets/%2e%2e/manifest.json', '/assets/..%2fmanifest.json', '/assets/nothing.js'])
      expect((await page(path)).status).toBe(404)
  })

  test('answers 404 for invalid file names', async () => {
    const { page } = await makeTestApp({}, { files: staticFiles(root) })
    for (const path of ['/assets/%00', '/assets/a%00.js', `/assets/${'a'.repeat(5000)}`])
      expect((await page(path)).status).toBe(404)
  })

  test('answers 200, immutable and compressed at build, also while the site is locked', async () => {
    const { page } = await makeTestApp({ SITE_GATE: 'on' }, { files: staticFiles(root) })
    const response = await page('/assets/a-1.js', { headers: { 'accept-encoding': 'gzip, br' } })
    expect(await response.text()).toBe('brotli')
    expect(response.headers.get('content-encoding')).toBe('br')
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('x-request-id')).not.toBeNull()
    expect(response.headers.get('content-type')).toContain('javascript')
    const icon = await page('/favicon.svg')
    expect(icon.headers.get('content-type')).toContain('svg')
  })

  test('answers 200 for the crew’s service worker, revalidated each time, with Service-Worker-Allowed', async () => {
    mkdirSync(join(root, 'dist/public/crew'))
    writeFileSync(join(root, 'dist/public/crew/sw.js'), 'worker')
    const { page } = await makeTestApp({ SITE_GATE: 'on' }, { files: staticFiles(root) })
    const response = await page('/crew/sw.js')
    expect(await response.text()).toBe('worker')
    expect(response.headers.get('content-type')).toContain('javascript')
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(response.headers.get('service-worker-allowed')).toBe('/crew')
  })
})

test('/crew is a document that its service worker can cache and complete', async () => {
  const { page, db } = await makeTestApp()
  const { cookie } = await addSigned(db)
  const html = await (await page('/crew', { cookie })).text()
  expect(isShell(html)).toBe(true)
  const completeHtml = fillShell(html, { viewer: null, sessionEndsAt: null, theme: 'dark' }, 7)
  expect(completeHtml).toContain(`"requestId":"${shellRequestId}"`)
  expect(completeHtml).toContain('<html lang="en" data-theme="dark"')
})

describe('the gate page', () => {
  test('has the nonce of its answer, the theme and the query', async () => {
    const { page } = await makeTestApp({ SITE_GATE: 'on' })
    const response = await page('/boats?next=$&</script>', { cookie: 'theme=dark' })
    expect(response.status).toBe(200)
    expect(response.headers.get('x-robots-tag')).toBe('noindex')
    const nonce = /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1] ?? 'none'
    const html = await response.text()
    for (const [script] of html.matchAll(/<script[^>]*>/g)) expect(script).toContain(`nonce="${nonce}"`)
    expect(html).toContain('<html lang="en" data-theme="dark">')
    const boot = /id="boot"[^>]*>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? ''
    expect(JSON.parse(boot)).toMatchObject({ route: 'gate', theme: 'dark', search: '?next=$&%3C/script%3E' })
  })

  test('is the only page for a client with a wrong cookie', async () => {
    const { page } = await makeTestApp({ SITE_GATE: 'on' })
    const html = await (await page('/', { cookie: 'gate=let me in' })).text()
    expect(html).toContain('"route":"gate"')
    expect(html).not.toContain('Fund the Catch')
  })
})
