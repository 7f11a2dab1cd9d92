import { describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { limits } from '#contract/limits.ts'
import { cookiesOf, makeTestApp, type TestApp } from '../../../tests/support/app.ts'
import { addScene, addSigned } from '../../../tests/support/factories.ts'
import { parseEnv } from '../env.ts'
import { clientAddress, forwardedScheme } from './client-address.ts'

const proxiesOf = (value: string) => parseEnv({ TRUST_PROXY: value }, '/srv').trustProxy
const clientOf = (peer: string, forwardedFor: string, networks = 'on') =>
  clientAddress(peer, new Headers({ 'x-forwarded-for': forwardedFor }), proxiesOf(networks))

describe('the client’s address behind proxies', () => {
  test('is the peer’s own when the peer is not trusted', () => {
    expect(clientOf('203.0.113.1', '198.51.100.9')).toBe('203.0.113.1')
    expect(clientOf('10.0.0.1', '198.51.100.9', 'off')).toBe('10.0.0.1')
    expect(clientOf('127.0.0.1', '198.51.100.9', '10.0.0.0/8')).toBe('127.0.0.1')
    expect(clientOf('unknown', '198.51.100.9')).toBe('unknown')
  })

  test('is the right-most address outside of the trusted networks', () => {
    expect(clientOf('127.0.0.1', '198.51.100.9')).toBe('198.51.100.9')
    expect(clientOf('127.0.0.1', '1.1.1.1, 198.51.100.9, 10.0.0.4, 172.16.0.2')).toBe('198.51.100.9')
    expect(clientOf('203.0.113.1', '1.1.1.1,198.51.100.9,203.0.113.2', '203.0.113.0/24')).toBe('198.51.100.9')
    expect(clientOf('::1', '1.1.1.1, 2001:DB8::0001')).toBe('2001:db8::1')
  })

  test('is the left-most when every address is trusted, as for a client in the local network', () => {
    expect(clientOf('127.0.0.1', '192.168.7.20, 10.0.0.4')).toBe('192.168.7.20')
  })

  test('stops at an entry that is not an address', () => {
    for (const entry of ['unknown', '_hidden', '', '999.1.1.1', '"198.51.100.9"'])
      expect(clientOf('127.0.0.1', `198.51.100.9, ${entry}, 10.0.0.4`)).toBe('10.0.0.4')
  })

  test('has one canonical spelling', () => {
    for (const spelling of ['2001:db8::1', '2001:0DB8:0:0::1', '[2001:db8::1]:4711'])
      expect(clientOf('127.0.0.1', spelling)).toBe('2001:db8::1')
    for (const spelling of ['198.51.100.9', '198.51.100.9:4711', '::ffff:198.51.100.9', '::ffff:c633:6409'])
      expect(clientOf('127.0.0.1', spelling)).toBe('198.51.100.9')
  })
})

test('the scheme behind proxies comes from the nearest trusted proxy', () => {
  const schemeOf = (peer: string, value: string) =>
    forwardedScheme(peer, new Headers({ 'x-forwarded-proto': value }), proxiesOf('on'))
  expect(schemeOf('203.0.113.1', 'https')).toBeNull()
  expect(schemeOf('127.0.0.1', '"javascript')).toBeNull()
  expect(schemeOf('127.0.0.1', 'http, HTTPS')).toBe('https')
  expect(schemeOf('127.0.0.1', 'https, http')).toBe('http')
})

const from = ({ app }: TestApp, peer: string, path: string, init: RequestInit = {}) =>
  app.request(new URL(path, 'http://127.0.0.1:3000').href, init, {
    server: { requestIP: () => ({ address: peer }) },
  })

describe('changing X-Forwarded-For', () => {
  const statuses = async (env: Record<string, string>, peer: string, header: (n: number) => string) => {
    const site = await makeTestApp({ SITE_GATE: 'on', SITE_PASSWORD: 'herring', RATE_LIMIT: 'on', ...env })
    const answers: number[] = []
    for (let n = 0; n < 25; n++) {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': header(n) }
      const init = { method: 'POST', body: '{"password":"cod"}', headers }
      answers.push((await from(site, peer, '/api/validate-password', init)).status)
    }
    return answers
  }
  const forgedAddress = (n: number) => `198.51.100.${n}`

  test('evades no throttle when the peer is not trusted', async () => {
    expect(await statuses({}, '203.0.113.1', forgedAddress)).toContain(429)
    expect(await statuses({}, '127.0.0.1', forgedAddress)).toContain(429)
    expect(await statuses({ TRUST_PROXY: 'on' }, '203.0.113.1', forgedAddress)).toContain(429)
  })
  test('evades no throttle before the address that a trusted proxy appended', async () => {
    const addressList = (n: number) => `${forgedAddress(n)}, 203.0.113.1`
    expect(await statuses({ TRUST_PROXY: 'on' }, '127.0.0.1', addressList)).toContain(429)
  })
})

describe('behind a proxy without TRUST_PROXY', () => {
  const ann = { email: 'ann@example.com', password: 'marlin-1', firstName: 'Ann', lastName: 'Reyes' }
  const post = (site: TestApp, path: string, body: object, forwardedFor: string, peer = '172.18.0.1') =>
    from(site, peer, path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        'x-forwarded-for': forwardedFor,
      },
    })
  const signIn = (site: TestApp, password: string, forwardedFor: string, peer?: string) =>
    post(site, '/api/auth/sign-in', { email: ann.email, password }, forwardedFor, peer)
  const signedUp = async () => {
    const site = await makeTestApp({ RATE_LIMIT: 'on' })
    site.setNow(Date.now())
    expect((await post(site, '/api/auth/sign-up', ann, '192.0.2.1')).status).toBe(201)
    return site
  }

  test('wrong passwords and sign-ups of one visitor block no other visitor', async () => {
    const site = await signedUp()
    let last = 0
    for (let n = 0; n < 40; n++) last = (await signIn(site, 'wrong', '203.0.113.1')).status
    expect(last).toBe(429)
    expect((await signIn(site, ann.password, '198.51.100.7')).status).toBe(200)
    for (let n = 0; n < limits.networkCrowd; n++)
      last = (await post(site, '/api/auth/sign-up', {}, '203.0.113.1')).status
    expect(last).toBe(429)
    expect((await post(site, '/api/auth/sign-up', {}, '198.51.100.7')).status).toBe(400)
  })

  test('wrong site passwords of one visitor block no other visitor', async () => {
    const site = await makeTestApp({ SITE_GATE: 'on', SITE_PASSWORD: 'herring', RATE_LIMIT: 'on' })
    const enter = (password: string, forwardedFor: string) =>
      post(site, '/api/validate-password', { password }, forwardedFor)
    let last = 0
    // Proxies append to the right of the client's value.
    for (let n = 0; n < 40; n++) last = (await enter('cod', `198.51.100.${n}, 203.0.113.1`)).status
    expect(last).toBe(429)
    expect((await enter('herring', '198.51.100.7')).status).toBe(200)
  })

  test('changing addresses raise the limit of a sign-in to ten guesses at most, and not at all for a public peer', async () => {
    const site = await signedUp()
    const guesses = async (peer: string) => {
      let count = 0
      for (let n = 0; n < 12; n++)
        if ((await signIn(site, 'wrong', `198.51.100.${n}`, peer)).status === 400) count += 1
      return count
    }
    expect(await guesses('127.0.0.1')).toBe(10)
    expect(await guesses('203.0.113.1')).toBe(5)
  })
})

