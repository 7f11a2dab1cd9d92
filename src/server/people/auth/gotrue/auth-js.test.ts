import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { AuthClient } from '@supabase/auth-js'
import { makeTestApp, type TestApp } from '../../../../../tests/support/app.ts'

interface Server {
  testApp: TestApp
  url: string
  stop(): Promise<void>
}

async function serve(env: Record<string, string> = {}): Promise<Server> {
  const testApp = await makeTestApp(env)
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request, bunServer) => testApp.app.fetch(request, { server: bunServer }),
  })
  return { testApp, url: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) }
}

/** One storage per client. */
function client(url: string, options: { flowType?: 'pkce' | 'implicit' } = {}) {
  const storage = new Map<string, string>()
  return new AuthClient({
    url: `${url}/auth/v1`,
    headers: { apikey: 'anything' },
    autoRefreshToken: false,
    persistSession: true,
    detectSessionInUrl: false,
    flowType: options.flowType ?? 'implicit',
    storage: {
      getItem: key => storage.get(key) ?? null,
      setItem: (key, value) => void storage.set(key, value),
      removeItem: key => void storage.delete(key),
    },
  })
}

let count = 0
const nextEmail = () => {
  count += 1
  return `ann${count}@example.org`
}
const password = 'correct horse'

async function mailedLink({ testApp }: Server, to: string): Promise<URL> {
  await testApp.deps.auth.drain()
  await testApp.sendMails()
  const text = testApp.mails.findLast(mail => mail.to === to)?.text ?? ''
  return new URL(/https?:\S+/.exec(text)?.[0] ?? 'about:blank')
}

const tokenOf = (link: URL) => link.searchParams.get('token_hash') ?? link.searchParams.get('token') ?? ''

function present<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('It should have been there.')
  return value
}

async function signedUp(server: Server, email = nextEmail()) {
  const auth = client(server.url)
  const { data, error } = await auth.signUp({ email, password, options: { data: { first_name: 'Ann' } } })
  expect(error).toBeNull()
  return { auth, email, session: present(data.session) }
}

const refreshDirectly = async (url: string, refresh_token: string) => {
  const response = await fetch(`${url}/auth/v1/token?grant_type=refresh_token`, {
    method: 'POST',
    body: JSON.stringify({ refresh_token }),
  })
  return { status: response.status, body: await response.json() }
}

