import { expect } from 'bun:test'
import type { UserId } from '#contract/ids.ts'
import { cookiesOf, type TestApp } from '../../../../tests/support/app.ts'

export const password = 'correct horse'
export const ann = { email: 'ann@example.org', password, firstName: 'Ann', lastName: 'Bonny' }

/** @returns the cookie */
export async function signedInPage(testApp: TestApp, person = ann): Promise<string> {
  const up = await testApp.page('/api/auth/sign-up', { json: person })
  expect(up.status).toBe(201)
  return signIn(testApp, person.email, person.password, cookiesOf(up))
}

/** @param cookie of a session that ends */
export async function signIn(testApp: TestApp, email: string, secret: string, cookie = ''): Promise<string> {
  const response = await testApp.page('/api/auth/sign-in', { json: { email, password: secret }, cookie })
  expect(response.status).toBe(200)
  return cookiesOf(response)
}

export async function mailedToken({ deps, mails, sendMails }: TestApp, to: string): Promise<string> {
  await deps.auth.drain()
  await sendMails()
  const text = mails.findLast(mail => mail.to === to)?.text ?? ''
  const link = new URL(/https?:\S+/.exec(text)?.[0] ?? 'about:blank')
  return link.searchParams.get('token_hash') ?? link.searchParams.get('token') ?? ''
}

export interface GoTrueSession {
  access_token: string
  refresh_token: string
  user: { id: UserId; email: string }
}

/** Sends a request to the GoTrue API. */
export async function program(
  { app }: TestApp,
  path: string,
  init: { method?: string; json?: unknown; token?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  return app.request(`http://reelstake.test/auth/v1${path}`, {
    method: init.method ?? (init.json === undefined ? 'GET' : 'POST'),
    ...(init.json !== undefined && { body: JSON.stringify(init.json) }),
    headers: { ...(init.token !== undefined && { authorization: `Bearer ${init.token}` }), ...init.headers },
  })
}

export async function signUpGotrue(testApp: TestApp, email = ann.email): Promise<GoTrueSession> {
  const response = await program(testApp, '/signup', { json: { email, password } })
  expect(response.status).toBe(200)
  return response.json()
}
