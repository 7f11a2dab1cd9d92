import { describe, expect, test } from 'bun:test'
import { networkOf } from '#server/http/network.ts'
import { makeTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { GrowingDelay } from './growing-delay.ts'
import { ann, mailedToken, password, program, signedInPage } from './test-support.ts'

const start = Date.UTC(2026, 5, 1)

async function throttledApp(env: Record<string, string> = {}) {
  const testApp = await makeTestApp({ RATE_LIMIT: 'on', ...env })
  testApp.setNow(start)
  return testApp
}

const attempt = ({ page }: TestApp, email: string, secret: string) =>
  page('/api/auth/sign-in', { json: { email, password: secret } })

describe('per account', () => {
  test('429 with Retry-After after five failures, alike for a known and an unknown address', async () => {
    const testApp = await throttledApp()
    await testApp.page('/api/auth/sign-up', { json: ann })
    for (const email of [ann.email, 'nobody@example.org']) {
      const statuses: number[] = []
      for (let count = 0; count < 5; count += 1) statuses.push((await attempt(testApp, email, 'no')).status)
      const refused = await attempt(testApp, email, 'no')
      expect([...statuses, refused.status]).toEqual([400, 400, 400, 400, 400, 429])
      expect(refused.headers.get('retry-after')).toBe('1')
      expect((await refused.json()).error).toBe('too_many_attempts')
    }
  })

  test('429 over_request_rate_limit at the other door, too, and capital letters are no way round', async () => {
    const testApp = await throttledApp()
    for (let count = 0; count < 5; count += 1) await attempt(testApp, ann.email, 'no')
    const json = { email: 'ANN@EXAMPLE.ORG', password: 'no' }
    const refused = await program(testApp, '/token?grant_type=password', { json })
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('1')
    expect((await refused.json()).error_code).toBe('over_request_rate_limit')
  })

  test('many at once are no way round', async () => {
    const testApp = await throttledApp()
    const answers = await Promise.all(Array.from({ length: 12 }, () => attempt(testApp, ann.email, 'no')))
    expect(answers.filter(answer => answer.status === 400)).toHaveLength(5)
  })

  test('never for good: after the wait the right password works, and all is forgotten', async () => {
    const testApp = await throttledApp()
    await testApp.page('/api/auth/sign-up', { json: ann })
    for (let count = 0; count < 5; count += 1) await attempt(testApp, ann.email, 'no')
    expect((await attempt(testApp, ann.email, password)).status).toBe(429)
    testApp.setNow(start + 1000)
    expect((await attempt(testApp, ann.email, password)).status).toBe(200)
    expect((await attempt(testApp, ann.email, 'no')).status).toBe(400)
  })

  test('recovery stays possible', async () => {
    const testApp = await throttledApp()
    await testApp.page('/api/auth/sign-up', { json: ann })
    for (let count = 0; count < 5; count += 1) await attempt(testApp, ann.email, 'no')
    await testApp.page('/api/auth/recover', { json: { email: ann.email } })
    const token = await mailedToken(testApp, ann.email)
    const reset = await testApp.page('/api/auth/reset', { json: { token, password: 'found again' } })
    expect(reset.status).toBe(200)
    expect((await attempt(testApp, ann.email, 'found again')).status).toBe(200)
  })

  test('the delay doubles from one second to sixty and is forgotten after an hour', () => {
    let now = 0
    const delay = new GrowingDelay(
      { free: 5, firstSeconds: 1, maxSeconds: 60, forgetSeconds: 3600 },
      true,
      () => now,
    )
    const waits: number[] = []
    for (let count = 0; count < 14; count += 1) {
      let waited = 0
      for (;;) {
        try {
          delay.take('ann')
          break
        } catch {
          now += 1000
          waited += 1
        }
      }
      waits.push(waited)
    }
    expect(waits).toEqual([0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60])
    now += 3_600_000
    delay.take('ann')
    delay.take('ann')
  })
})

describe('per address', () => {
  test('429 after 150 tokens, 30 verifications and 30 sign-ups in five minutes; then again', async () => {
    const testApp = await throttledApp()
    const spend = async (times: number, ask: () => Promise<Response>) => {
      for (let count = 0; count < times; count += 1) expect((await ask()).status).not.toBe(429)
      expect((await ask()).status).toBe(429)
      testApp.setNow(start + 300_000)
      expect((await ask()).status).not.toBe(429)
      testApp.setNow(start)
    }
    await spend(150, () => program(testApp, '/token?grant_type=refresh_token', { json: {} }))
    await spend(30, () => program(testApp, '/verify', { json: { type: 'signup', token_hash: 'x' } }))
    await spend(30, () => program(testApp, '/signup', { json: { email: 'x' } }))
    await spend(30, () => testApp.page('/api/auth/recover', { json: {} }))
  })

  test('a household with IPv6 is one address', () => {
    expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
    expect(networkOf('2001:0db8:0001:0002::9')).toBe('2001:db8:1:2::/64')
    expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64')
    expect(networkOf('::1')).toBe('0:0:0:0::/64')
    expect(networkOf('::ffff:192.0.2.1')).toBe('192.0.2.1')
    expect(networkOf('192.0.2.1')).toBe('192.0.2.1')
  })
})

describe('mail', () => {
  test('one a minute to an address and of a kind, the answer the same 200', async () => {
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

  test('a sign-up within the minute after a stranger’s is not dropped in silence: the link asks for a password', async () => {
    const testApp = await throttledApp({ AUTH_AUTOCONFIRM: 'off' })
    await testApp.page('/api/auth/sign-up', { json: { ...ann, password: 'not Ann at all' } })
    testApp.setNow(start + 20_000)
    expect((await testApp.page('/api/auth/sign-up', { json: ann })).status).toBe(201)
    expect(testApp.mails).toHaveLength(1)
    const json = { token: await mailedToken(testApp, ann.email), type: 'signup' }
    const confirmed = await testApp.page('/api/auth/confirm', { json })
    expect(await confirmed.json()).toEqual({ user: null, pending: false, passwordRequired: true })
  })

  test('a stranger’s request to resend never takes the mail of a first sign-up', async () => {
    const testApp = await throttledApp({ AUTH_AUTOCONFIRM: 'off' })
    await program(testApp, '/resend', { json: { type: 'signup', email: ann.email } })
    await mailedToken(testApp, ann.email)
    await testApp.page('/api/auth/sign-up', { json: ann })
    expect(testApp.mails).toHaveLength(1)
  })

  test('a stranger’s request to resend never refuses the owner’s change of address', async () => {
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