describe('with AUTH_AUTOCONFIRM=on', () => {
  let server: Server
  beforeAll(async () => {
    server = await serve()
  })
  afterAll(() => server.stop())

  test('sign-in refuses an unknown address, a wrong and a missing password alike: 400 invalid_credentials', async () => {
    const { email } = await signedUp(server)
    const auth = client(server.url)
    for (const attempt of [
      { email: 'nobody@example.org', password },
      { email, password: 'wrong horse' },
      { email, password: '' },
    ]) {
      const { error } = await auth.signInWithPassword(attempt)
      expect(error?.code).toBe('invalid_credentials')
      expect(error?.status).toBe(400)
      expect(error?.message).toBe('Invalid login credentials')
    }
  })

  test('sign-up refuses a known address: 422 user_already_exists', async () => {
    const { email } = await signedUp(server)
    const { error } = await client(server.url).signUp({ email: email.toUpperCase(), password })
    expect(error?.code).toBe('user_already_exists')
    expect(error?.status).toBe(422)
  })

  test('sign-up refuses a short password with its reasons: weak_password', async () => {
    const { error } = await client(server.url).signUp({ email: nextEmail(), password: 'short' })
    expect(error?.name).toBe('AuthWeakPasswordError')
    expect(error).toMatchObject({ code: 'weak_password', status: 422, reasons: ['length'] })
  })

  test('sign-up refuses an invalid address (400 validation_failed) and a missing one (422 anonymous_provider_disabled)', async () => {
    const bad = await client(server.url).signUp({ email: 'nonsense', password })
    expect(bad.error?.code).toBe('validation_failed')
    const none = await client(server.url).signInAnonymously()
    expect(none.error?.code).toBe('anonymous_provider_disabled')
  })

  test('sign-up signs in and returns the complete user', async () => {
    const { auth, email, session } = await signedUp(server)
    expect(session.token_type).toBe('bearer')
    expect(session.expires_in).toBe(3600)
    const { data } = await auth.getUser()
    expect(data.user).toMatchObject({
      aud: 'authenticated',
      role: 'authenticated',
      email,
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { first_name: 'Ann', email_verified: true },
      is_anonymous: false,
    })
    expect(data.user?.identities?.[0]).toMatchObject({ provider: 'email', identity_data: { email } })
  })

  test('getClaims verifies the token with the published key alone', async () => {
    const { auth, email, session } = await signedUp(server)
    const { data, error } = await auth.getClaims()
    expect(error).toBeNull()
    expect(data?.header).toMatchObject({ alg: 'ES256', typ: 'JWT' })
    expect(data?.claims).toMatchObject({
      email,
      aud: 'authenticated',
      role: 'authenticated',
      aal: 'aal1',
      sub: session.user.id,
    })
  })

  test('a refresh returns new tokens for the same session', async () => {
    const { auth, session } = await signedUp(server)
    const { data, error } = await auth.refreshSession()
    expect(error).toBeNull()
    expect(data.session?.refresh_token).not.toBe(session.refresh_token)
    const claims = [await auth.getClaims(session.access_token), await auth.getClaims()]
    expect(claims[0]?.data?.claims.session_id).toBe(present(claims[1]?.data).claims.session_id)
  })

  test('ten refreshes at once all get the same new token', async () => {
    const { session } = await signedUp(server)
    const results = await Promise.all(
      Array.from({ length: 10 }, () => client(server.url).refreshSession(session)),
    )
    expect(results.map(result => result.error)).toEqual(Array(10).fill(null))
    const tokens = new Set(results.map(result => result.data.session?.refresh_token))
    expect(tokens.size).toBe(1)
    expect(tokens.has(session.refresh_token)).toBe(false)
  })

  test('updateUser merges data, and null deletes', async () => {
    const { auth } = await signedUp(server)
    await auth.updateUser({ data: { last_name: 'Bonny', boat: { name: 'Revenge' } } })
    const { data } = await auth.updateUser({ data: { first_name: null } })
    expect(data.user?.user_metadata).toEqual({
      last_name: 'Bonny',
      boat: { name: 'Revenge' },
      email_verified: true,
    })
  })

  test('names in the metadata become one line of at most 60 characters without invisible marks', async () => {
    const { auth } = await signedUp(server)
    const long = 'x'.repeat(100)
    const { data } = await auth.updateUser({
      data: { first_name: ' Ann\n\u202eLee\u0000 ', last_name: long, note: 'a\nb' },
    })
    expect(data.user?.user_metadata).toMatchObject({
      first_name: 'Ann Lee',
      last_name: long.slice(0, 60),
      note: 'a\nb',
    })
  })

  test('metadata keep no U+0000 and no half of a character, in values and in keys', async () => {
    const { auth } = await signedUp(server)
    const { data } = await auth.updateUser({
      data: { note: ['a\u0000b', '\ud83d', '\ud83d\udc1f', '\\u0000'], 'k\u0000': 1 },
    })
    expect(data.user?.user_metadata).toMatchObject({
      note: ['a\ufffdb', '\ufffd', '\ud83d\udc1f', '\\u0000'],
      'k\ufffd': 1,
    })
  })

  test('updateUser refuses the same password (same_password); a new one ends other sessions', async () => {
    const { auth, email } = await signedUp(server)
    const other = client(server.url)
    await other.signInWithPassword({ email, password })
    expect((await auth.updateUser({ password })).error?.code).toBe('same_password')
    expect((await auth.updateUser({ password: 'brand new horse' })).error).toBeNull()
    expect((await other.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await auth.getUser()).error).toBeNull()
    const again = await client(server.url).signInWithPassword({ email, password: 'brand new horse' })
    expect(again.error).toBeNull()
  })

  test('updateUser refuses an address in use (email_exists) and changes to a free one at once', async () => {
    const { auth } = await signedUp(server)
    const { email: takenEmail } = await signedUp(server)
    expect((await auth.updateUser({ email: takenEmail })).error?.code).toBe('email_exists')
    const { data } = await auth.updateUser({ email: 'Fresh@Example.org' })
    expect(data.user?.email).toBe('fresh@example.org')
  })

  test('sign-out local ends this session at once, access token included', async () => {
    const { auth, email, session } = await signedUp(server)
    const other = client(server.url)
    await other.signInWithPassword({ email, password })
    expect((await auth.signOut({ scope: 'local' })).error).toBeNull()
    const late = await client(server.url).getUser(session.access_token)
    expect(late.error?.name).toBe('AuthSessionMissingError')
    expect((await other.getUser()).error).toBeNull()
  })

  test('sign-out others ends all but this one', async () => {
    const { auth, email } = await signedUp(server)
    const other = client(server.url)
    await other.signInWithPassword({ email, password })
    expect((await auth.signOut({ scope: 'others' })).error).toBeNull()
    expect((await other.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await auth.getUser()).error).toBeNull()
  })

  test('sign-out global ends all', async () => {
    const { auth, email, session } = await signedUp(server)
    const other = client(server.url)
    await other.signInWithPassword({ email, password })
    expect((await auth.signOut()).error).toBeNull()
    expect((await other.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await refreshDirectly(server.url, session.refresh_token)).body.error_code).toBe(
      'refresh_token_not_found',
    )
  })

  test('recovery: the mailed token signs in once, and sets a password', async () => {
    const { email } = await signedUp(server)
    const auth = client(server.url)
    expect((await auth.resetPasswordForEmail('nobody@example.org')).error).toBeNull()
    expect((await auth.resetPasswordForEmail(email)).error).toBeNull()
    const token_hash = tokenOf(await mailedLink(server, email))
    const { data, error } = await auth.verifyOtp({ token_hash, type: 'recovery' })
    expect(error).toBeNull()
    expect(data.user?.email).toBe(email)
    expect((await auth.getClaims()).data?.claims.amr).toMatchObject([{ method: 'recovery' }])
    expect((await auth.updateUser({ password: 'after the flood' })).error).toBeNull()
    const again = await client(server.url).verifyOtp({ token_hash, type: 'recovery' })
    expect(again.error?.code).toBe('otp_expired')
    expect(again.error?.status).toBe(403)
  })

  test('recovery: the token also works together with its address, and not with another', async () => {
    const { email } = await signedUp(server)
    const auth = client(server.url)
    await auth.resetPasswordForEmail(email)
    const token = tokenOf(await mailedLink(server, email))
    const other = await auth.verifyOtp({ email: 'nobody@example.org', token, type: 'recovery' })
    expect(other.error?.code).toBe('otp_expired')
    expect((await auth.verifyOtp({ email, token, type: 'recovery' })).error).toBeNull()
  })
})

