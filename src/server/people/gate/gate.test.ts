import { describe, expect, test } from 'bun:test'
import { cookiesOf, makeTestApp, type TestApp, testOrigin } from '../../../../tests/support/app.ts'
import { addBoat, addEntry, addSigned, addTournament } from '../../../../tests/support/factories.ts'
import { cancelTournament } from '../../../../tests/support/states.ts'
import { makeGate } from './gate.ts'

const makeLocked = (env: Record<string, string> = {}) =>
  makeTestApp({ SITE_GATE: 'on', SITE_PASSWORD: 'herring', ...env })

const tryPassword = (site: TestApp, password: unknown, headers: Record<string, string> = {}) =>
  site.page('/api/validate-password', { json: { password }, headers })

describe('a locked site', () => {
  for (const path of ['/', '/login', '/crew-videos', '/tournament/1', '/nowhere', '/api-docs'])
    test(`shows the gate at ${path}`, async () => {
      const { page } = await makeLocked()
      const response = await page(path)
      expect(response.status).toBe(200)
      expect(await response.text()).toContain('Site Under Construction')
    })

  for (const path of [
    '/api/tournaments',
    '/api/auth/session',
    '/api/nowhere',
    '/auth/v1/signup',
    '/auth/v1/verify',
  ])
    test(`answers 403 site_locked at ${path}`, async () => {
      const { page } = await makeLocked()
      const response = await page(path)
      expect(response.status).toBe(403)
      expect(await response.json()).toMatchObject({ error: 'site_locked' })
    })

  test('answers 403 site_locked to a write, with or without a made-up token', async () => {
    const { page } = await makeLocked()
    const response = await page('/api/tournaments', {
      json: {},
      headers: { authorization: 'Bearer made.up.token' },
    })
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ error: 'site_locked' })
  })

  describe('answers a preflight of another origin', () => {
    const ask = async (origin: string, path = '/api/tournaments') => {
      const { app } = await makeLocked({ CORS_ORIGINS: 'https://app.example.org' })
      return app.request(`${testOrigin}${path}`, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'authorization',
        },
      })
    }

    test('with 403 site_locked for an unlisted origin, and outside of the API', async () => {
      for (const response of [
        await ask('https://evil.example.org'),
        await ask('https://app.example.org', '/files'),
      ]) {
        expect(response.status).toBe(403)
        expect(response.headers.get('access-control-allow-origin')).toBeNull()
        expect(await response.json()).toMatchObject({ error: 'site_locked' })
      }
    })

    test('with 204 for a listed origin, whose bearer token is accepted', async () => {
      for (const path of ['/api/tournaments', '/auth/v1/token']) {
        const response = await ask('https://app.example.org', path)
        expect(response.status).toBe(204)
        expect(response.headers.get('access-control-allow-origin')).toBe('https://app.example.org')
      }
    })
  })

  for (const path of ['/metrics', '/auth/v1/health', '/auth/v1/.well-known/jwks.json'])
    test(`does not lock ${path}`, async () => {
      const { page } = await makeLocked()
      expect(await (await page(path)).text()).not.toMatch(/site_locked|Under Construction/)
    })
})

