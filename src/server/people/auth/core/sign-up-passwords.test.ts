import { describe, expect, test } from 'bun:test'
import { cookiesOf, makeTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { ann, mailedToken, password } from '../test-support.ts'

const stranger = 'the stranger chose it'
const passwordPrompt = { user: null, pending: false, passwordRequired: true }

async function confirmingApp() {
  const testApp = await makeTestApp({ AUTH_AUTOCONFIRM: 'off' })
  const post = (path: string, json: unknown) => testApp.page(`/api/auth/${path}`, { json })
  return {
    testApp,
    post,
    /** @returns the mailed token */
    signUp: async (secret: string, firstName = 'Ann') => {
      const response = await post('sign-up', { ...ann, firstName, password: secret })
      expect([response.status, await response.json()]).toEqual([
        201,
        { user: null, confirmationRequired: true },
      ])
      return mailedToken(testApp, ann.email)
    },
    confirm: async (token: string) => (await post('confirm', { token, type: 'signup' })).json(),
    /** Undefined on success. */
    refusal: async (secret: string) =>
      (await (await post('sign-in', { email: ann.email, password: secret })).json()).error,
  }
}

const user = ({ db }: TestApp) => db.selectFrom('users').selectAll().executeTakeFirstOrThrow()

describe('a confirmation activates only the password of its own sign-up', () => {
  for (const [order, first, second] of [
    ['a stranger first', stranger, password],
    ['a stranger second', password, stranger],
  ] as const)
    for (const link of ['older', 'newer'] as const)
      test(`${order}: the ${link} link asks for a new password, and neither earlier password works`, async () => {
        const { testApp, post, signUp, confirm, refusal } = await confirmingApp()
        const older = await signUp(first)
        const newer = await signUp(second)
        const token = link === 'older' ? older : newer
        expect(await confirm(token)).toEqual(passwordPrompt)
        // The check doesn't consume the token.
        expect(await confirm(token)).toEqual(passwordPrompt)
        expect((await user(testApp)).email_confirmed_at).toBeNull()
        for (const secret of [stranger, password]) expect(await refusal(secret)).toBe('invalid_credentials')
        const reset = await post('reset', { token, password: 'chosen by the owner' })
        expect(reset.status).toBe(200)
        expect(cookiesOf(reset)).toStartWith('sid=')
        for (const secret of [stranger, password]) expect(await refusal(secret)).toBe('invalid_credentials')
        expect(await refusal('chosen by the owner')).toBeUndefined()
        for (const token of [older, newer])
          expect((await post('confirm', { token, type: 'signup' })).status).toBe(410)
      })

  test('repeating a sign-up with the same password is no conflict: each link works, the later names count', async () => {
    const { testApp, signUp, confirm, refusal } = await confirmingApp()
    const older = await signUp(password)
    await signUp(password, 'Anne')
    expect(await refusal(password)).toBe('email_not_confirmed')
    expect((await confirm(older)).user).toMatchObject({ firstName: 'Anne' })
    expect(await refusal(password)).toBeUndefined()
    expect((await user(testApp)).password_hash).not.toBeNull()
  })

  test('a form sent twice at once is no conflict', async () => {
    const { post, confirm, testApp } = await confirmingApp()
    await Promise.all([post('sign-up', ann), post('sign-up', ann)])
    expect((await confirm(await mailedToken(testApp, ann.email))).user).toMatchObject({ email: ann.email })
  })

  test('a conflict persists whichever password is repeated, and no stranger’s name is stored', async () => {
    const { testApp, signUp, confirm } = await confirmingApp()
    await signUp(stranger, 'Stranger')
    await signUp(password)
    const third = await signUp(stranger, 'Stranger')
    await signUp(password)
    expect(await confirm(third)).toEqual(passwordPrompt)
    expect((await user(testApp)).metadata).not.toContain('Stranger')
    expect(testApp.mails.at(-1)?.text).toContain('with different passwords')
  })

  test('a sign-up’s password never signs in before the confirmation; only the right password gets the reason', async () => {
    const { signUp, refusal } = await confirmingApp()
    await signUp(stranger)
    expect(await refusal(password)).toBe('invalid_credentials')
    expect(await refusal(stranger)).toBe('email_not_confirmed')
    await signUp(password)
    for (const secret of [stranger, password]) expect(await refusal(secret)).toBe('invalid_credentials')
  })

  test('a recovery before the confirmation opens the account with the new password alone', async () => {
    const { testApp, post, signUp, refusal } = await confirmingApp()
    const older = await signUp(stranger)
    await post('recover', { email: ann.email })
    const token = await mailedToken(testApp, ann.email)
    expect((await post('reset', { token, password })).status).toBe(200)
    expect(await refusal(stranger)).toBe('invalid_credentials')
    expect(await refusal(password)).toBeUndefined()
    expect((await post('confirm', { token: older, type: 'signup' })).status).toBe(410)
  })
})
