import { describe, expect, test } from 'bun:test'
import { dailyLimits, limits } from '#contract/limits.ts'
import { inTransaction } from '#server/db/connection.ts'
import { countRows } from '#server/db/rows.ts'
import { RateLimit } from '#server/http/rate-limit.ts'
import { networkOf } from '#server/ip-network.ts'
import { cookiesOf, makeTestApp, makeTestDb, type TestApp } from '../../../../../tests/support/app.ts'
import { ann, mailedToken, password, program, signedInPage } from '../test-support.ts'
import { rememberNetwork } from './known-networks.queries.ts'
import { findToken, issueToken } from './one-time-tokens.queries.ts'

const start = Date.UTC(2026, 5, 1)

async function throttledApp(env: Record<string, string> = {}) {
  const testApp = await makeTestApp({ RATE_LIMIT: 'on', ...env })
  testApp.setNow(start)
  return testApp
}

const counting = async (monotonicNow: () => number) => ({
  db: await makeTestDb(),
  env: { rateLimit: true },
  monotonicNow,
})

const attempt = ({ page }: TestApp, email: string, secret: string) =>
  page('/api/auth/sign-in', { json: { email, password: secret } })

describe('per account', () => {
  test('answers 429 with Retry-After after five failures, the same for known and unknown addresses', async () => {
    const testApp = await throttledApp()
    await testApp.page('/api/auth/sign-up', { json: ann })
    for (const email of [ann.email, 'nobody@example.org']) {
      const statuses: number[] = []
      for (let count = 0; count < 5; count += 1) statuses.push((await attempt(testApp, email, 'no')).status)
      const response = await attempt(testApp, email, 'no')
      expect([...statuses, response.status]).toEqual([400, 400, 400, 400, 400, 429])
      expect(response.headers.get('retry-after')).toBe('1')
      expect((await response.json()).error).toBe('too_many_attempts')
    }
  })

  test('answers 429 over_request_rate_limit in the GoTrue API too, whatever the case of the address', async () => {
    const testApp = await throttledApp()
    for (let count = 0; count < 5; count += 1) await attempt(testApp, ann.email, 'no')
    const json = { email: 'ANN@EXAMPLE.ORG', password: 'no' }
    const response = await program(testApp, '/token?grant_type=password', { json })
    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('1')
    expect((await response.json()).error_code).toBe('over_request_rate_limit')
  })

  test('counts parallel attempts', async () => {
    const testApp = await throttledApp()
    const answers = await Promise.all(Array.from({ length: 12 }, () => attempt(testApp, ann.email, 'no')))
    expect(answers.filter(answer => answer.status === 400)).toHaveLength(5)
  })

  test('accepts the right password after the delay, and then resets the count', async () => {
    const testApp = await throttledApp()
    await testApp.page('/api/auth/sign-up', { json: ann })
    for (let count = 0; count < 5; count += 1) await attempt(testApp, ann.email, 'no')
    expect((await attempt(testApp, ann.email, password)).status).toBe(429)
    testApp.setNow(start + 1000)
    expect((await attempt(testApp, ann.email, password)).status).toBe(200)
    expect((await attempt(testApp, ann.email, 'no')).status).toBe(400)
  })

  test('recovery requests every minute end no earlier link', async () => {
    const testApp = await throttledApp()
    await testApp.page('/api/auth/sign-up', { json: ann })
    await testApp.page('/api/auth/recover', { json: { email: ann.email } })
    const token = await mailedToken(testApp, ann.email)
    for (let minutes = 1; minutes < 59; minutes += 1) {
      testApp.setNow(start + minutes * 61_000)
      await program(testApp, '/recover', { json: { email: ann.email } })
      await mailedToken(testApp, ann.email)
    }
    expect(testApp.mails).toHaveLength(59)
    const reset = await testApp.page('/api/auth/reset', { json: { token, password: 'found again' } })
    expect(reset.status).toBe(200)
  })

  test('recovery works while sign-in is throttled', async () => {
    const testApp = await throttledApp()
    await testApp.page('/api/auth/sign-up', { json: ann })
    for (let count = 0; count < 5; count += 1) await attempt(testApp, ann.email, 'no')
    await testApp.page('/api/auth/recover', { json: { email: ann.email } })
    const token = await mailedToken(testApp, ann.email)
    const reset = await testApp.page('/api/auth/reset', { json: { token, password: 'found again' } })
    expect(reset.status).toBe(200)
    expect((await attempt(testApp, ann.email, 'found again')).status).toBe(200)
  })

  test('the delay doubles from one second to sixty and is forgotten after an hour', async () => {
    let now = 0
    const delay = new RateLimit(
      { name: 'test', points: 5, windowSeconds: 3600, pauses: { firstSeconds: 1, longestSeconds: 60 } },
      await counting(() => now),
    )
    const waits: number[] = []
    for (let count = 0; count < 14; count += 1) {
      let seconds = 0
      for (;;) {
        try {
          await delay.take('ann')
          break
        } catch {
          now += 1000
          seconds += 1
        }
      }
      waits.push(seconds)
    }
    expect(waits).toEqual([0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60])
    now += 3_600_000
    await delay.take('ann')
    await delay.take('ann')
  })
})