describe('PUBLIC_URL', () => {
  const https = { PUBLIC_URL: 'https://fish.example.org' }

  test('determines Secure cookies and their names, whatever the request', async () => {
    const password = 'marlin-1'
    const site = await makeTestApp({ ...https, SITE_GATE: 'on', SITE_PASSWORD: 'herring' })
    const post = (path: string, body: object, cookie = '') =>
      from(site, '127.0.0.1', path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie },
      })
    const gateResponse = await post('/api/validate-password', { password: 'herring' })
    expect(gateResponse.headers.get('set-cookie')).toContain('; Secure')
    const person = { email: 'ana@example.com', password, firstName: 'Ana', lastName: 'Reyes' }
    await post('/api/auth/sign-up', person, cookiesOf(gateResponse))
    const signedIn = await post(
      '/api/auth/sign-in',
      { email: person.email, password },
      cookiesOf(gateResponse),
    )
    expect(signedIn.headers.get('set-cookie')).toMatch(/^__Host-sid=.*; Secure/)
  })

  test('determines upload links, canonical links and calendars', async () => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'reelstake-public-url-'))
    const site = await makeTestApp({ ...https, DATA_DIR, MIN_FREE_MB: '0' })
    const html = await (await from(site, '127.0.0.1', '/login')).text()
    expect(html).toContain('<link rel="canonical" href="https://fish.example.org/login"')
    expect(html).not.toContain('127.0.0.1')
    const { cookie } = await addSigned(site.db)
    const slot = await from(site, '127.0.0.1', '/api/crew/videos/upload', {
      method: 'POST',
      body: JSON.stringify({ fileName: 'a.mp4', durationSec: 5, sizeBytes: 1000 }),
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        cookie: `__Host-${cookie}`,
      },
    })
    expect((await slot.json()).uploadUrl).toStartWith('https://fish.example.org/files/')
    const { tournament } = await addScene(site.db)
    const calendar = await from(site, '127.0.0.1', `/api/tournaments/${tournament}/calendar.ics`)
    expect(await calendar.text()).toContain('https://fish.example.org/tournament/')
    rmSync(DATA_DIR, { recursive: true })
  })

  test('with http:// sets no Secure cookies, which browsers would not return', async () => {
    const site = await makeTestApp({ PUBLIC_URL: 'http://marina.lan', TRUST_PROXY: 'on' })
    const html = await (
      await from(site, '127.0.0.1', '/login', { headers: { 'x-forwarded-proto': 'https' } })
    ).text()
    expect(html).toContain('<link rel="canonical" href="http://marina.lan/login"')
  })
})

