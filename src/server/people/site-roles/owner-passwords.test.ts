import { describe, expect, test } from 'bun:test'
import { admin, pipeAdmin } from '#server/cli/test-support.ts'
import { inTransaction } from '#server/db/connection.ts'
import { cookiesOf, makeTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { changeRows } from '../../../../tests/support/rows.ts'
import { setPasswords } from '../../../../tests/support/states.ts'
import { makeOwnerToken } from './index.ts'

const email = 'me@example.com'
const [short, long] = ['marlin-1234', 'marlin-12345']

async function signUp(app: TestApp, password: string): Promise<string> {
  const json = { email, password, firstName: 'Ana', lastName: 'Reyes' }
  return cookiesOf(await app.page('/api/auth/sign-up', { json }))
}

const signIn = (app: TestApp, password: string) =>
  app.page('/api/auth/sign-in', { json: { email, password } })

async function accept(app: TestApp, cookie: string): Promise<[number, string | undefined]> {
  const token = await inTransaction(app.db, trx => makeOwnerToken(trx, app.deps.now()))
  const answer = await app.page(`/api/owner-link/${token}/accept`, { method: 'POST', cookie })
  return [answer.status, (await answer.json()).message]
}

const change = (app: TestApp, cookie: string, currentPassword: string, password: string) =>
  app.page('/api/auth/password', { json: { currentPassword, password }, cookie })

/** Makes rows like those from before the length was stored. */
const forget = (app: TestApp) => changeRows(app.db, 'users', { has_long_password: null })

const risks = async (app: TestApp): Promise<string> =>
  (await admin(app, 'doctor')).out.filter(line => line.startsWith('RISK  Owner')).join('\n')

describe('becoming an owner', () => {
  const why = 'An owner needs a password of at least 12 characters.'

  test('needs a password of 12 characters, by link and by command', async () => {
    const app = await makeTestApp()
    const cookie = await signUp(app, short)
    expect(await accept(app, cookie)).toEqual([409, `${why} Please choose one on the account page.`])
    const { code, out } = await admin(app, 'grant', email, 'owner')
    expect([code, out.join('\n')]).toEqual([1, `${why} Ask this person to choose one on the account page.`])
    expect((await change(app, cookie, short, long)).status).toBe(200)
    expect(await accept(app, cookie)).toEqual([200, undefined])
  })

  test('works at once with a long one', async () => {
    const app = await makeTestApp()
    expect(await accept(app, await signUp(app, long))).toEqual([200, undefined])
  })

  test('needs a new sign-in when the length is not known', async () => {
    const app = await makeTestApp()
    const cookie = await signUp(app, long)
    await forget(app)
    expect(await accept(app, cookie)).toEqual([
      409,
      `${why} Please sign out and in again, so that its length is known.`,
    ])
    expect(await accept(app, cookiesOf(await signIn(app, long)))).toEqual([200, undefined])
  })

  test('an organiser needs none', async () => {
    const app = await makeTestApp()
    await signUp(app, short)
    expect((await admin(app, 'grant', email, 'organiser')).code).toBe(0)
  })
})

describe('an owner', () => {
  const text = 'You own this site, so your password must be at least 12 characters'

  test('can’t choose a short password: on the account page, by a program, by a mailed link, by command', async () => {
    const app = await makeTestApp()
    const cookie = await signUp(app, long)
    await accept(app, cookie)

    const response = await change(app, cookie, long, short)
    expect([response.status, (await response.json()).issues]).toEqual([
      400,
      [{ path: 'password', message: text }],
    ])

    const token = await app.page('/auth/v1/token?grant_type=password', { json: { email, password: long } })
    const { access_token: bearer } = await token.json()
    const put = await app.page('/auth/v1/user', {
      method: 'PUT',
      json: { password: short },
      headers: { authorization: `Bearer ${bearer}` },
    })
    expect([put.status, (await put.json()).error_code]).toEqual([422, 'weak_password'])

    const link = new URL((await admin(app, 'reset-link', email)).out[0] ?? '')
    const json = { token: link.searchParams.get('token_hash'), password: short }
    const reset = await app.page('/api/auth/reset', { json })
    expect([reset.status, (await reset.json()).issues]).toEqual([400, [{ path: 'password', message: text }]])

    const result = await pipeAdmin(app, short, 'reset-password', email)
    expect(result).toEqual({ code: 1, out: [text] })

    expect((await signIn(app, long)).status).toBe(200)
    // The link still works.
    expect((await app.page('/api/auth/reset', { json: { ...json, password: `${long}6` } })).status).toBe(200)
    expect((await signIn(app, `${long}6`)).status).toBe(200)
  })

  test('with a short password from before stays one, and is told once it was typed', async () => {
    const app = await makeTestApp()
    const cookie = await signUp(app, long)
    await accept(app, cookie)
    await setPasswords(app.db, short)
    await forget(app)
    expect(await risks(app)).toBe('')
    const again = cookiesOf(await signIn(app, short))
    expect((await app.page('/api/admin/checklist', { cookie: again })).status).toBe(200)
    expect(await risks(app)).toBe(
      `RISK  Owner: ${email}: an owner’s password needs at least 12 characters. Choose a longer one on the account page.`,
    )
    expect((await change(app, again, short, long)).status).toBe(200)
    expect(await risks(app)).toBe('')
  })
})
