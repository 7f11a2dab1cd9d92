import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { CrewVideo, UploadSlot } from '#contract/videos/crew-videos.ts'
import { cookiesOf } from '../support/app.ts'
import { launchBrowser } from '../support/launch-browser.ts'
import { freePort, type ServerProcess, startServer } from '../support/server.ts'
import { proxyKinds, startTlsProxy, type TlsProxy } from '../support/tls-proxies.ts'
import { until } from '../support/until.ts'

setDefaultTimeout(60_000)

/** nginx and Caddy as in docs/self-hosting/proxies.md, with throttles on. */
const sitePassword = 'herring'
const size = 100 * 1024 * 1024
const bytes = new Uint8Array(size).fill(7)

describe.each([...proxyKinds])('behind %s', kind => {
  let server: ServerProcess
  let proxy: TlsProxy
  let cookie: string

  beforeAll(async () => {
    const port = freePort()
    server = await startServer({
      PUBLIC_URL: `https://localhost:${port}`,
      TRUST_PROXY: 'on',
      SITE_GATE: 'on',
      SITE_PASSWORD: sitePassword,
      RATE_LIMIT: 'on',
      LOG_LEVEL: 'warn',
    })
    proxy = await startTlsProxy(kind, { port, target: server.port })
  })
  afterAll(async () => {
    await proxy.stop()
    await server.remove()
  })

  const ask = (path: string, init: RequestInit = {}) =>
    fetch(new URL(path, proxy.url).href, { redirect: 'manual', ...init, tls: { ca: proxy.ca } })

  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    ask(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        'content-type': 'application/json',
        origin: proxy.url,
        ...(cookie !== undefined && { cookie }),
        ...headers,
      },
    })

  test('cookies are Secure', async () => {
    const response = await post('/api/validate-password', { password: sitePassword })
    expect(response.headers.get('set-cookie')).toMatch(/^gate=.*; Secure/)
    cookie = cookiesOf(response)
    const person = { email: 'ana@example.com', password: 'marlin-1', firstName: 'Ana', lastName: 'Reyes' }
    expect((await post('/api/auth/sign-up', person)).status).toBe(201)
    const signedIn = await post('/api/auth/sign-in', person)
    expect(signedIn.headers.get('set-cookie')).toMatch(/^__Host-sid=.*; Secure/)
    cookie += `; ${cookiesOf(signedIn)}`
    const session = await ask('/api/auth/session', { headers: { cookie } })
    expect(await session.json()).toMatchObject({ user: { email: person.email } })
  })

  test('a browser signs in over TLS and stays signed in', async () => {
    const browser = await launchBrowser()
    const page = await browser.newPage({ ignoreHTTPSErrors: true })
    await page.goto(proxy.url)
    await page.getByRole('textbox', { name: 'Password' }).fill(sitePassword)
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => !document.body.textContent?.includes('Site Under Construction'))
    await page.goto(`${proxy.url}/login`)
    // The page ignores Enter before it is ready.
    await page.locator('html[data-ready]').waitFor({ state: 'attached' })
    await page.getByLabel('Email').fill('ana@example.com')
    await page.getByRole('textbox', { name: 'Password' }).fill('marlin-1')
    await page.keyboard.press('Enter')
    await page.waitForURL(url => url.pathname !== '/login')
    await page.goto(`${proxy.url}/account`)
    expect(await page.locator('main').textContent()).toContain('ana@example.com')
    expect((await page.context().cookies()).map(({ name, secure }) => [name, secure]).sort()).toEqual([
      ['__Host-device', true],
      ['__Host-sid', true],
      ['gate', true],
    ])
    await browser.close()
  })

  test('links use PUBLIC_URL, redirects stay on the site', async () => {
    const html = await (await ask('/login', { headers: { cookie } })).text()
    const links = [...html.matchAll(/https?:\/\/[^"'\s<]+/g)].map(([link]) => link)
    expect(links).toContain(`${proxy.url}/login`)
    expect(links.filter(link => link.includes('127.0.0.1') || link.startsWith('http://localhost'))).toEqual(
      [],
    )
    const redirect = await ask('/api/login', { headers: { cookie } })
    expect(redirect.status).toBe(302)
    expect(new URL(redirect.headers.get('location') ?? '', proxy.url).href).toBe(`${proxy.url}/login`)
  })

  async function slot(): Promise<UploadSlot> {
    const response = await post('/api/crew/videos/upload', {
      fileName: 'a.mp4',
      sizeBytes: size,
      durationSec: 12,
    })
    expect(response.status).toBe(201)
    return response.json()
  }
  async function expectReceived(id: string): Promise<void> {
    const video: CrewVideo = await (await ask(`/api/crew/videos/${id}`, { headers: { cookie } })).json()
    expect([video.receivedBytes, video.sizeBytes]).toEqual([size, size])
  }

  test('100 MB arrive by PUT at the slot’s address', async () => {
    const { uploadUrl, videoId } = await slot()
    expect(uploadUrl).toStartWith(`${proxy.url}/files/`)
    const response = await ask(uploadUrl, {
      method: 'PUT',
      body: bytes,
      headers: { cookie, origin: proxy.url, 'content-type': 'video/mp4' },
    })
    expect(response.status).toBe(200)
    await expectReceived(videoId)
  })

  test('100 MB arrive by tus, and bytes before an abort stay', async () => {
    const { uploadUrl, videoId } = await slot()
    const tus = { cookie, origin: proxy.url, 'tus-resumable': '1.0.0' }
    const patch = (offset: number, body: BodyInit, signal?: AbortSignal) =>
      ask(uploadUrl, {
        method: 'PATCH',
        body,
        headers: {
          ...tus,
          'upload-offset': String(offset),
          'content-type': 'application/offset+octet-stream',
        },
        ...(signal && { signal }),
      })
    const offset = async () =>
      Number((await ask(uploadUrl, { method: 'HEAD', headers: tus })).headers.get('upload-offset'))
    const leaving = new AbortController()
    const half = new ReadableStream<Uint8Array>({
      start: controller => controller.enqueue(bytes.subarray(0, size / 2)),
    })
    const upload = patch(0, half, leaving.signal).catch(() => null)
    // A proxy that buffers the body would never reach this.
    await until(async () => (await offset()) > 0)
    leaving.abort()
    await upload
    let from = await offset()
    let response = await patch(from, bytes.subarray(from))
    while (response.status === 409 || response.status === 423) {
      from = await offset()
      response = await patch(from, bytes.subarray(from))
    }
    expect(response.status).toBe(204)
    await expectReceived(videoId)
  })

  test('an event arrives at once while the stream stays open', async () => {
    const leaving = new AbortController()
    const events = await ask('/api/events', { headers: { cookie }, signal: leaving.signal })
    const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader()
    const boat = await post('/api/boats', { name: 'Sea Wolf', captainName: 'Ana Reyes' })
    expect(boat.status).toBe(201)
    let stream = ''
    while (!stream.includes('/api/boats')) {
      const { done, value } = (await reader?.read()) ?? { done: true }
      expect(done).toBe(false)
      stream += value
    }
    leaving.abort()
  })

  test('/metrics is refused, and forged addresses do not bypass throttles', async () => {
    for (const headers of [{}, { 'x-forwarded-for': '127.0.0.1' }]) {
      const metrics = await ask('/metrics', { headers: { cookie, ...headers } })
      expect(metrics.status).toBe(403)
    }
    const statuses: number[] = []
    for (let n = 0; n < 25; n++) {
      const address = `198.51.100.${n}`
      const headers = {
        'x-forwarded-for': address,
        'x-real-ip': address,
        forwarded: `for=${address}`,
        cookie: '',
      }
      statuses.push((await post('/api/validate-password', { password: 'cod' }, headers)).status)
    }
    expect(statuses.filter(status => status === 401).length).toBeLessThan(20)
    expect(statuses.at(-1)).toBe(429)
  })
})
