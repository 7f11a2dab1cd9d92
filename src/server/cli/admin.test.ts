import { describe, expect, test } from 'bun:test'
import { ann, password, signedInPage } from '#server/features/auth/test-support.ts'
import { makeTestApp, type TestApp } from '../../../tests/support/app.ts'
import { runAdmin } from './admin.ts'

async function admin({ deps }: TestApp, args: string[], input: string | null = null) {
  const out: string[] = []
  const complaints: string[] = []
  const context = {
    env: deps.env,
    db: deps.db,
    now: deps.now,
    print: (line: string) => void out.push(line),
    readInput: async () => input,
  }
  const code = await runAdmin(context, args, line => void complaints.push(line))
  return { code, out: out.join('\n'), complaints: complaints.join('\n') }
}

async function setup() {
  const testApp = await makeTestApp()
  const cookie = await signedInPage(testApp)
  const isIn = async () => {
    const response = await testApp.page('/api/auth/session', { cookie })
    return (await response.json()).user !== null
  }
  const signIn = async (secret: string) => {
    const json = { email: ann.email, password: secret }
    return (await testApp.page('/api/auth/sign-in', { json })).status
  }
  return { testApp, isIn, signIn }
}

describe('bun run admin', () => {
  test('2 with the usage for no command, an unknown one and missing arguments', async () => {
    const testApp = await makeTestApp()
    for (const args of [[], ['nonsense'], ['constructor'], ['ban'], ['ban', 'a', 'b']]) {
      const { code, complaints } = await admin(testApp, args)
      expect(code).toBe(2)
      expect(complaints).toContain('Usage: bun run admin')
    }
  })

  test('1 for an address without an account, and for a password that is too short', async () => {
    const { testApp } = await setup()
    expect(await admin(testApp, ['ban', 'x@example.org'])).toMatchObject({
      code: 1,
      complaints: 'There is no account with the address x@example.org.',
    })
    expect((await admin(testApp, ['reset-password', ann.email], 'abc\n')).code).toBe(1)
  })

  test('users lists the accounts', async () => {
    const { testApp } = await setup()
    expect((await admin(testApp, ['users'])).out).toMatch(/\tann@example\.org\tactive\t.*\tAnn Bonny$/)
  })

  test('reset-password sets what is piped in, or makes one up, and ends every session', async () => {
    const { testApp, isIn, signIn } = await setup()
    expect((await admin(testApp, ['reset-password', 'ANN@example.org'], 'from the shell\n')).code).toBe(0)
    expect(await isIn()).toBe(false)
    expect(await signIn('from the shell')).toBe(200)
    const { out } = await admin(testApp, ['reset-password', ann.email])
    expect(await signIn(out.split(': ')[1] ?? '')).toBe(200)
  })

  test('reset-link prints a link that works once', async () => {
    const { testApp } = await setup()
    const { out } = await admin(testApp, ['reset-link', ann.email])
    const token = new URL(out).searchParams.get('token_hash')
    const reset = () => testApp.page('/api/auth/reset', { json: { token, password: 'by the link' } })
    expect([(await reset()).status, (await reset()).status]).toEqual([200, 410])
  })

  test('ban keeps somebody out at once, unban lets them in again', async () => {
    const { testApp, isIn, signIn } = await setup()
    await admin(testApp, ['ban', ann.email])
    expect([await isIn(), await signIn(password)]).toEqual([false, 403])
    await admin(testApp, ['unban', ann.email])
    expect(await signIn(password)).toBe(200)
  })

  test('sessions lists them, and --end ends them', async () => {
    const { testApp, isIn } = await setup()
    expect((await admin(testApp, ['sessions', ann.email])).out).toContain('\tpage\t')
    expect(await isIn()).toBe(true)
    expect((await admin(testApp, ['sessions', ann.email, '--end'])).out).toEndWith('Ended 1.')
    expect(await isIn()).toBe(false)
  })
})