describe('POST /api/validate-password', () => {
  test('answers 401 for a wrong password, without a cookie', async () => {
    const site = await makeLocked()
    const response = await tryPassword(site, 'cod')
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual({
      message: 'Incorrect Password: Please try again.',
      error: 'wrong_password',
    })
    expect(response.headers.getSetCookie()).toEqual([])
  })

  test('answers 400 without a password', async () => {
    const site = await makeLocked()
    const response = await tryPassword(site, 7)
    expect(response.status).toBe(400)
    const message = 'Please enter the site password'
    const body = { message, error: 'invalid', issues: [{ path: 'password', message }] }
    expect(await response.json()).toEqual(body)
    expect(await (await site.page('/api/validate-password', { json: {} })).json()).toEqual(body)
  })

  test('answers 429 with Retry-After after twenty wrong tries from one address, the right password included', async () => {
    const site = await makeLocked({ RATE_LIMIT: 'on', TRUST_PROXY: 'on' })
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const statuses: number[] = []
    for (let n = 0; n < 20; n++) statuses.push((await tryPassword(site, 'cod', from('192.0.2.1'))).status)
    expect(statuses).toEqual([...Array(19).fill(401), 429])
    for (let n = 0; n < 20; n++) await tryPassword(site, 'cod', from(`2001:db8:0:1::${n}`))
    expect((await tryPassword(site, 'herring', from('2001:db8:0:1:ffff::1'))).status).toBe(429)
    const right = await tryPassword(site, 'herring', from('192.0.2.1'))
    expect(right.status).toBe(429)
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await tryPassword(site, 'herring', from('192.0.2.2'))).status).toBe(200)
  })

  test('answers 429 after twenty wrong tries with delayed bodies', async () => {
    const site = await makeLocked({ RATE_LIMIT: 'on' })
    const late = Promise.withResolvers<void>()
    const tries = Array.from({ length: 40 }, async () => {
      const body = new ReadableStream({
        async start(controller) {
          await late.promise
          controller.enqueue(new TextEncoder().encode('{"password":"cod"}'))
          controller.close()
        },
      })
      const headers = { 'content-type': 'application/json' }
      return (
        await site.app.request(`${testOrigin}/api/validate-password`, { method: 'POST', body, headers })
      ).status
    })
    await Bun.sleep(0)
    late.resolve()
    const statuses = await Promise.all(tries)
    expect(statuses.filter(status => status === 401)).toHaveLength(19)
    expect(statuses.filter(status => status === 429)).toHaveLength(21)
  })

  test('accepts the address again after the window', async () => {
    const site = await makeLocked({ RATE_LIMIT: 'on' })
    site.setNow(1_000_000)
    for (let n = 0; n < 20; n++) await tryPassword(site, 'cod')
    expect((await tryPassword(site, 'herring')).status).toBe(429)
    site.setNow(1_000_000 + 900_000)
    expect((await tryPassword(site, 'herring')).status).toBe(200)
  })

  test('answers 200 with a session cookie that opens the site', async () => {
    const site = await makeLocked()
    const response = await tryPassword(site, 'herring')
    expect(response.status).toBe(200)
    const [cookie] = response.headers.getSetCookie()
    expect(cookie).toMatch(/^gate=[\w-]+; Path=\/; HttpOnly; SameSite=Lax$/)
    const inside = await site.page('/api/tournaments', { cookie: cookiesOf(response) })
    expect(inside.status).toBe(200)
  })

  test('a forged or older cookie does not open it', async () => {
    const site = await makeLocked()
    const other = await makeLocked({ SITE_PASSWORD: 'mackerel' })
    const elsewhere = cookiesOf(
      await other.page('/api/validate-password', { json: { password: 'mackerel' } }),
    )
    for (const cookie of ['gate=1', 'gate=', elsewhere])
      expect((await site.page('/api/tournaments', { cookie })).status).toBe(403)
  })
})

test('SITE_GATE=off opens the site to the public', async () => {
  const site = await makeTestApp()
  expect(await (await site.page('/login')).text()).not.toContain('Site Under Construction')
})

test('pages with a QR code say whether visitors need the site password', async () => {
  for (const site of [await makeLocked(), await makeTestApp()]) {
    const cookie = cookiesOf(await tryPassword(site, 'herring'))
    const tournament = await addTournament(site.db)
    for (const path of [`/tournament/${tournament}/board`, `/kiosk/${tournament}`]) {
      const html = await (await site.page(path, { cookie })).text()
      expect(html.includes('Visitors need the site password.')).toBe(site.deps.env.siteGate)
      expect(html).toContain('QR code of the page of')
    }
  }
})