describe('logs one warning that names the setting', () => {
  const warnings = ({ logs }: TestApp) =>
    logs.filter(({ level }) => level === 'warn').map(({ message }) => String(message))
  const init = { headers: { 'x-forwarded-for': '198.51.100.9' } }

  test('for TRUST_PROXY, when forwarded headers come from an unlisted address', async () => {
    for (const env of [{}, { TRUST_PROXY: '10.0.0.0/8' }]) {
      const site = await makeTestApp(env)
      for (let n = 0; n < 3; n++) await from(site, '172.18.0.1', '/api/tournaments', init)
      expect(warnings(site)).toEqual([
        expect.stringMatching(
          /^Ignored the header x-forwarded-for of a request from 172.18.0.1, .*TRUST_PROXY/,
        ),
      ])
    }
    const site = await makeTestApp({ TRUST_PROXY: 'on' })
    await from(site, '172.18.0.1', '/api/tournaments', init)
    expect(warnings(site)).toEqual([])
  })

  test('for PUBLIC_URL, when Host differs, but not for a local health check', async () => {
    const site = await makeTestApp({ PUBLIC_URL: 'https://fish.example.org' })
    const ask = (url: string) => site.app.request(url)
    for (const url of [
      'http://fish.example.org/',
      'http://fish.example.org:443/',
      'http://127.0.0.1:3000/healthz',
      'http://127.0.0.1:3000/metrics',
    ])
      await ask(url)
    expect(warnings(site)).toEqual([])
    for (let n = 0; n < 3; n++) await ask('http://127.0.0.1:3000/api/tournaments')
    expect(warnings(site)).toEqual([
      expect.stringMatching(
        /^A request came for the host 127.0.0.1:3000, but PUBLIC_URL is https:\/\/fish.example.org/,
      ),
    ])
  })
})
