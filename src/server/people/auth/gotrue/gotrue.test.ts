import { beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { limits } from '#contract/limits.ts'
import { makeKeys } from '#server/keys.ts'
import { makeTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { banUser, deleteUser } from '../../../../../tests/support/states.ts'
import { makeAccessTokens } from '../core/access-tokens.ts'
import { ann, type GoTrueSession, password, program, signUpGotrue } from '../test-support.ts'

let testApp: TestApp
let session: GoTrueSession
beforeAll(async () => {
  testApp = await makeTestApp()
  session = await signUpGotrue(testApp)
})

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}

async function es256(header: object, claims: object, jwk: JsonWebKey): Promise<string> {
  const curve = { name: 'ECDSA', namedCurve: 'P-256' }
  const key = await crypto.subtle.importKey('jwk', { ...jwk, key_ops: ['sign'] }, curve, true, ['sign'])
  const signingInput = `${base64url(header)}.${base64url(claims)}`
  const signature = await crypto.subtle.sign(
    { name: 'ECDSA', hash: 'SHA-256' },
    key,
    Buffer.from(signingInput),
  )
  return `${signingInput}.${Buffer.from(signature).toString('base64url')}`
}

describe('an access token', () => {
  async function refusal(token: string) {
    const response = await program(testApp, '/user', { token })
    return [response.status, (await response.json()).error_code]
  }
  const ours = () => testApp.deps.keys.signing

  test('answers 401 no_authorization without a token or with another scheme', async () => {
    for (const headers of [{}, { authorization: 'Basic abc' }, { authorization: session.access_token }]) {
      const response = await program(testApp, '/user', { headers })
      expect(response.status).toBe(401)
      expect((await response.json()).error_code).toBe('no_authorization')
    }
  })

  test('is refused with 403 bad_jwt when it is not a token', async () => {
    for (const token of ['x', 'a.b.c', '..', `${session.access_token}.x`, base64url({ alg: 'ES256' })])
      expect(await refusal(token)).toEqual([403, 'bad_jwt'])
  })

  test('is refused with 403 bad_jwt when a claim or the signature was changed', async () => {
    const [header, , signature] = session.access_token.split('.')
    const claims = { ...claimsOf(session.access_token), role: 'service_role' }
    expect(await refusal(`${header}.${base64url(claims)}.${signature}`)).toEqual([403, 'bad_jwt'])
    expect(await refusal(`${session.access_token.slice(0, -6)}AAAAAA`)).toEqual([403, 'bad_jwt'])
  })

  test('is refused with 403 bad_jwt for alg none, with and without a signature', async () => {
    const claims = base64url(claimsOf(session.access_token))
    for (const alg of ['none', 'None', 'NONE', ''])
      for (const signature of ['', session.access_token.split('.')[2]])
        expect(await refusal(`${base64url({ alg, typ: 'JWT' })}.${claims}.${signature}`)).toEqual([
          403,
          'bad_jwt',
        ])
  })

  test('is refused with 403 bad_jwt for HS256 with our public key as the secret', async () => {
    const jwk = JSON.stringify(ours().publicJwk)
    const spki = await crypto.subtle.exportKey(
      'spki',
      await crypto.subtle.importKey('jwk', ours().publicJwk, { name: 'ECDSA', namedCurve: 'P-256' }, true, [
        'verify',
      ]),
    )
    const signingInput = `${base64url({ alg: 'HS256', typ: 'JWT', kid: ours().kid })}.${base64url(claimsOf(session.access_token))}`
    for (const secret of [Buffer.from(jwk), Buffer.from(spki)]) {
      const mac = new Bun.CryptoHasher('sha256', secret).update(signingInput).digest('base64url')
      expect(await refusal(`${signingInput}.${mac}`)).toEqual([403, 'bad_jwt'])
    }
  })

  test('is refused with 403 bad_jwt when another key signed it, whatever keys its header contains', async () => {
    const foreign = (await makeKeys()).signing
    const claims = claimsOf(session.access_token)
    const base = { alg: 'ES256', typ: 'JWT' }
    for (const header of [
      { ...base, kid: ours().kid },
      { ...base, kid: foreign.kid, jwk: foreign.publicJwk },
      { ...base, jku: 'https://evil.example.org/jwks.json' },
      { ...base, x5u: 'https://evil.example.org/cert.pem', x5c: ['AAAA'] },
    ])
      expect(await refusal(await es256(header, claims, foreign.privateJwk))).toEqual([403, 'bad_jwt'])
  })

  test('is refused with 403 bad_jwt when it has expired, has no expiry, another audience or a critical extension', async () => {
    const claims = claimsOf(session.access_token)
    const header = { alg: 'ES256', typ: 'JWT', kid: ours().kid }
    const sign = (changes: object, more: object = {}) =>
      es256({ ...header, ...more }, { ...claims, ...changes }, ours().privateJwk)
    for (const token of [
      await sign({ exp: Math.floor(Date.now() / 1000) - 1 }),
      await sign({ exp: undefined }),
      await sign({ exp: '9999999999' }),
      await sign({ aud: 'anon' }),
      await sign({ aud: undefined }),
      await sign({ sub: undefined }),
      await sign({ session_id: 'x' }),
      await sign({}, { crit: ['b64'], b64: false }),
    ])
      expect(await refusal(token)).toEqual([403, 'bad_jwt'])
    expect((await program(testApp, '/user', { token: await sign({}) })).status).toBe(200)
  })

  test('is refused with 403 bad_jwt once its hour is over', async () => {
    const own = await makeTestApp()
    const start = Date.now()
    own.setNow(start)
    const { access_token: token } = await signUpGotrue(own)
    own.setNow(start + 3_598_000)
    expect((await program(own, '/user', { token })).status).toBe(200)
    own.setNow(start + 3_601_000)
    expect((await program(own, '/user', { token })).status).toBe(403)
  })

  test('is refused with 403 user_banned, and with user_not_found after the account is deleted', async () => {
    const own = await makeTestApp()
    const { access_token: token, user } = await signUpGotrue(own)
    await banUser(own.db, user.id)
    const afterBan = await program(own, '/user', { token })
    expect([afterBan.status, (await afterBan.json()).error_code]).toEqual([403, 'user_banned'])
    await deleteUser(own.db, user.id)
    const afterDeletion = await program(own, '/user', { token })
    expect([afterDeletion.status, (await afterDeletion.json()).error_code]).toEqual([403, 'user_not_found'])
  })

  test('fits into a header even with much metadata', async () => {
    const data = { notes: 'x'.repeat(12_000) }
    const put = await program(testApp, '/user', {
      method: 'PUT',
      json: { data },
      token: session.access_token,
    })
    expect((await put.json()).user_metadata.notes).toHaveLength(12_000)
    const again = await program(testApp, '/token?grant_type=password', {
      json: { email: ann.email, password },
    })
    expect((await again.json()).access_token.length).toBeLessThan(2000)
    const more = { notes: 'x'.repeat(17_000) }
    const tooMuch = await program(testApp, '/user', {
      method: 'PUT',
      json: { data: more },
      token: session.access_token,
    })
    expect(tooMuch.status).toBe(400)
  })

  test('of another server verifies as null', async () => {
    const theirs = makeAccessTokens(await makeKeys())
    expect(await theirs.verify(session.access_token, Date.now())).toBeNull()
  })
})

describe('an error', () => {
  test('is JSON for a client that sends JSON with a form’s content type, as curl does', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: '*/*' }
    const json = { email: 'nobody@example.org', password }
    const response = await program(await makeTestApp(), '/token?grant_type=password', { json, headers })
    expect([response.status, (await response.json()).error_code]).toEqual([400, 'invalid_credentials'])
  })

  test('has a numeric code and its name in error_code and a header for older clients', async () => {
    const response = await program(testApp, '/token?grant_type=password', { json: { email: ann.email } })
    expect(response.status).toBe(400)
    expect(response.headers.get('x-sb-error-code')).toBe('invalid_credentials')
    expect(response.headers.get('x-supabase-api-version')).toBeNull()
    expect(await response.json()).toEqual({
      code: 400,
      error_code: 'invalid_credentials',
      msg: 'Invalid login credentials',
    })
  })

  test('has its name in code since API version 2024-01-01, and echoes the version', async () => {
    const response = await program(testApp, '/signup', {
      json: { email: 'new@example.org', password: 'short' },
      headers: { 'x-supabase-api-version': '2024-01-01' },
    })
    expect(response.status).toBe(422)
    expect(response.headers.get('x-supabase-api-version')).toBe('2024-01-01')
    expect(await response.json()).toEqual({
      code: 'weak_password',
      message: 'Password should be at least 6 characters.',
      weak_password: { reasons: ['length'] },
    })
  })

  test.each([
    ['/token?grant_type=password', '{', 400, 'bad_json'],
    ['/token?grant_type=password', '[]', 400, 'bad_json'],
    ['/token?grant_type=password', '{"password":"x"}', 400, 'validation_failed'],
    ['/token?grant_type=magic', '{}', 400, 'invalid_credentials'],
    ['/token?grant_type=refresh_token', '{"refresh_token":"no! no!"}', 400, 'validation_failed'],
    ['/token?grant_type=refresh_token', '{}', 400, 'validation_failed'],
    ['/token?grant_type=refresh_token', '{"refresh_token":"abcdefghijkl"}', 400, 'refresh_token_not_found'],
    ['/token?grant_type=refresh_token', '{"refresh_token":"bogus"}', 400, 'refresh_token_not_found'],
    [
      '/token?grant_type=refresh_token',
      '{"refresh_token":"01a1fd7c-3fb4-73c3-9b1c-3ed690b7d6a1"}',
      400,
      'refresh_token_not_found',
    ],
    [
      '/token?grant_type=refresh_token',
      `{"refresh_token":"${'A'.repeat(70)}"}`,
      400,
      'refresh_token_not_found',
    ],
    ['/token?grant_type=pkce', '{}', 400, 'validation_failed'],
    ['/signup', '{"email":"x@example.org"}', 400, 'validation_failed'],
    ['/signup', '{"email":"x@example.org","password":5}', 400, 'validation_failed'],
    ['/signup', '{"password":"long enough"}', 422, 'anonymous_provider_disabled'],
    ['/signup', `{"email":"x@example.org","password":"${'x'.repeat(257)}"}`, 400, 'validation_failed'],
    [
      '/signup',
      '{"email":"x@example.org","password":"long enough","code_challenge":"x"}',
      400,
      'validation_failed',
    ],
    ['/recover', '{"email":"nonsense"}', 400, 'validation_failed'],
    ['/resend', '{"email":"x@example.org","type":"recovery"}', 400, 'validation_failed'],
    ['/verify', '{"type":"signup"}', 400, 'validation_failed'],
    ['/verify', '{"type":"nonsense","token_hash":"x"}', 400, 'validation_failed'],
    [
      '/verify',
      '{"type":"signup","token_hash":"x","email":"x@example.org","token":"y"}',
      400,
      'validation_failed',
    ],
    ['/verify', '{"type":"signup","token_hash":"x"}', 403, 'otp_expired'],
    ['/verify', '{"type":"magiclink","token_hash":"x"}', 403, 'otp_expired'],
    ['/nothing', '{}', 404, 'not_found'],
  ])('POST %s %s: %i %s', async (path, body, status, code) => {
    const response = await testApp.app.request(`http://reelstake.test/auth/v1${path}`, {
      method: 'POST',
      body,
    })
    expect([response.status, (await response.json()).error_code]).toEqual([status, code])
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test('is 403 not_admin for PUT /user with app_metadata, and 400 validation_failed for POST /logout with another scope', async () => {
    const { access_token: token } = session
    const put = await program(testApp, '/user', {
      method: 'PUT',
      json: { app_metadata: { role: 'x' } },
      token,
    })
    expect([put.status, (await put.json()).error_code]).toEqual([403, 'not_admin'])
    const out = await program(testApp, '/logout?scope=everyone', { method: 'POST', token })
    expect([out.status, (await out.json()).error_code]).toEqual([400, 'validation_failed'])
  })

  test('has one name in header and body for a wrong method', async () => {
    for (const path of ['/token', '/settings']) {
      const response = await program(testApp, path, { method: 'DELETE' })
      const { error_code: name } = await response.json()
      expect([response.status, name]).toEqual([405, 'validation_failed'])
      expect(response.headers.get('x-sb-error-code')).toBe(name)
    }
  })

  test('of a locked site has the names of both APIs', async () => {
    const lockedApp = await makeTestApp({ SITE_GATE: 'on', SITE_PASSWORD: 'herring' })
    const message = 'The site is locked. Open it in a browser and enter the site password.'
    const ask = async (headers = {}) => {
      const response = await program(lockedApp, '/signup', { json: { email: ann.email, password }, headers })
      const { headers: responseHeaders } = response
      return [
        response.status,
        responseHeaders.get('x-sb-error-code'),
        responseHeaders.get('x-supabase-api-version'),
        await response.json(),
      ]
    }
    expect(await ask()).toEqual([
      403,
      'site_locked',
      null,
      { code: 403, error_code: 'site_locked', msg: message, error: 'site_locked' },
    ])
    expect(await ask({ 'x-supabase-api-version': '2024-01-01' })).toEqual([
      403,
      null,
      '2024-01-01',
      { code: 'site_locked', message, error: 'site_locked' },
    ])
  })

  test('is 400 bad_json for another encoding than UTF-8', async () => {
    const response = await testApp.app.request('http://reelstake.test/auth/v1/signup', {
      method: 'POST',
      body: Buffer.from(
        '{"email":"new@example.org","password":"long enough","data":{"name":"Jos\xe9"}}',
        'latin1',
      ),
    })
    expect([response.status, (await response.json()).error_code]).toEqual([400, 'bad_json'])
  })

  test('of a link that a browser opens too often redirects, like that of an old link', async () => {
    const throttledApp = await makeTestApp({ RATE_LIMIT: 'on' })
    const open = () => program(throttledApp, '/verify?type=signup&token=x')
    const codeOf = (response: Response) =>
      new URLSearchParams(new URL(response.headers.get('location') ?? '').hash.slice(1)).get('error_code')
    for (let count = 0; count < limits.networkCrowd; count += 1)
      expect(codeOf(await open())).toBe('otp_expired')
    const rejection = await open()
    expect([rejection.status, codeOf(rejection)]).toEqual([303, 'over_request_rate_limit'])
  })

  test('is 400 validation_failed for deeply nested data', async () => {
    const signUpNested = (levels: number) => {
      const value = '['.repeat(levels) + ']'.repeat(levels)
      return testApp.app.request('http://reelstake.test/auth/v1/signup', {
        method: 'POST',
        body: `{"email":"deep@example.org","password":"long enough","data":{"x":${value}}}`,
      })
    }
    for (const levels of [1000, 2000, 300_000]) {
      const response = await signUpNested(levels)
      expect([response.status, (await response.json()).error_code]).toEqual([400, 'validation_failed'])
    }
    expect((await signUpNested(999)).status).toBe(200)
  })

  test('is 400 invalid_credentials for a password of 60,000 marks, without normalising it', async () => {
    const body = { email: ann.email, password: `a${'\u0301'.repeat(30_000)}${'\u0316'.repeat(30_000)}` }
    using normalize = spyOn(String.prototype, 'normalize')
    const response = await program(testApp, '/token?grant_type=password', { json: body })
    expect(normalize).not.toHaveBeenCalled()
    expect([response.status, (await response.json()).error_code]).toEqual([400, 'invalid_credentials'])
  })

  test('is 429 after five guesses of the current password that change nothing', async () => {
    const testApp = await makeTestApp({ RATE_LIMIT: 'on' })
    const { access_token: token } = await signUpGotrue(testApp)
    const guess = async (password: string) => {
      const json = { password, data: { note: 'x'.repeat(20_000) } }
      const answer = await program(testApp, '/user', { method: 'PUT', json, token })
      return (await answer.json()).error_code
    }
    for (let n = 0; n < 5; n += 1) expect(await guess(`guess number ${n}`)).toBe('validation_failed')
    expect(await guess(password)).toBe('over_request_rate_limit')
  })

  test('of the server is 500 unexpected_failure and reveals no details', async () => {
    const own = await makeTestApp()
    await own.db.schema.alterTable('users').renameTo('lost').execute()
    const response = await program(own, '/token?grant_type=password', {
      json: { email: ann.email, password },
    })
    expect(response.status).toBe(500)
    const body = await response.json()
    expect(body.error_code).toBe('unexpected_failure')
    expect(body.msg).toStartWith('Something went wrong on our side.')
    expect(own.logs.some(line => line.level === 'error')).toBe(true)
  })
})

describe('the GoTrue API', () => {
  test('neither sets nor reads cookies', async () => {
    const response = await program(testApp, '/token?grant_type=password', {
      json: { email: ann.email, password },
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('set-cookie')).toBeNull()
    const { cookie } = await pageSession()
    expect((await program(testApp, '/user', { headers: { cookie } })).status).toBe(401)
  })

  async function pageSession() {
    const response = await testApp.page('/api/auth/sign-in', { json: { email: ann.email, password } })
    return { cookie: response.headers.getSetCookie().join(';') }
  }

  test('sends no CORS headers unless origins are listed', async () => {
    const response = await program(testApp, '/settings', { headers: { origin: 'https://app.example.org' } })
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('allows listed origins only, also in errors', async () => {
    const own = await makeTestApp({ CORS_ORIGINS: 'https://app.example.org' })
    const ask = (origin: string) =>
      own.app.request('http://reelstake.test/auth/v1/token?grant_type=password', {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      })
    const preflight = await ask('https://app.example.org')
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('https://app.example.org')
    expect(preflight.headers.get('access-control-allow-headers')).toBe(
      'apikey,authorization,content-type,x-client-info,x-supabase-api-version',
    )
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull()
    expect((await ask('https://evil.example.org')).headers.get('access-control-allow-origin')).toBeNull()
    const response = await program(own, '/user', { headers: { origin: 'https://app.example.org' } })
    expect(response.status).toBe(401)
    expect(response.headers.get('access-control-allow-origin')).toBe('https://app.example.org')
    expect(response.headers.get('access-control-expose-headers')).toBe('x-supabase-api-version')
  })

  test('publishes its key, and never the private part', async () => {
    const response = await program(testApp, '/.well-known/jwks.json')
    expect(response.headers.get('cache-control')).toBe('public, max-age=600')
    const { keys } = await response.json()
    expect(Object.keys(keys[0])).toEqual(['kty', 'crv', 'x', 'y', 'kid', 'alg', 'use', 'key_ops'])
  })

  test('says what it is', async () => {
    expect((await (await program(testApp, '/health')).json()).name).toBe('GoTrue')
    expect(await (await program(testApp, '/settings')).json()).toMatchObject({
      external: { email: true },
      disable_signup: false,
      mailer_autoconfirm: true,
    })
  })

  test('an access token opens /api, and a bad one does not fall back to the cookie', async () => {
    const { cookie } = await pageSession()
    const ask = (token: string) =>
      testApp.app.request('http://reelstake.test/api/auth/session', {
        headers: { authorization: `Bearer ${token}`, cookie },
      })
    expect((await (await ask(session.access_token)).json()).user.email).toBe(ann.email)
    expect((await (await ask('nonsense')).json()).user).toBeNull()
  })

  test('a session that was left alone ends: 400 session_expired', async () => {
    const own = await makeTestApp({ SESSION_IDLE_TTL: '3600' })
    const { refresh_token } = await signUpGotrue(own)
    own.setNow(Date.now() + 3_700_000)
    const response = await program(own, '/token?grant_type=refresh_token', { json: { refresh_token } })
    expect([response.status, (await response.json()).error_code]).toEqual([400, 'session_expired'])
  })

  test('a used refresh token may come again within the reuse interval, and ends the session after it', async () => {
    const own = await makeTestApp()
    const first = await signUpGotrue(own)
    const refresh = async (refresh_token: string) => {
      const response = await program(own, '/token?grant_type=refresh_token', { json: { refresh_token } })
      return response.json()
    }
    const start = Date.now()
    own.setNow(start)
    const second = await refresh(first.refresh_token)
    const third = await refresh(second.refresh_token)
    own.setNow(start + 9_000)
    expect((await refresh(first.refresh_token)).refresh_token).toBe(third.refresh_token)
    own.setNow(start + 11_000)
    expect((await refresh(second.refresh_token)).refresh_token).toBe(third.refresh_token)
    expect((await refresh(first.refresh_token)).error_code).toBe('refresh_token_already_used')
    expect((await refresh(third.refresh_token)).error_code).toBe('refresh_token_not_found')
  })
})