describe('guesses of strangers do not lock an account', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const signIn = (testApp: TestApp, secret: string, address: string, cookie?: string) =>
    testApp.page('/api/auth/sign-in', {
      json: { email: ann.email, password: secret },
      headers: from(address),
      ...(cookie !== undefined && { cookie }),
    })
  const proxiedApp = async () => {
    const testApp = await throttledApp({ TRUST_PROXY: 'on' })
    await testApp.page('/api/auth/sign-up', { json: ann })
    return testApp
  }
  const guess = async (testApp: TestApp, address: string, cookie?: string) => {
    for (let count = 0; count < 5; count += 1)
      expect((await signIn(testApp, 'no', address, cookie)).status).toBe(400)
    expect((await signIn(testApp, 'no', address, cookie)).status).toBe(429)
  }

  test('the owner signs in each minute while three networks guess every two seconds', async () => {
    const testApp = await proxiedApp()
    for (let seconds = 0; seconds < 240; seconds += 2) {
      testApp.setNow(start + seconds * 1000)
      for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) await signIn(testApp, 'no', address)
      if (seconds % 60 === 58) expect((await signIn(testApp, password, '198.51.100.7')).status).toBe(200)
    }
  })

  test('a known browser is not delayed by guesses from its own network', async () => {
    const testApp = await proxiedApp()
    const device = cookiesOf(await signIn(testApp, password, '192.0.2.1'))
    await guess(testApp, '192.0.2.1')
    const { token } = testApp.deps.auth.throttles
    for (let count = 0; count < limits.networkSignIns; count += 1)
      await token.take('192.0.2.1').catch(() => {})
    expect((await signIn(testApp, password, '192.0.2.1')).status).toBe(429)
    expect((await signIn(testApp, password, '192.0.2.1', device)).status).toBe(200)
  })

  test('browsers of one account share a limit on password hashing', async () => {
    const testApp = await proxiedApp()
    const first = cookiesOf(await signIn(testApp, password, '192.0.2.1'))
    const second = cookiesOf(await signIn(testApp, password, '192.0.2.2'))
    const { token } = testApp.deps.auth.throttles
    const { id } = await testApp.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    for (let count = 1; count < limits.networkSignIns; count += 1) await token.take(`account ${id}`)
    expect((await signIn(testApp, password, '192.0.2.1', first)).status).toBe(200)
    expect((await signIn(testApp, password, '192.0.2.2', second)).status).toBe(429)
    expect((await signIn(testApp, password, '192.0.2.2')).status).toBe(200)
  })

  test('a known browser is delayed by its own guesses; a forged or another account’s device cookie has no effect', async () => {
    const testApp = await proxiedApp()
    const device = cookiesOf(await signIn(testApp, password, '192.0.2.1'))
    await guess(testApp, '192.0.2.1', device)
    expect((await signIn(testApp, password, '192.0.2.9', device)).status).toBe(429)

    await testApp.page('/api/auth/sign-up', { json: { ...ann, email: 'bob@example.org' } })
    const json = { email: 'bob@example.org', password }
    const others = cookiesOf(await testApp.page('/api/auth/sign-in', { json, headers: from('192.0.2.4') }))
    await guess(testApp, '192.0.2.4')
    for (const cookie of [
      others,
      'device=AAAAAAAAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA',
      'device=',
      device.slice(0, -1),
    ])
      expect((await signIn(testApp, password, '192.0.2.4', cookie)).status).toBe(429)
  })

  test('guesses from many networks share a limit that known networks and browsers are exempt from', async () => {
    const testApp = await proxiedApp()
    const device = cookiesOf(await signIn(testApp, password, '198.51.100.7'))
    for (let count = 0; count < 200; count += 1)
      await testApp.deps.auth.throttles.strangers.take(ann.email).catch(() => {})
    expect((await signIn(testApp, password, '203.0.113.1')).status).toBe(429)
    expect((await signIn(testApp, password, '203.0.113.1', device)).status).toBe(200)
    const response = await program(testApp, '/token?grant_type=password', {
      json: { email: ann.email, password },
      headers: from('198.51.100.7'),
    })
    expect(response.status).toBe(200)
    testApp.setNow(start + 300_000)
    expect((await signIn(testApp, password, '203.0.113.2')).status).toBe(200)
  })

  test('an account remembers its latest twenty networks', async () => {
    const { db } = await proxiedApp()
    const { id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    await inTransaction(db, async trx => {
      for (let n = 1; n <= 25; n += 1) await rememberNetwork(trx, id, `192.0.2.${n}`, n)
    })
    const networks = await db.selectFrom('known_networks').select('network').orderBy('signed_in_at').execute()
    expect([networks.length, networks[0]?.network]).toEqual([20, '192.0.2.7'])
  })

  test('an account has its latest 150 links of a type', async () => {
    const { db } = await proxiedApp()
    const { id: userId } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    const token = { userId, email: ann.email, challenge: null }
    const count = await inTransaction(db, async trx => {
      await issueToken(trx, { ...token, type: 'signup' }, start)
      const first = await issueToken(trx, { ...token, type: 'recovery' }, start)
      for (let n = 1; n <= 150; n += 1) await issueToken(trx, { ...token, type: 'recovery' }, start + n)
      expect(await findToken(trx, first, ['recovery'], start)).toBeUndefined()
      return countRows(trx.selectFrom('one_time_tokens'))
    })
    expect(count).toBe(151)
  })

  test('guesses of the current password in a session delay that session only', async () => {
    const testApp = await proxiedApp()
    const stolenCookie = cookiesOf(await signIn(testApp, password, '192.0.2.1'))
    const ownCookie = cookiesOf(await signIn(testApp, password, '192.0.2.2'))
    const change = (cookie: string, currentPassword: string) =>
      testApp.page('/api/auth/password', { cookie, json: { currentPassword, password: 'another one' } })
    for (let count = 0; count < 5; count += 1) expect((await change(stolenCookie, 'no')).status).toBe(400)
    expect((await change(stolenCookie, 'no')).status).toBe(429)
    expect((await change(ownCookie, password)).status).toBe(200)
  })

  test('a clock set back by a day makes no delay longer than its maximum', async () => {
    const testApp = await proxiedApp()
    await guess(testApp, '192.0.2.1')
    testApp.setDate(start - 86_400_000)
    const response = await signIn(testApp, password, '192.0.2.1')
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '1'])
    testApp.setNow(start + 1000)
    expect((await signIn(testApp, password, '192.0.2.1')).status).toBe(200)

    let clock = 86_400_000
    const rule = {
      name: 'delay',
      points: 1,
      windowSeconds: 3600,
      pauses: { firstSeconds: 8, longestSeconds: 60 },
    }
    const delay = new RateLimit(rule, await counting(() => clock))
    const limit = new RateLimit({ name: 'limit', points: 1, windowSeconds: 20 }, await counting(() => clock))
    await delay.take('ann')
    await limit.take('ann')
    clock = 0
    await expect(delay.take('ann')).rejects.toThrow('in 8 seconds')
    await expect(limit.take('ann')).rejects.toThrow('in 20 seconds')
  })
})