describe('with AUTH_REUSE_INTERVAL=0', () => {
  let server: Server
  beforeAll(async () => {
    server = await serve({ AUTH_REUSE_INTERVAL: '0' })
  })
  afterAll(() => server.stop())

  test('an old refresh token ends the session: 400 refresh_token_already_used', async () => {
    const { auth, session } = await signedUp(server)
    await auth.refreshSession()
    const newest = present((await auth.refreshSession()).data.session)
    const thief = await client(server.url).refreshSession(session)
    expect(thief.error?.code).toBe('refresh_token_already_used')
    expect(thief.error?.status).toBe(400)
    expect((await auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    const late = await client(server.url).refreshSession(newest)
    expect(late.error?.code).toBe('refresh_token_not_found')
  })

  test('the parent of the current token returns the current one again without a rotation', async () => {
    const { session } = await signedUp(server)
    const first = await refreshDirectly(server.url, session.refresh_token)
    const second = await refreshDirectly(server.url, session.refresh_token)
    expect(second.status).toBe(200)
    expect(second.body.refresh_token).toBe(first.body.refresh_token)
  })
})

describe('with AUTH_AUTOCONFIRM=off', () => {
  let server: Server
  beforeAll(async () => {
    server = await serve({ AUTH_AUTOCONFIRM: 'off', CORS_ORIGINS: 'https://app.example.org' })
  })
  afterAll(() => server.stop())

  test('sign-up answers the same for new and known addresses, and signs in neither', async () => {
    const email = nextEmail()
    const first = await client(server.url).signUp({ email, password, options: { data: { a: 1 } } })
    const link = await mailedLink(server, email)
    await client(server.url).verifyOtp({ token_hash: tokenOf(link), type: 'signup' })
    const second = await client(server.url).signUp({ email, password, options: { data: { a: 1 } } })
    expect(first.data.session).toBeNull()
    expect(second.error).toBeNull()
    const keys = (user: object | null) => Object.keys(user ?? {})
    expect(keys(second.data.user)).toEqual(keys(first.data.user))
    expect(second.data.user?.id).not.toBe(present(first.data.user).id)
    expect(second.data.user?.identities).toEqual([])
    expect(second.data.user?.user_metadata).toEqual({ a: 1, email_verified: false })
  })

  test('sign-in before the confirmation answers 400 email_not_confirmed to the right password only', async () => {
    const email = nextEmail()
    await client(server.url).signUp({ email, password })
    const auth = client(server.url)
    expect((await auth.signInWithPassword({ email, password: 'wrong horse' })).error?.code).toBe(
      'invalid_credentials',
    )
    expect((await auth.signInWithPassword({ email, password })).error?.code).toBe('email_not_confirmed')
    const token_hash = tokenOf(await mailedLink(server, email))
    expect((await auth.verifyOtp({ token_hash, type: 'email' })).error).toBeNull()
    expect((await auth.signInWithPassword({ email, password })).error).toBeNull()
  })

  describe('two sign-ups with different passwords activate neither: the link asks for a new one', () => {
    const stranger = 'the stranger first'
    async function signedUpTwice() {
      const email = nextEmail()
      await client(server.url).signUp({ email, password: stranger })
      const first = tokenOf(await mailedLink(server, email))
      await client(server.url).signUp({ email, password })
      return { email, first, second: tokenOf(await mailedLink(server, email)) }
    }
    async function expectClosed(email: string) {
      for (const secret of [stranger, password])
        expect((await client(server.url).signInWithPassword({ email, password: secret })).error?.code).toBe(
          'invalid_credentials',
        )
    }

    for (const by of ['token_hash', 'email and code'] as const)
      for (const which of ['first', 'second'] as const)
        test(`POST /verify by ${by} with the ${which} link returns a session that requires a password until PUT /user sets one`, async () => {
          const { email, [which]: token } = await signedUpTwice()
          const auth = client(server.url)
          const { data, error } = await auth.verifyOtp(
            by === 'token_hash' ? { token_hash: token, type: 'signup' } : { email, token, type: 'signup' },
          )
          expect(error).toBeNull()
          expect(data.session).toMatchObject({ password_required: true })
          await expectClosed(email)
          expect((await auth.updateUser({ password: 'the owner at last' })).error).toBeNull()
          await expectClosed(email)
          const signedIn = await auth.signInWithPassword({ email, password: 'the owner at last' })
          expect(signedIn.error).toBeNull()
          expect(signedIn.data.session).not.toHaveProperty('password_required')
        })

    test('GET /verify redirects as a recovery, so that clients ask for a new password', async () => {
      const { email, first } = await signedUpTwice()
      const response = await fetch(`${server.url}/auth/v1/verify?token=${first}&type=signup`, {
        redirect: 'manual',
      })
      const fragment = new URLSearchParams(new URL(response.headers.get('location') ?? '').hash.slice(1))
      expect(fragment.get('type')).toBe('recovery')
      expect(fragment.get('access_token')).not.toBeNull()
      await expectClosed(email)
    })
  })

  test('a recovery before the confirmation never activates the password of a sign-up', async () => {
    const email = nextEmail()
    await client(server.url).signUp({ email, password: 'a stranger chose it' })
    const auth = client(server.url)
    await auth.resetPasswordForEmail(email)
    const token_hash = tokenOf(await mailedLink(server, email))
    expect((await auth.verifyOtp({ token_hash, type: 'recovery' })).error).toBeNull()
    const attempt = (secret: string) => client(server.url).signInWithPassword({ email, password: secret })
    expect((await attempt('a stranger chose it')).error?.code).toBe('invalid_credentials')
    expect((await auth.updateUser({ password })).error).toBeNull()
    expect((await attempt(password)).error).toBeNull()
  })

  test('resend mails another link and refuses other types: 400 validation_failed', async () => {
    const email = nextEmail()
    const auth = client(server.url)
    await auth.signUp({ email, password })
    const first = tokenOf(await mailedLink(server, email))
    expect((await auth.resend({ type: 'sms', phone: '+4912345' })).error?.code).toBe('validation_failed')
    expect((await auth.resend({ type: 'signup', email })).error).toBeNull()
    const second = tokenOf(await mailedLink(server, email))
    expect((await auth.verifyOtp({ token_hash: first, type: 'signup' })).error).toBeNull()
    expect((await auth.verifyOtp({ token_hash: second, type: 'signup' })).error?.code).toBe('otp_expired')
    expect((await auth.signInWithPassword({ email, password })).error).toBeNull()
  })

  test('resend of an e-mail change invalidates no link; two links to one address confirm that address only', async () => {
    const { auth, email } = await confirmedAccount()
    const fresh = nextEmail()
    await auth.updateUser({ email: fresh })
    const first = tokenOf(await mailedLink(server, email))
    expect((await auth.resend({ type: 'email_change', email })).error).toBeNull()
    const second = tokenOf(await mailedLink(server, email))
    const verify = (token_hash: string) => auth.verifyOtp({ token_hash, type: 'email_change' })
    expect((await verify(first)).error).toBeNull()
    expect((await verify(second)).error?.code).toBe('otp_expired')
    await auth.resend({ type: 'email_change', email })
    expect(tokenOf(await mailedLink(server, email))).toBe(second)
    const last = await verify(tokenOf(await mailedLink(server, fresh)))
    expect(last.data.user?.email).toBe(fresh)
  })

  async function confirmedAccount() {
    const email = nextEmail()
    const auth = client(server.url)
    await auth.signUp({ email, password })
    await auth.verifyOtp({ token_hash: tokenOf(await mailedLink(server, email)), type: 'signup' })
    return { auth, email }
  }

  test('an e-mail change waits for both addresses', async () => {
    const { auth, email } = await confirmedAccount()
    const fresh = nextEmail()
    const { data } = await auth.updateUser({ email: fresh })
    expect(data.user).toMatchObject({ email, new_email: fresh })
    const tokens = [
      tokenOf(await mailedLink(server, email)),
      tokenOf(await mailedLink(server, fresh)),
    ] as const
    const first = await auth.verifyOtp({ token_hash: tokens[0], type: 'email_change' })
    expect(first.error).toBeNull()
    expect(first.data).toEqual({ user: null, session: null })
    expect((await auth.getUser()).data.user?.email).toBe(email)
    const second = await auth.verifyOtp({ token_hash: tokens[1], type: 'email_change' })
    expect(second.data.user?.email).toBe(fresh)
  })

  test('a mailed link redirects to a listed origin with the session, once only', async () => {
    const { email } = await confirmedAccount()
    const auth = client(server.url)
    await auth.resetPasswordForEmail(email, { redirectTo: 'https://app.example.org/new-password' })
    const link = await mailedLink(server, email)
    expect(link.pathname).toBe('/auth/v1/verify')
    const follow = (method = 'GET') =>
      fetch(`${server.url}${link.pathname}${link.search}`, { redirect: 'manual', method })
    expect((await follow('HEAD')).status).toBe(303)
    const response = await follow()
    expect(response.status).toBe(303)
    const target = new URL(response.headers.get('location') ?? '')
    expect(target.origin + target.pathname).toBe('https://app.example.org/new-password')
    const hash = new URLSearchParams(target.hash.slice(1))
    expect([...hash.keys()]).toEqual([
      'access_token',
      'expires_at',
      'expires_in',
      'refresh_token',
      'sb',
      'token_type',
      'type',
    ])
    expect((await client(server.url).getUser(hash.get('access_token') ?? '')).data.user?.email).toBe(email)
    const again = new URL((await follow()).headers.get('location') ?? '')
    expect(new URLSearchParams(again.hash.slice(1)).get('error_code')).toBe('otp_expired')
  })

  test('a link never redirects to an unlisted origin', async () => {
    const { email } = await confirmedAccount()
    await client(server.url).resetPasswordForEmail(email, { redirectTo: 'https://evil.example.org/' })
    const link = await mailedLink(server, email)
    expect(link.href).toStartWith('http://localhost:3000/reset?token_hash=')
    const response = await fetch(
      `${server.url}/auth/v1/verify?token=nothing&type=recovery&redirect_to=https://evil.example.org/`,
      { redirect: 'manual' },
    )
    expect(response.headers.get('location')).toStartWith('http://localhost:3000/#error=access_denied')
  })

  test('a link redirects to any loopback name without PUBLIC_URL', async () => {
    const { email } = await confirmedAccount()
    const redirectTo = 'http://127.0.0.1:3000/back'
    await client(server.url).resetPasswordForEmail(email, { redirectTo })
    const link = await mailedLink(server, email)
    expect(link.searchParams.get('redirect_to')).toBe(redirectTo)
    const response = await fetch(`${server.url}${link.pathname}${link.search}`, { redirect: 'manual' })
    expect(response.headers.get('location')).toStartWith(`${redirectTo}#access_token=`)
  })

  test('PKCE: the link returns a code that only the verifier exchanges for a session', async () => {
    const { email } = await confirmedAccount()
    const auth = client(server.url, { flowType: 'pkce' })
    const redirectTo = 'https://app.example.org/back'
    expect((await auth.resetPasswordForEmail(email, { redirectTo })).error).toBeNull()
    const link = await mailedLink(server, email)
    expect(tokenOf(link)).toStartWith('pkce_')
    const response = await fetch(`${server.url}${link.pathname}${link.search}`, { redirect: 'manual' })
    const target = new URL(response.headers.get('location') ?? '')
    expect(target.hash).toBe('')
    const code = target.searchParams.get('code') ?? ''
    const wrong = await fetch(`${server.url}/auth/v1/token?grant_type=pkce`, {
      method: 'POST',
      body: JSON.stringify({ auth_code: code, code_verifier: 'x'.repeat(56) }),
    })
    expect(await wrong.json()).toMatchObject({ error_code: 'bad_code_verifier' })
    const { data, error } = await auth.exchangeCodeForSession(code)
    expect(error).toBeNull()
    expect(data.user?.email).toBe(email)
    const again = await fetch(`${server.url}/auth/v1/token?grant_type=pkce`, {
      method: 'POST',
      body: JSON.stringify({ auth_code: code, code_verifier: 'x'.repeat(56) }),
    })
    expect(again.status).toBe(404)
  })
})
