import { describe, expect, test } from 'bun:test'
import { cookiesOf, makeTestApp, type TestApp, testOrigin } from '../../../../../tests/support/app.ts'
import { ann, password } from '../test-support.ts'

const navigation = {
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
}

const send = (
  { app }: TestApp,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
) =>
  app.request(`${testOrigin}${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { ...navigation, 'sec-fetch-site': 'same-origin', ...headers },
  })

const inputOf = (html: string, name: string) => new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)?.[0]

async function expectPage(response: Response, status: number): Promise<string> {
  expect(response.status).toBe(status)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(response.headers.get('content-security-policy')).toContain("form-action 'self'")
  const html = await response.text()
  expect(html).toStartWith('<!')
  return html
}

describe('sign-in and sign-up work as plain HTML forms', () => {
  test('answers 403 from another site, as a page', async () => {
    const testApp = await makeTestApp()
    const fields = { email: ann.email, password }
    for (const site of ['cross-site', 'same-site', 'none'])
      await expectPage(await send(testApp, '/login', fields, { 'sec-fetch-site': site }), 403)
    const { 'sec-fetch-site': _, ...silent } = { ...navigation, 'sec-fetch-site': '' }
    const foreign = await testApp.app.request(`${testOrigin}/login`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { ...silent, origin: 'https://evil.example.org' },
    })
    await expectPage(foreign, 403)
  })

  test('answers 400 with the errors in the page and the entered values except the password', async () => {
    const testApp = await makeTestApp()
    const html = await expectPage(
      await send(testApp, '/login?mode=signup', {
        email: 'ann@',
        password: 'abc',
        firstName: 'Ann',
        lastName: '',
      }),
      400,
    )
    for (const text of [
      'Please enter a valid email address',
      'Password must be at least 6 characters',
      'Last name is required',
    ])
      expect(html).toContain(text)
    expect(inputOf(html, 'email')).toContain('value="ann@"')
    expect(inputOf(html, 'firstName')).toContain('value="Ann"')
    expect(inputOf(html, 'password')).not.toContain('value=')
    expect(html).not.toContain('abc"')

    await testApp.page('/api/auth/sign-up', { json: ann })
    const wrong = await expectPage(
      await send(testApp, '/login', { email: ann.email, password: 'wrong one' }),
      400,
    )
    expect(wrong).toContain('Invalid login credentials')
    expect(inputOf(wrong, 'email')).toContain(`value="${ann.email}"`)
    expect(wrong).not.toContain('wrong one')
  })

  test('answers 429 in the page after too many guesses', async () => {
    const testApp = await makeTestApp({ RATE_LIMIT: 'on' })
    testApp.setNow(Date.UTC(2026, 5, 1))
    const guess = () => send(testApp, '/login', { email: ann.email, password: 'wrong one' })
    for (let count = 0; count < 5; count += 1) await guess()
    const response = await guess()
    expect(response.headers.get('retry-after')).toBe('1')
    expect(await expectPage(response, 429)).toContain('Too many attempts')
  })

  test('sign-up signs in and leads on to the requested page; sign-in redirects there', async () => {
    const testApp = await makeTestApp()
    const up = await send(testApp, '/login?mode=signup&next=%2Fboats', ann)
    expect(up.status).toBe(303)
    const welcome = up.headers.get('location') ?? ''
    expect(welcome).toBe('/login?mode=signup&welcome=open&next=%2Fboats')
    const ready = await (await testApp.page(welcome, { cookie: cookiesOf(up) })).text()
    expect(ready).toContain('Your account is ready')
    expect(ready).toContain(`You are signed in as ${ann.email}.`)
    expect(ready).toMatch(/<a [^>]*href="\/boats"[^>]*>Continue</)
    expect(ready).not.toContain('<form')
    expect(await (await testApp.page('/login?welcome=open')).text()).toContain('You can sign in now')

    const signedIn = await send(testApp, '/login?next=%2Fboats', { email: ann.email, password })
    expect([signedIn.status, signedIn.headers.get('location')]).toEqual([303, '/boats'])
    const session = await testApp.page('/api/auth/session', { cookie: cookiesOf(signedIn) })
    expect((await session.json()).user.email).toBe(ann.email)
    const elsewhere = await send(testApp, '/login?next=%2F%2Fevil.example.org', {
      email: ann.email,
      password,
    })
    expect(elsewhere.headers.get('location')).toBe('/')
  })

  test('sign-up for a boat leads to it at once', async () => {
    const testApp = await makeTestApp()
    const next = '/funding/1?amount=25'
    const up = await send(testApp, `/login?mode=signup&next=${encodeURIComponent(next)}`, ann)
    expect([up.status, up.headers.get('location')]).toEqual([303, next])
    const session = await testApp.page('/api/auth/session', { cookie: cookiesOf(up) })
    expect((await session.json()).user.email).toBe(ann.email)
  })

  test('with confirmed addresses, the page asks the person to open the link', async () => {
    const testApp = await makeTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' })
    const up = await send(testApp, '/login?mode=signup&next=%2Ffunding%2F1', ann)
    const welcome = up.headers.get('location') ?? ''
    expect(welcome).toBe('/login?mode=signup&welcome=pending&next=%2Ffunding%2F1')
    expect(up.headers.get('set-cookie')).toBeNull()
    expect(await (await testApp.page(welcome)).text()).toContain('We’ve sent a link to')
  })
})

test('answers 400 as a page to a body that is not a form, and 413 to one that is too large', async () => {
  const testApp = await makeTestApp()
  const post = (body: BodyInit, type: string) =>
    testApp.app.request(`${testOrigin}/login`, {
      method: 'POST',
      body,
      headers: { ...navigation, 'sec-fetch-site': 'same-origin', 'content-type': type },
    })
  await expectPage(await post('x', 'multipart/form-data'), 400)
  await expectPage(await post('x', 'multipart/form-data; boundary=a'), 400)
  await expectPage(await post(`email=${'x'.repeat(2_000_000)}`, 'application/x-www-form-urlencoded'), 413)
})

describe('the gate works as a plain HTML form', () => {
  const makeLocked = (env: Record<string, string> = {}) =>
    makeTestApp({ SITE_GATE: 'on', SITE_PASSWORD: 'herring', ...env })

  test('answers 403 to another site, and 401 in the page to a wrong password, without repeating it', async () => {
    const testApp = await makeLocked()
    await expectPage(
      await send(testApp, '/', { password: 'herring' }, { 'sec-fetch-site': 'cross-site' }),
      403,
    )
    const wrong = await send(testApp, '/boats?x=1', { password: 'mackerel' })
    const html = await expectPage(wrong, 401)
    expect(html).toContain('Incorrect Password: Please try again.')
    expect(html).toContain('Site Under Construction')
    expect(html).not.toContain('mackerel')
    expect(wrong.headers.getSetCookie()).toEqual([])
  })

  test('answers 429 after twenty wrong tries, counted together with those through the API', async () => {
    const testApp = await makeLocked({ RATE_LIMIT: 'on' })
    for (let count = 0; count < 10; count += 1) {
      await send(testApp, '/', { password: 'cod' })
      await testApp.page('/api/validate-password', { json: { password: 'cod' } })
    }
    await expectPage(await send(testApp, '/', { password: 'herring' }), 429)
  })

  test('redirects to the requested address on this site, and the cookie opens it', async () => {
    const testApp = await makeLocked()
    const response = await send(testApp, '/login?next=%2Fboats', { password: 'herring' })
    expect([response.status, response.headers.get('location')]).toEqual([303, '/login?next=%2Fboats'])
    const inside = await testApp.page('/login', { cookie: cookiesOf(response) })
    expect(await inside.text()).toContain('Welcome back')
    expect((await send(testApp, '//evil.example.org', { password: 'herring' })).headers.get('location')).toBe(
      '/',
    )
  })

  test('leads on from a second tab, where the site is open by now; other forms reach their pages', async () => {
    const testApp = await makeLocked()
    const cookie = cookiesOf(await send(testApp, '/', { password: 'herring' }))
    for (const path of ['/tournaments?x=1', '/login?next=%2Fboats']) {
      const response = await send(testApp, path, { password: 'herring' }, { cookie })
      expect([response.status, response.headers.get('location')]).toEqual([303, path])
    }
    const signIn = await send(testApp, '/login', { email: 'x', password: 'herring' }, { cookie })
    expect(await expectPage(signIn, 400)).toContain('Please enter a valid email address')
    await expectPage(await send(testApp, '/tournaments', { name: 'x' }, { cookie }), 405)
  })
})

describe('no form and no error that a browser navigates to shows JSON', () => {
  test('a link to something missing, forbidden or not served answers with a page', async () => {
    const testApp = await makeTestApp()
    for (const [path, status] of [
      ['/api/nowhere', 404],
      ['/api/tournaments/none', 404],
      ['/api/funding/my', 401],
      ['/api/auth/sign-in', 405],
      ['/auth/v1/user', 401],
      ['/auth/v1/nowhere', 404],
      ['/images/none.webp', 404],
      ['/media/none', 404],
      ['/files/none', 404],
      ['/og/none.png', 404],
      ['/assets/none.js', 404],
    ] as const) {
      const response = await testApp.page(path, { headers: { ...navigation, 'sec-fetch-site': 'none' } })
      expect([path, response.headers.get('content-type')]).toEqual([path, 'text/html; charset=utf-8'])
      expect(response.status).toBeGreaterThanOrEqual(400)
      if (!path.startsWith('/files') && !path.startsWith('/media'))
        expect([path, response.status]).toEqual([path, status])
      expect(await response.text()).toContain('<h1>')
    }
  })

  test('a form posted to the API answers with a page, with and without Sec-Fetch headers', async () => {
    const testApp = await makeTestApp()
    for (const path of [
      '/api/auth/sign-in',
      '/api/auth/recover',
      '/api/boats',
      '/api/validate-password',
      '/boats',
    ])
      for (const headers of [
        navigation,
        { accept: '*/*', 'sec-fetch-mode': 'navigate' },
        { accept: navigation.accept },
        { accept: 'text/html' },
      ]) {
        const response = await testApp.app.request(`${testOrigin}${path}`, {
          method: 'POST',
          body: new URLSearchParams({ name: 'x' }),
          headers: { ...headers, origin: testOrigin },
        })
        expect(response.status).toBeGreaterThanOrEqual(400)
        expect([path, response.headers.get('content-type')]).toEqual([path, 'text/html; charset=utf-8'])
      }
  })

  test('scripts and other clients get JSON, whatever they send', async () => {
    const testApp = await makeTestApp()
    for (const headers of [
      { 'sec-fetch-mode': 'cors', accept: '*/*' },
      { accept: 'application/json' },
      { accept: '*/*' },
    ] as Record<string, string>[])
      expect(await (await testApp.page('/api/nowhere', { headers })).json()).toMatchObject({
        error: 'not_found',
      })
    const form = await testApp.app.request(`${testOrigin}/api/auth/sign-in`, {
      method: 'POST',
      body: new URLSearchParams({ email: 'x' }),
      headers: { accept: 'application/json', origin: testOrigin },
    })
    expect([form.status, (await form.json()).error]).toEqual([415, 'unsupported_media_type'])
  })

  test('escapes an error message in the page', async () => {
    const testApp = await makeTestApp()
    const response = await testApp.page('/auth/v1/logout?scope=<img>', { headers: navigation })
    expect(await response.text()).not.toContain('<img>')
  })

  test('a locked site answers a link into its API with a page', async () => {
    const testApp = await makeTestApp({ SITE_GATE: 'on', SITE_PASSWORD: 'herring' })
    expect(await expectPage(await testApp.page('/api/tournaments', { headers: navigation }), 403)).toContain(
      'The site is locked',
    )
  })
})