describe('per address', () => {
  test('answers 429 after 600 token requests, 400 verifications and sign-ups and 100 mails in ten minutes', async () => {
    const testApp = await throttledApp()
    const spend = async (times: number, ask: () => Promise<Response>) => {
      for (let count = 0; count < times; count += 1) expect((await ask()).status).not.toBe(429)
      expect((await ask()).status).toBe(429)
      testApp.setNow(start + 600_000)
      expect((await ask()).status).not.toBe(429)
      testApp.setNow(start)
    }
    await spend(600, () => program(testApp, '/token?grant_type=refresh_token', { json: {} }))
    await spend(400, () => program(testApp, '/verify', { json: { type: 'signup', token_hash: 'x' } }))
    await spend(400, () => program(testApp, '/signup', { json: { email: 'x' } }))
    await spend(100, () => testApp.page('/api/auth/recover', { json: {} }))
  })

  test('300 people on one network get in within ten minutes, by page and by API client, and a robot is stopped', async () => {
    const testApp = await throttledApp({ SITE_GATE: 'on', SITE_PASSWORD: 'tight lines' })
    const unlock = () => testApp.page('/api/validate-password', { json: { password: 'tight lines' } })
    const headers = { cookie: cookiesOf(await unlock()) }
    const ask = (path: string, json: object) => program(testApp, path, { json, headers })
    // Requests that end before a password is hashed, which takes a tenth of a second.
    const arrive = async (n: number) => {
      testApp.setNow(start + n * 2000)
      const answers = [
        await unlock(),
        n % 2 === 0
          ? await testApp.page('/api/auth/sign-up', { json: { email: 'x' }, headers })
          : await ask('/signup', { email: 'x' }),
        await ask('/verify', { type: 'signup', token_hash: 'x' }),
        await ask('/token?grant_type=refresh_token', {}),
      ]
      return answers.map(({ status }) => status)
    }
    for (let n = 0; n < 299; n++) expect([n, await arrive(n)]).toEqual([n, [200, 400, 403, 400]])
    expect(dailyLimits.signUps).toBeGreaterThan(300)
    const person = { email: ann.email, password }
    const responses = [await ask('/signup', person), await ask('/token?grant_type=password', person)]
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    for (let n = 0; n < 100; n++) await ask('/signup', { email: 'x' })
    const response = await ask('/signup', { email: 'x' })
    expect([response.status, Number(response.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
    expect((await response.json()).msg).toMatch(/^Too many attempts\. Please try again in \d/)
    expect(testApp.logs).toContainEqual(
      expect.objectContaining({ level: 'warn', message: 'too many requests', path: '/auth/v1/signup' }),
    )
    expect(testApp.deps.metrics.text()).toContain(
      'reelstake_throttled_requests_total{route="/auth/v1/signup"} 1\n',
    )
  })

  test('an IPv6 /64 counts as one network', () => {
    expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
    expect(networkOf('2001:0db8:0001:0002::9')).toBe('2001:db8:1:2::/64')
    expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64')
    expect(networkOf('::1')).toBe('0:0:0:0::/64')
    expect(networkOf('::ffff:192.0.2.1')).toBe('192.0.2.1')
    expect(networkOf('192.0.2.1')).toBe('192.0.2.1')
  })
})

describe('mail', () => {
  test('is sent once a minute per address and kind, with the same answer 200', async () => {
    const testApp = await throttledApp()
    await testApp.page('/api/auth/sign-up', { json: ann })
    const recover = async () => {
      const response = await testApp.page('/api/auth/recover', { json: { email: ann.email } })
      expect([response.status, await response.text()]).toEqual([200, '{}'])
      await mailedToken(testApp, ann.email)
      return testApp.mails.length
    }
    expect([await recover(), await recover()]).toEqual([1, 1])
    testApp.setNow(start + 60_000)
    expect(await recover()).toBe(2)
  })

  test('a sign-up within a minute after a stranger’s turns the mailed link into one that asks for a password', async () => {
    const testApp = await throttledApp({ AUTH_AUTOCONFIRM: 'off' })
    await testApp.page('/api/auth/sign-up', { json: { ...ann, password: 'not Ann at all' } })
    testApp.setNow(start + 20_000)
    expect((await testApp.page('/api/auth/sign-up', { json: ann })).status).toBe(201)
    await testApp.sendMails()
    expect(testApp.mails).toHaveLength(1)
    const json = { token: await mailedToken(testApp, ann.email), type: 'signup' }
    const confirmation = await testApp.page('/api/auth/confirm', { json })
    expect(await confirmation.json()).toEqual({ user: null, pending: false, passwordRequired: true })
  })

  test('recovery requests through the GoTrue API do not block a link requested on a page', async () => {
    const testApp = await throttledApp({ PUBLIC_URL: 'http://reelstake.test' })
    await testApp.page('/api/auth/sign-up', { json: ann })
    const to = encodeURIComponent('http://reelstake.test/')
    const challenge = { code_challenge: 'x'.repeat(43), code_challenge_method: 's256' }
    for (let count = 0; count < 2; count += 1)
      await program(testApp, `/recover?redirect_to=${to}`, { json: { email: ann.email, ...challenge } })
    await testApp.page('/api/auth/recover', { json: { email: ann.email } })
    await mailedToken(testApp, ann.email)
    expect(testApp.mails).toHaveLength(2)
    const own = testApp.mails.find(({ text }) => text.includes('/reset?token_hash='))
    const token = /token_hash=([\w-]+)/.exec(own?.text ?? '')?.[1]
    const reset = await testApp.page('/api/auth/reset', { json: { token, password: 'another one' } })
    expect(reset.status).toBe(200)
  })

  test('a stranger’s resend request does not block the mail of a first sign-up', async () => {
    const testApp = await throttledApp({ AUTH_AUTOCONFIRM: 'off' })
    await program(testApp, '/resend', { json: { type: 'signup', email: ann.email } })
    await mailedToken(testApp, ann.email)
    await testApp.page('/api/auth/sign-up', { json: ann })
    await testApp.sendMails()
    expect(testApp.mails).toHaveLength(1)
  })

  test('a stranger’s resend request does not block the owner’s change of address', async () => {
    const testApp = await throttledApp()
    const cookie = await signedInPage(testApp)
    Object.assign(testApp.deps.env, { authAutoconfirm: false })
    const change = (email: string) =>
      testApp.page('/api/auth/email', { cookie, json: { email, currentPassword: password } })
    await program(testApp, '/resend', { json: { type: 'email_change', email: ann.email } })
    await mailedToken(testApp, ann.email)
    expect((await change('anne@example.org')).status).toBe(200)
    testApp.setNow(start + 60_000)
    await program(testApp, '/resend', { json: { type: 'email_change', email: ann.email } })
    await mailedToken(testApp, ann.email)
    expect((await change('anna@example.org')).status).toBe(200)
  })
})
