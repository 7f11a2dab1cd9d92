import { describe, expect, test } from 'bun:test'
import { authTexts } from '#contract/people/auth-texts.ts'
import { cookiesOf, makeTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { addRows, changeRows } from '../../../../../tests/support/rows.ts'
import { beforeTransactions, setPasswords } from '../../../../../tests/support/states.ts'
import { ann, mailedToken, password, program, signedInPage, signIn, signUpGotrue } from '../test-support.ts'

const bob = { email: 'bob@example.org', password: 'battery staple', firstName: 'Bob', lastName: 'Teach' }

async function session({ page }: TestApp, cookie: string) {
  const response = await page('/api/auth/session', { cookie })
  expect(response.status).toBe(200)
  return response.json()
}

async function refusal(response: Response) {
  const { error, issues = [] } = await response.json()
  const byField = issues.map((issue: { path: string; message: string }) => [issue.path, issue.message])
  return { status: response.status, error, issues: Object.fromEntries(byField) }
}

describe('POST /api/auth/sign-in', () => {
  test('answers 403 cross_origin to another site, and to a request without an origin', async () => {
    const { app, page } = await makeTestApp()
    const json = { email: ann.email, password }
    for (const site of ['cross-site', 'same-site', 'none']) {
      const response = await page('/api/auth/sign-in', { json, headers: { 'sec-fetch-site': site } })
      expect(await refusal(response)).toMatchObject({ status: 403, error: 'cross_origin' })
    }
    const silent = await app.request('http://reelstake.test/api/auth/sign-in', {
      method: 'POST',
      body: JSON.stringify(json),
      headers: { 'content-type': 'application/json' },
    })
    expect(silent.status).toBe(403)
  })

  test('answers 415 for a form, 400 bad_json for broken JSON', async () => {
    const { app } = await makeTestApp()
    const send = (type: string) =>
      app.request('http://reelstake.test/api/auth/sign-in', {
        method: 'POST',
        body: '{',
        headers: { 'content-type': type, origin: 'http://reelstake.test' },
      })
    expect((await send('application/x-www-form-urlencoded')).status).toBe(415)
    expect(await refusal(await send('application/json'))).toMatchObject({ status: 400, error: 'bad_json' })
  })

  test('answers 400 invalid with every field', async () => {
    const { page } = await makeTestApp()
    expect(await refusal(await page('/api/auth/sign-in', { json: {} }))).toEqual({
      status: 400,
      error: 'invalid',
      issues: { email: 'Email is required', password: 'Password is required' },
    })
    const bad = await refusal(await page('/api/auth/sign-in', { json: { email: 'x', password: 'y' } }))
    expect(bad.issues).toEqual({ email: 'Please enter a valid email address' })
  })

  test('answers the same 400 invalid_credentials for an unknown address and a wrong password', async () => {
    const testApp = await makeTestApp()
    await signedInPage(testApp)
    const answers = await Promise.all(
      ['nobody@example.org', ann.email].map(async email => {
        const response = await testApp.page('/api/auth/sign-in', { json: { email, password: 'wrong' } })
        const headers = [...response.headers].filter(([name]) => name !== 'x-request-id')
        return { status: response.status, headers, body: await response.text() }
      }),
    )
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toMatchObject({
      status: 400,
      body: JSON.stringify({ message: 'Invalid login credentials', error: 'invalid_credentials' }),
    })
  })

  test('answers 403 to a banned account and 400 email_not_confirmed before the confirmation, to the right password only', async () => {
    const testApp = await makeTestApp({ AUTH_AUTOCONFIRM: 'off' })
    await testApp.page('/api/auth/sign-up', { json: ann })
    const attempt = (secret: string) =>
      testApp.page('/api/auth/sign-in', { json: { email: ann.email, password: secret } })
    expect(await refusal(await attempt('wrong'))).toMatchObject({ error: 'invalid_credentials' })
    expect(await refusal(await attempt(password))).toMatchObject({
      status: 400,
      error: 'email_not_confirmed',
    })
    await changeRows(testApp.db, 'users', { banned_at: 1 })
    expect(await refusal(await attempt('wrong'))).toMatchObject({ error: 'invalid_credentials' })
    expect(await refusal(await attempt(password))).toMatchObject({ status: 403, error: 'forbidden' })
  })

  test('answers 200 with an HttpOnly cookie and no token in the body', async () => {
    const testApp = await makeTestApp()
    await testApp.page('/api/auth/sign-up', { json: ann })
    const response = await testApp.page('/api/auth/sign-in', {
      json: { email: ' ANN@Example.org ', password },
    })
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^sid=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(
        /^device=[\w-]{22}\.[\w-]{22}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
    ])
    expect(await response.json()).toEqual({
      user: {
        id: expect.any(String),
        email: 'ann@example.org',
        firstName: 'Ann',
        lastName: 'Bonny',
        profileImageUrl: null,
        emailConfirmed: true,
        newEmail: null,
      },
    })
  })

  test('answers 200 with a __Host- cookie over TLS', async () => {
    const testApp = await makeTestApp({ PUBLIC_URL: 'https://reelstake.test' })
    await testApp.page('/api/auth/sign-up', { json: ann })
    const response = await testApp.page('/api/auth/sign-in', { json: { email: ann.email, password } })
    const [sid, device] = response.headers.getSetCookie()
    expect(device).toMatch(/^__Host-device=.*; HttpOnly; Secure; SameSite=Lax$/)
    expect(sid).toMatch(/^__Host-sid=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    expect((await session(testApp, cookiesOf(response))).user.email).toBe(ann.email)
  })

  test('ends the browser’s previous session, and stores cookies only as hashes', async () => {
    const testApp = await makeTestApp()
    const cookie = await signedInPage(testApp)
    const again = await testApp.page('/api/auth/sign-in', { json: { email: ann.email, password }, cookie })
    expect((await session(testApp, cookie)).user).toBeNull()
    const fresh = cookiesOf(again)
    expect((await session(testApp, fresh)).user.email).toBe(ann.email)
    const rows = await testApp.db.selectFrom('sessions').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(rows[0]?.cookie_hash).toHaveLength(64)
    expect(JSON.stringify(rows)).not.toContain(fresh.split(';')[0]?.slice(4))
  })

  test('neither truncates long passwords nor confuses similar ones, and normalises Unicode', async () => {
    const testApp = await makeTestApp()
    const long = `${'a'.repeat(200)}é!`
    await testApp.page('/api/auth/sign-up', { json: { ...ann, password: long } })
    const attempt = (secret: string) =>
      testApp.page('/api/auth/sign-in', { json: { email: ann.email, password: secret } })
    expect((await attempt(`${'a'.repeat(200)}é?`)).status).toBe(400)
    expect((await attempt(`${'a'.repeat(200)}e\u0301!`)).status).toBe(200)
  })
})

describe('POST /api/auth/sign-up', () => {
  test('answers 400 invalid with every field', async () => {
    const { page } = await makeTestApp()
    const response = await page('/api/auth/sign-up', {
      json: { email: 'x', password: 'short', firstName: ' ' },
    })
    expect(await refusal(response)).toEqual({
      status: 400,
      error: 'invalid',
      issues: {
        email: 'Please enter a valid email address',
        password: 'Password must be at least 6 characters',
        firstName: 'First name is required',
        lastName: 'Last name is required',
      },
    })
  })

  test('answers 409 conflict for a known address with AUTH_AUTOCONFIRM=on', async () => {
    const { page } = await makeTestApp()
    await page('/api/auth/sign-up', { json: ann })
    const response = await page('/api/auth/sign-up', { json: ann })
    expect(await response.json()).toEqual({ message: 'User already registered', error: 'conflict' })
    expect(response.status).toBe(409)
  })

  test('answers 201 with a session, or without a cookie where addresses are confirmed', async () => {
    const testApp = await makeTestApp()
    const response = await testApp.page('/api/auth/sign-up', { json: ann })
    expect(response.status).toBe(201)
    expect(await response.json()).toMatchObject({ user: { firstName: 'Ann' }, confirmationRequired: false })
    expect((await session(testApp, cookiesOf(response))).user.email).toBe(ann.email)
    const strict = await makeTestApp({ AUTH_AUTOCONFIRM: 'off' })
    const pending = await strict.page('/api/auth/sign-up', { json: ann })
    expect(pending.headers.get('set-cookie')).toBeNull()
  })

  test('ends the session that the browser had before', async () => {
    const testApp = await makeTestApp()
    const cookie = cookiesOf(await testApp.page('/api/auth/sign-up', { json: ann }))
    await testApp.page('/api/auth/sign-up', { json: { ...ann, email: 'ben@example.org' }, cookie })
    expect((await session(testApp, cookie)).user).toBeNull()
  })

  test('answers the same 201 for a known address with AUTH_AUTOCONFIRM=off, and mails its owner', async () => {
    const testApp = await makeTestApp({ AUTH_AUTOCONFIRM: 'off' })
    const first = await testApp.page('/api/auth/sign-up', { json: ann })
    const token = await mailedToken(testApp, ann.email)
    const confirmation = await testApp.page('/api/auth/confirm', { json: { token, type: 'signup' } })
    expect((await session(testApp, cookiesOf(confirmation))).user.emailConfirmed).toBe(true)
    const second = await testApp.page('/api/auth/sign-up', { json: { ...ann, password: 'stolen it' } })
    expect([second.status, await second.text()]).toEqual([first.status, await first.text()])
    await testApp.sendMails()
    expect(testApp.mails.at(-1)?.subject).toBe('You already have an account')
    await signIn(testApp, ann.email, password)
  })
})

describe('POST /api/auth/confirm', () => {
  test('answers 410 gone for an unknown, a used and an expired token', async () => {
    const testApp = await makeTestApp({ AUTH_AUTOCONFIRM: 'off' })
    const confirm = (token: string) => testApp.page('/api/auth/confirm', { json: { token, type: 'signup' } })
    expect(await refusal(await confirm('unknown'))).toMatchObject({ status: 410, error: 'gone' })
    await testApp.page('/api/auth/sign-up', { json: ann })
    const token = await mailedToken(testApp, ann.email)
    testApp.setNow(Date.now() + 3_601_000)
    expect((await confirm(token)).status).toBe(410)
    testApp.setNow(Date.now())
    expect((await confirm(token)).status).toBe(200)
    expect((await confirm(token)).status).toBe(410)
  })

  test('an e-mail change is pending after the first confirmation and done after the second', async () => {
    const testApp = await makeTestApp({ AUTH_AUTOCONFIRM: 'off' })
    await testApp.page('/api/auth/sign-up', { json: ann })
    const confirm = (token: string, type: string, cookie?: string) =>
      testApp.page('/api/auth/confirm', { json: { token, type }, ...(cookie && { cookie }) })
    const signedUp = await confirm(await mailedToken(testApp, ann.email), 'signup')
    const cookie = cookiesOf(signedUp)
    const change = await testApp.page('/api/auth/email', {
      json: { currentPassword: password, email: 'anne@example.org' },
      cookie,
    })
    expect((await change.json()).user).toMatchObject({ email: ann.email, newEmail: 'anne@example.org' })
    const old = await mailedToken(testApp, ann.email)
    const fresh = await mailedToken(testApp, 'anne@example.org')
    expect(await (await confirm(fresh, 'email_change')).json()).toEqual({ user: null, pending: true })
    expect((await confirm(fresh, 'email_change')).status).toBe(410)
    const done = await (await confirm(old, 'email_change', cookie)).json()
    expect(done).toMatchObject({ user: { email: 'anne@example.org', newEmail: null }, pending: false })
  })

  test('the present address cancels an e-mail change that waits', async () => {
    const testApp = await makeTestApp({ AUTH_AUTOCONFIRM: 'off' })
    await testApp.page('/api/auth/sign-up', { json: ann })
    const confirm = (token: string, type: string) =>
      testApp.page('/api/auth/confirm', { json: { token, type } })
    const cookie = cookiesOf(await confirm(await mailedToken(testApp, ann.email), 'signup'))
    const change = async (email: string) => {
      const json = { currentPassword: password, email }
      return (await (await testApp.page('/api/auth/email', { json, cookie })).json()).user
    }
    expect(await change('mistyped@example.org')).toMatchObject({ newEmail: 'mistyped@example.org' })
    const links = [await mailedToken(testApp, ann.email), await mailedToken(testApp, 'mistyped@example.org')]
    expect(await change(ann.email)).toMatchObject({ email: ann.email, newEmail: null })
    for (const link of links) expect((await confirm(link, 'email_change')).status).toBe(410)
  })

  test('a new password cancels an e-mail change that waits: its links end, and it can’t be sent again', async () => {
    const testApp = await makeTestApp({ AUTH_AUTOCONFIRM: 'off' })
    await testApp.page('/api/auth/sign-up', { json: ann })
    const confirm = (token: string, type: string) =>
      testApp.page('/api/auth/confirm', { json: { token, type } })
    const cookie = cookiesOf(await confirm(await mailedToken(testApp, ann.email), 'signup'))
    const post = (path: string, json: object) => testApp.page(`/api/auth/${path}`, { json, cookie })
    await post('email', { currentPassword: password, email: 'thief@example.org' })
    const old = await mailedToken(testApp, ann.email)
    const fresh = await mailedToken(testApp, 'thief@example.org')
    expect((await confirm(fresh, 'email_change')).status).toBe(200)
    const answer = await post('password', { currentPassword: password, password: 'another long one' })
    expect((await answer.json()).user).toMatchObject({ email: ann.email, newEmail: null })
    for (const token of [old, fresh]) expect((await confirm(token, 'email_change')).status).toBe(410)
    const mailCount = testApp.mails.length
    await program(testApp, '/resend', { json: { type: 'email_change', email: ann.email } })
    await testApp.deps.auth.drain()
    await testApp.sendMails()
    expect(testApp.mails).toHaveLength(mailCount)
  })
})

test('names are one line without invisible marks, and have at most 60 characters', async () => {
  const { page } = await makeTestApp()
  const signUp = (firstName: string) => page('/api/auth/sign-up', { json: { ...ann, firstName } })
  for (const bad of ['x'.repeat(61), 'Ann\u202eLee', '\u200b', '\u200d', ' \n '])
    expect([bad, (await signUp(bad)).status]).toEqual([bad, 400])
  const answer = await signUp(' Ann \n Lee ')
  expect((await answer.json()).user.firstName).toBe('Ann Lee')
})

describe('a change to an address that another account has', () => {
  test('answers as for a free one; only the mail to that address says so, without a link', async () => {
    const testApp = await makeTestApp({ AUTH_AUTOCONFIRM: 'off' })
    const bob = { ...ann, email: 'bob@example.org' }
    await testApp.page('/api/auth/sign-up', { json: bob })
    await testApp.page('/api/auth/sign-up', { json: ann })
    const token = await mailedToken(testApp, ann.email)
    const cookie = cookiesOf(await testApp.page('/api/auth/confirm', { json: { token, type: 'signup' } }))
    const change = async (email: string) => {
      testApp.setNow(testApp.deps.now() + 61_000)
      const answer = await testApp.page('/api/auth/email', {
        json: { currentPassword: password, email },
        cookie,
      })
      const { user } = await answer.json()
      await testApp.sendMails()
      return [answer.status, { ...user, newEmail: null }]
    }
    const free = await change('free@example.org')
    testApp.mails.length = 0
    expect(await change(bob.email)).toEqual(free)
    expect(testApp.mails.map(({ to, subject }) => [to, subject]).sort()).toEqual([
      [ann.email, 'Confirm your new email address'],
      [bob.email, 'You already have an account'],
    ])
    expect(testApp.mails.find(({ to }) => to === bob.email)?.text).not.toContain('token')
    const half = await mailedToken(testApp, ann.email)
    const answer = await testApp.page('/api/auth/confirm', {
      json: { token: half, type: 'email_change' },
      cookie,
    })
    expect(await answer.json()).toEqual({ user: null, pending: true })
  })
})

describe('POST /api/auth/recover and /reset', () => {
  test('answers the same 200 for a known and an unknown address, and mails the known one only', async () => {
    const testApp = await makeTestApp()
    await signedInPage(testApp)
    for (const email of [ann.email, 'nobody@example.org']) {
      const response = await testApp.page('/api/auth/recover', { json: { email } })
      expect([response.status, await response.text()]).toEqual([200, '{}'])
    }
    expect(await mailedToken(testApp, ann.email)).toHaveLength(43)
    expect(testApp.mails.map(mail => mail.to)).toEqual([ann.email])
  })

  test('the link uses PUBLIC_URL, whatever the Host header', async () => {
    const testApp = await makeTestApp({ PUBLIC_URL: 'https://marina.example.org' })
    await testApp.page('/api/auth/sign-up', { json: ann })
    await testApp.page('/api/auth/recover', {
      json: { email: ann.email },
      headers: { host: 'evil.example.org', 'x-forwarded-host': 'evil.example.org' },
    })
    await mailedToken(testApp, ann.email)
    expect(testApp.mails[0]?.text).toContain('\nhttps://marina.example.org/reset?token_hash=')
    expect(testApp.mails[0]?.text).not.toContain('evil')
  })

  test('a weak password does not consume the link; a strong one signs in, ends every other session and works once', async () => {
    const testApp = await makeTestApp()
    const cookie = await signedInPage(testApp)
    await testApp.page('/api/auth/recover', { json: { email: ann.email } })
    const token = await mailedToken(testApp, ann.email)
    const reset = (secret: string) => testApp.page('/api/auth/reset', { json: { token, password: secret } })
    expect((await refusal(await reset('short'))).issues.password).toBe(
      'Password must be at least 6 characters',
    )
    const response = await reset('a new password')
    expect(response.status).toBe(200)
    expect((await session(testApp, cookie)).user).toBeNull()
    expect((await session(testApp, cookiesOf(response))).user.email).toBe(ann.email)
    expect(await refusal(await reset('another one'))).toMatchObject({ status: 410, error: 'gone' })
    await signIn(testApp, ann.email, 'a new password')
  })

  test('several links stay valid until one is used; then all are invalid', async () => {
    const testApp = await makeTestApp()
    await signedInPage(testApp)
    const ask = async () => {
      await testApp.page('/api/auth/recover', { json: { email: ann.email } })
      return mailedToken(testApp, ann.email)
    }
    const [older, newer, newest] = [await ask(), await ask(), await ask()]
    const reset = (token: string) => testApp.page('/api/auth/reset', { json: { token, password: 'new one' } })
    expect((await reset('x')).status).toBe(410)
    expect((await reset(older)).status).toBe(200)
    for (const token of [older, newer, newest]) expect((await reset(token)).status).toBe(410)
  })
})

describe('GET /api/auth/session', () => {
  test('answers 200 with a null user when signed out', async () => {
    const testApp = await makeTestApp()
    expect(await session(testApp, '')).toEqual({ user: null, expiresAt: null })
    const response = await testApp.page('/api/auth/session', { cookie: 'sid=dead' })
    expect(await response.json()).toEqual({ user: null, expiresAt: null })
    // A sign-in in another tab may have set a new cookie meanwhile.
    expect(response.headers.getSetCookie()).toEqual([])
  })

  test('expires at the idle limit, is extended near it, but never beyond the absolute limit', async () => {
    const testApp = await makeTestApp({ SESSION_IDLE_TTL: '600', SESSION_MAX_TTL: '1500' })
    const start = Date.now()
    const at = async (seconds: number) => {
      testApp.setNow(start + seconds * 1000)
      const { expiresAt } = await session(testApp, cookie)
      return expiresAt === null ? null : Math.round((Date.parse(expiresAt) - start) / 1000)
    }
    testApp.setNow(start)
    const cookie = await signedInPage(testApp)
    expect(await at(0)).toBe(600)
    expect(await at(299)).toBe(600)
    expect(await at(301)).toBe(901)
    expect(await at(890)).toBe(1490)
    expect(await at(1400)).toBe(1500)
    expect(await at(1501)).toBeNull()

    const short = await makeTestApp({ SESSION_MAX_TTL: '3600' })
    const end = (await session(short, await signedInPage(short))).expiresAt
    expect(Date.parse(end)).toBeLessThanOrEqual(short.deps.now() + 3_600_000)
    const idle = await makeTestApp({ SESSION_IDLE_TTL: '600' })
    idle.setNow(start)
    const idleCookie = await signedInPage(idle)
    idle.setNow(start + 601_000)
    expect((await session(idle, idleCookie)).user).toBeNull()
  })

  test('polling by an open page extends even a short session', async () => {
    const testApp = await makeTestApp({ SESSION_IDLE_TTL: '100' })
    const start = Date.now()
    testApp.setNow(start)
    const cookie = await signedInPage(testApp)
    for (let seconds = 30; seconds <= 600; seconds += 30) {
      testApp.setNow(start + seconds * 1000)
      expect((await session(testApp, cookie)).user).not.toBeNull()
    }
  })
})

describe('POST /api/auth/sign-out', () => {
  test('answers 204 without a session and without a body', async () => {
    const { page } = await makeTestApp()
    expect((await page('/api/auth/sign-out', { method: 'POST' })).status).toBe(204)
  })

  test('answers 400 invalid for another scope', async () => {
    const { page } = await makeTestApp()
    expect((await page('/api/auth/sign-out', { json: { scope: 'some' } })).status).toBe(400)
  })

  test('local ends this session, others all other ones, global all', async () => {
    const testApp = await makeTestApp()
    const first = await signedInPage(testApp)
    const second = await signIn(testApp, ann.email, password)
    const third = await signIn(testApp, ann.email, password)
    const bearer = await program(testApp, '/token?grant_type=password', {
      json: { email: ann.email, password },
    })
    const { access_token: token } = await bearer.json()
    const isIn = async (cookie: string) => (await session(testApp, cookie)).user !== null
    const out = (cookie: string, json: object) => testApp.page('/api/auth/sign-out', { json, cookie })
    const local = await out(first, {})
    expect(local.headers.getSetCookie()[0]).toStartWith('sid=; Max-Age=0')
    expect([await isIn(first), await isIn(second)]).toEqual([false, true])
    await out(second, { scope: 'others' })
    expect([await isIn(second), await isIn(third)]).toEqual([true, false])
    expect((await program(testApp, '/user', { token })).status).toBe(403)
    const fourth = await signIn(testApp, ann.email, password)
    await out(fourth, { scope: 'global' })
    expect([await isIn(second), await isIn(fourth)]).toEqual([false, false])
  })

  test('ends the session also for a request whose body has not arrived', async () => {
    const testApp = await makeTestApp()
    const cookie = await signedInPage(testApp)
    const { access_token: token } = await (
      await program(testApp, '/token?grant_type=password', { json: { email: ann.email, password } })
    ).json()
    const text = JSON.stringify({ name: 'Reel Deal', captainName: 'Ann' })
    const begin = (headers: Record<string, string>) => {
      const body = new TransformStream<Uint8Array, Uint8Array>()
      const writer = body.writable.getWriter()
      void writer.write(new TextEncoder().encode(text.slice(0, 5)))
      const response = testApp.app.request('http://reelstake.test/api/boats', {
        method: 'POST',
        body: body.readable,
        // Declared, as browsers do: chunked bodies are read before every route.
        headers: { 'content-length': String(text.length), 'content-type': 'application/json', ...headers },
      })
      return async () => {
        void writer.write(new TextEncoder().encode(text.slice(5)))
        void writer.close()
        return (await response).status
      }
    }
    const [byCookie, byToken] = [
      begin({ cookie, 'sec-fetch-site': 'same-origin' }),
      begin({ authorization: `Bearer ${token}` }),
    ]
    const out = await testApp.page('/api/auth/sign-out', { json: { scope: 'global' }, cookie })
    expect(out.status).toBe(204)
    expect([await byCookie(), await byToken()]).toEqual([401, 401])
    expect(await testApp.db.selectFrom('boats').select('id').execute()).toEqual([])
  })
})

describe('a session that ends while the password is checked', () => {
  test.each([
    ['POST', '/api/auth/password', { password: 'another horse' }],
    ['POST', '/api/auth/email', { email: bob.email }],
    ['DELETE', '/api/auth/user', {}],
  ])('%s %s: 401, nothing changes', async (method, path, json) => {
    const testApp = await makeTestApp()
    const stranger = await signedInPage(testApp)
    const own = await signIn(testApp, ann.email, password)
    const change = testApp.page(path, {
      method,
      json: { ...json, currentPassword: password },
      cookie: stranger,
    })
    const out = await testApp.page('/api/auth/sign-out', { json: { scope: 'others' }, cookie: own })
    expect(out.status).toBe(204)
    expect((await change).status).toBe(401)
    expect((await session(testApp, own)).user).toMatchObject({ email: ann.email, newEmail: null })
    await signIn(testApp, ann.email, password)
  })

  test.each([
    ['POST', '/api/auth/password', { password: 'another horse' }],
    ['POST', '/api/auth/email', { email: 'anne@example.org' }],
    ['DELETE', '/api/auth/user', {}],
  ])('%s %s while another tab changes the password: 400 at the field', async (method, path, json) => {
    const testApp = await makeTestApp()
    const cookie = await signedInPage(testApp)
    const send = (to: string, how: string, more: object) =>
      testApp.page(to, { method: how, json: { ...more, currentPassword: password }, cookie })
    beforeTransactions(testApp.db, async () => {
      await setPasswords(testApp.db, 'changed elsewhere')
    })
    const answer = await send(path, method, json)
    const { error, issues } = await answer.json()
    expect([answer.status, error, issues]).toEqual([
      400,
      'invalid',
      [{ path: 'currentPassword', message: authTexts.wrongPassword }],
    ])
  })

  test('two programs change the password at once: one does, 403 session_not_found for the other', async () => {
    const testApp = await makeTestApp()
    await signUpGotrue(testApp)
    const change = async (index: number) => {
      const answer = await program(testApp, '/token?grant_type=password', {
        json: { email: ann.email, password },
      })
      const { access_token: token } = await answer.json()
      return () =>
        program(testApp, '/user', { method: 'PUT', json: { password: `new horse ${index}` }, token })
    }
    const [first, second] = [await change(1), await change(2)]
    const answers = await Promise.all([first(), second()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
    const loser = answers.find(({ status }) => status === 403)
    expect(await loser?.json()).toMatchObject({ error_code: 'session_not_found' })
  })
})

describe('a program with a bearer token', () => {
  const ask = ({ app }: TestApp, token: string, method: string, json: object) =>
    app.request('http://reelstake.test/api/auth/user', {
      method,
      body: JSON.stringify(json),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    })

  test('needs no origin to change and to delete its account', async () => {
    const testApp = await makeTestApp()
    const { access_token: token } = await signUpGotrue(testApp)
    const change = await ask(testApp, token, 'PATCH', { firstName: 'Anna' })
    expect([change.status, (await change.json()).user.firstName]).toEqual([200, 'Anna'])
    const deletion = await ask(testApp, token, 'DELETE', { currentPassword: password })
    expect(deletion.status).toBe(204)
    expect((await program(testApp, '/user', { token })).status).toBe(403)
  })

  test('is refused like a page without an origin when its token is not valid', async () => {
    const response = await ask(await makeTestApp(), 'made.up.token', 'PATCH', { firstName: 'Anna' })
    expect(await refusal(response)).toMatchObject({ status: 403, error: 'cross_origin' })
  })
})

describe('GET /api/login and /api/logout', () => {
  const go = ({ app }: TestApp, path: string, cookie: string, headers: Record<string, string>) =>
    app.request(`http://reelstake.test${path}`, { headers: { cookie, ...headers } })

  test('logout from another site or by prefetch only redirects to the page with the button', async () => {
    const testApp = await makeTestApp()
    const cookie = await signedInPage(testApp)
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { referer: 'http://elsewhere.example/' },
      { referer: 'http://reelstake.test:81/' },
      { referer: 'nonsense' },
      { 'sec-fetch-site': 'cross-site', referer: 'http://reelstake.test/' },
      { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch;prerender' },
    ]) {
      const response = await go(testApp, '/api/logout', cookie, headers)
      expect([response.status, response.headers.get('location')]).toEqual([302, '/logout'])
    }
    expect((await session(testApp, cookie)).user).not.toBeNull()
  })

  test('logout from this site or a typed address ends the session and redirects to the landing page', async () => {
    const testApp = await makeTestApp()
    await testApp.page('/api/auth/sign-up', { json: ann })
    for (const headers of [
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      { referer: 'http://reelstake.test/boats' },
      {},
    ]) {
      const cookie = await signIn(testApp, ann.email, password)
      const response = await go(testApp, '/api/logout', cookie, headers)
      expect([response.status, response.headers.get('location')]).toEqual([302, '/'])
      expect((await session(testApp, cookie)).user).toBeNull()
    }
  })

  test('login redirects to the page', async () => {
    const response = await go(await makeTestApp(), '/api/login', '', {})
    expect([response.status, response.headers.get('location')]).toEqual([302, '/login'])
  })
})

describe('the account page', () => {
  test.each([
    ['PATCH', '/user'],
    ['POST', '/password'],
    ['POST', '/email'],
    ['GET', '/sessions'],
    ['DELETE', '/sessions/x'],
    ['DELETE', '/user'],
  ])('%s %s: 401 unauthorized when signed out', async (method, path) => {
    const { page } = await makeTestApp()
    const response = await page(`/api/auth${path}`, { method, ...(method !== 'GET' && { json: {} }) })
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
    expect([response.status, await response.json()]).toEqual([
      401,
      { message: 'Unauthorized', error: 'unauthorized' },
    ])
  })

  test('PATCH /user refuses an empty name and an external picture, and changes only the given fields', async () => {
    const testApp = await makeTestApp()
    const cookie = await signedInPage(testApp)
    const patch = (json: object) => testApp.page('/api/auth/user', { method: 'PATCH', json, cookie })
    const bad = await patch({ firstName: '', profileImageUrl: 'https://evil.example.org/x.png' })
    const { issues } = await refusal(bad)
    expect(Object.keys(issues).sort()).toEqual(['firstName', 'profileImageUrl'])
    expect(issues.profileImageUrl).toBe(authTexts.pictureInvalid)
    expect((await patch({ profileImageUrl: '/images/../api/logout' })).status).toBe(400)
    const good = await patch({ firstName: 'Anne', profileImageUrl: '/images/0192-a.webp' })
    expect((await good.json()).user).toMatchObject({
      firstName: 'Anne',
      lastName: 'Bonny',
      profileImageUrl: '/images/0192-a.webp',
    })
    expect((await (await patch({ profileImageUrl: null })).json()).user.profileImageUrl).toBeNull()
  })

  test('hides an external picture that a GoTrue client has set', async () => {
    const testApp = await makeTestApp()
    const { access_token: token } = await signUpGotrue(testApp)
    const json = { data: { avatar_url: 'https://evil.example.org/x.png', first_name: { no: 'text' } } }
    await program(testApp, '/user', { method: 'PUT', json, token })
    const cookie = await signIn(testApp, ann.email, password)
    expect((await session(testApp, cookie)).user).toMatchObject({ firstName: null, profileImageUrl: null })
  })

  test('POST /password answers 400 at the field for a wrong current password, and ends other sessions', async () => {
    const testApp = await makeTestApp()
    const cookie = await signedInPage(testApp)
    const other = await signIn(testApp, ann.email, password)
    const change = (currentPassword: string) =>
      testApp.page('/api/auth/password', { json: { currentPassword, password: 'brand new' }, cookie })
    expect(await refusal(await change('wrong'))).toEqual({
      status: 400,
      error: 'invalid',
      issues: { currentPassword: 'The current password is wrong' },
    })
    expect((await change(password)).status).toBe(200)
    expect((await session(testApp, other)).user).toBeNull()
    expect((await session(testApp, cookie)).user).not.toBeNull()
  })

  test('POST /email answers 409 for an address in use, and changes at once with AUTH_AUTOCONFIRM=on', async () => {
    const testApp = await makeTestApp()
    const cookie = await signedInPage(testApp)
    await testApp.page('/api/auth/sign-up', { json: bob })
    const change = (email: string, currentPassword = password) =>
      testApp.page('/api/auth/email', { json: { currentPassword, email }, cookie })
    expect((await change('x@example.org', 'wrong')).status).toBe(400)
    expect(await refusal(await change(bob.email))).toMatchObject({ status: 409, error: 'conflict' })
    expect((await change(ann.email.toUpperCase())).status).toBe(200)
    expect((await (await change('anne@example.org')).json()).user.email).toBe('anne@example.org')
  })

  test('lists and ends the caller’s own sessions one by one', async () => {
    const testApp = await makeTestApp()
    const cookie = await signedInPage(testApp)
    const other = await signIn(testApp, ann.email, password)
    const foreign = await signedInPage(testApp, bob)
    const response = await testApp.page('/api/auth/sessions', { cookie })
    const headers = { 'if-none-match': response.headers.get('etag') ?? '' }
    expect((await testApp.page('/api/auth/sessions', { cookie, headers })).status).toBe(304)
    const list = await response.json()
    expect(list.map((item: { current: boolean }) => item.current).sort()).toEqual([false, true])
    const id = list.find((item: { current: boolean }) => !item.current).id
    const end = (as: string) => testApp.page(`/api/auth/sessions/${id}`, { method: 'DELETE', cookie: as })
    expect((await end(foreign)).status).toBe(404)
    expect((await end(cookie)).status).toBe(204)
    expect((await session(testApp, other)).user).toBeNull()
    expect((await end(cookie)).status).toBe(404)
    const own = list.find((item: { current: boolean }) => item.current).id
    const ended = await testApp.page(`/api/auth/sessions/${own}`, { method: 'DELETE', cookie })
    expect([ended.status, ended.headers.get('set-cookie')]).toEqual([
      204,
      expect.stringContaining('sid=; Max-Age=0'),
    ])
  })

  test('DELETE /user answers 400 for a wrong password; with the right one it anonymises the account and retains its boats', async () => {
    const testApp = await makeTestApp()
    const cookie = await signedInPage(testApp)
    const { user } = await session(testApp, cookie)
    const boat = {
      id: crypto.randomUUID(),
      owner_id: user.id,
      name: 'Revenge',
      captain_name: 'A',
      created_at: 0,
    }
    await addRows(testApp.db, 'boats', boat as never)
    const remove = (currentPassword: string) =>
      testApp.page('/api/auth/user', { method: 'DELETE', json: { currentPassword }, cookie })
    expect((await remove('wrong')).status).toBe(400)
    expect((await remove(password)).status).toBe(204)
    expect((await session(testApp, cookie)).user).toBeNull()
    const row = await testApp.db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ email: null, password_hash: null, metadata: '{}', new_email: null })
    expect(row.deleted_at).not.toBeNull()
    expect(await testApp.db.selectFrom('boats').selectAll().execute()).toHaveLength(1)
    expect((await testApp.page('/api/auth/sign-up', { json: ann })).status).toBe(201)
  })

  test('DELETE /user leaves the mails of another account whose address it wanted', async () => {
    const testApp = await makeTestApp({ AUTH_AUTOCONFIRM: 'off' })
    await testApp.page('/api/auth/sign-up', { json: bob })
    await testApp.page('/api/auth/sign-up', { json: ann })
    const token = await mailedToken(testApp, ann.email)
    const cookie = cookiesOf(await testApp.page('/api/auth/confirm', { json: { token, type: 'signup' } }))
    testApp.mails.length = 0
    const wait = () => testApp.setNow(testApp.deps.now() + 61_000)
    for (const email of ['free@example.org', bob.email]) {
      wait()
      const json = { currentPassword: password, email }
      expect((await testApp.page('/api/auth/email', { json, cookie })).status).toBe(200)
    }
    wait()
    await testApp.page('/api/auth/recover', { json: { email: bob.email } })
    await testApp.deps.auth.drain()
    const json = { currentPassword: password }
    expect((await testApp.page('/api/auth/user', { method: 'DELETE', json, cookie })).status).toBe(204)
    await testApp.sendMails()
    expect(testApp.mails.map(({ to, subject }) => [to, subject])).toContainEqual([
      bob.email,
      'Choose a new password',
    ])
    expect(testApp.mails.filter(({ to }) => to === ann.email)).toEqual([])
  })
})