describe('a pass in the QR code of a tournament', () => {
  const day = 86_400_000

  async function makePass(env: Record<string, string> = {}) {
    const site = await makeLocked(env)
    site.setNow(Date.now())
    const organiser = await addSigned(site.db)
    const id = await addTournament(site.db, {
      organiser_id: organiser.id,
      starts_at: Date.now() - day,
      ends_at: Date.now() + day,
    })
    const pass = makeGate('herring', site.deps.keys).passOf(id)
    return { site, organiser, id, pass, address: `/tournament/${id}?from=qr&pass=${pass}` }
  }

  const gateOf = (response: Response) => /gate=[^;]+/.exec(cookiesOf(response))?.[0] ?? ''
  const isOpen = async ({ page }: TestApp, cookie: string) =>
    (await page('/api/tournaments', { cookie })).status === 200

  test('is only for organisers, and for a site that is locked', async () => {
    const { site, organiser, id, address } = await makePass()
    const path = `/api/tournaments/${id}/pass.svg`
    const other = await addSigned(site.db)
    const gate = (await tryPassword(site, 'herring')).headers.getSetCookie()[0]?.split(';')[0]
    expect((await site.page(path, { cookie: `${gate}` })).status).toBe(401)
    expect((await site.page(path, { cookie: `${other.cookie}; ${gate}` })).status).toBe(403)
    const answer = await site.page(path, { cookie: `${organiser.cookie}; ${gate}` })
    const { renderSVG } = await import('uqr')
    expect(await answer.text()).toBe(renderSVG(testOrigin + address, { ecc: 'Q', border: 4 }))
  })

  test('opens the site until 30 days after the tournament, and leaves the address', async () => {
    const { site, id, address } = await makePass()
    const response = await site.page(address)
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe(`/tournament/${id}?from=qr`)
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const cookie = gateOf(response)
    expect(await isOpen(site, cookie)).toBe(true)
    site.setNow(Date.now() + 30 * day)
    expect(await isOpen(site, cookie)).toBe(true)
    site.setNow(Date.now() + 32 * day)
    expect(await isOpen(site, cookie)).toBe(false)
    expect(JSON.stringify(site.logs)).not.toContain('pass=')
  })

  test('is on a boat’s code too, which only an organiser of its tournament gets', async () => {
    const { site, organiser, id, pass } = await makePass()
    const boat = await addBoat(site.db)
    const entry = await addEntry(site.db, { tournament_id: id, boat_id: boat })
    const path = `/api/tournament-entries/${entry}/pass.svg`
    const { cookie: otherCookie } = await addSigned(site.db)
    const gate = (await tryPassword(site, 'herring')).headers.getSetCookie()[0]?.split(';')[0]
    expect((await site.page(path, { cookie: `${otherCookie}; ${gate}` })).status).toBe(403)
    const answer = await site.page(path, { cookie: `${organiser.cookie}; ${gate}` })
    const address = `/boat/${boat}?from=qr&pass=${id}.${pass}`
    const { renderSVG } = await import('uqr')
    expect(await answer.text()).toBe(renderSVG(testOrigin + address, { ecc: 'Q', border: 4 }))
    const redirect = await site.page(address)
    expect([redirect.status, redirect.headers.get('location')]).toEqual([302, `/boat/${boat}?from=qr`])
    expect(await isOpen(site, gateOf(redirect))).toBe(true)
    for (const wrong of [pass, `${id}.`, `.${pass}`, `${boat}.${pass}`])
      expect(gateOf(await site.page(`/boat/${boat}?pass=${wrong}`))).toBe('')
  })

  test('of another tournament, a cancelled one or another password does not open it', async () => {
    const { site, id, pass, address } = await makePass()
    const another = await addTournament(site.db)
    const wrong = await site.page(`/tournament/${another}?pass=${pass}`)
    expect([wrong.status, wrong.headers.get('location'), gateOf(wrong)]).toEqual([
      302,
      `/tournament/${another}`,
      '',
    ])
    for (const cookie of [`gate=${another}.${pass}`, `gate=${id}.`, 'gate=.', `gate=${id}.x`])
      expect(await isOpen(site, cookie)).toBe(false)
    const cookie = gateOf(await site.page(address))
    await cancelTournament(site.db, id)
    expect(await isOpen(site, cookie)).toBe(false)
    expect(makeGate('mackerel', site.deps.keys).opensWithPass(id, pass)).toBe(false)
  })

  test('does not lead to another pass, and wrong ones don’t lock a network out', async () => {
    const { site, organiser, id, address } = await makePass({ RATE_LIMIT: 'on' })
    for (let n = 0; n < 20; n++) await site.page(`/tournament/${id}?pass=guess`)
    const cookie = gateOf(await site.page(address))
    const path = `/api/tournaments/${id}/pass.svg`
    expect((await site.page(path, { cookie: `${organiser.cookie}; ${cookie}` })).status).toBe(403)
    expect((await tryPassword(site, 'herring')).status).toBe(200)
  })

  test('is replaced by the site password, also from a form without JavaScript', async () => {
    const { site, organiser, id, address } = await makePass()
    const response = await site.app.request(`${testOrigin}/tournament/${id}`, {
      method: 'POST',
      body: new URLSearchParams({ password: 'herring' }),
      headers: { cookie: gateOf(await site.page(address)), 'sec-fetch-site': 'same-origin' },
    })
    expect([response.status, response.headers.get('location')]).toEqual([303, `/tournament/${id}`])
    const cookie = `${organiser.cookie}; ${gateOf(response)}`
    expect((await site.page(`/api/tournaments/${id}/pass.svg`, { cookie })).status).toBe(200)
  })

  test('of an ended tournament does not replace one that holds', async () => {
    const { site, address } = await makePass()
    const pastTournament = await addTournament(site.db, { starts_at: 1, ends_at: 2 })
    const pass = makeGate('herring', site.deps.keys).passOf(pastTournament)
    const cookie = gateOf(await site.page(address))
    expect(gateOf(await site.page(`/tournament/${pastTournament}?pass=${pass}`, { cookie }))).toBe('')
  })
})
