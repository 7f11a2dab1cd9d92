import { describe, expect, test } from 'bun:test'
import { newId } from '#contract/ids.ts'
import { inTransaction } from '#server/db/connection.ts'
import { applyRefund } from '#server/money/funding/apply-refund.ts'
import { ann, password, signedInPage } from '#server/people/auth/test-support.ts'
import { makeTestApp } from '../../../tests/support/app.ts'
import { addFunding } from '../../../tests/support/factories.ts'
import { addRows, changeRows } from '../../../tests/support/rows.ts'
import { makeScene } from '../../../tests/support/scene.ts'
import { admin, pipeAdmin } from './test-support.ts'

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
  test('exits with 2 and prints the usage without a command, for an unknown one, for missing arguments and for an unknown flag', async () => {
    const testApp = await makeTestApp()
    const wrong = [
      [],
      ['nonsense'],
      ['constructor'],
      ['ban'],
      ['ban', 'a', 'b'],
      ['doctor', '--all'],
      ['move-storage', '--on', 's3'],
    ]
    for (const args of wrong) {
      const { code, out } = await admin(testApp, ...args)
      expect(code).toBe(2)
      expect(out.join('\n')).toContain('Usage: bun run admin')
    }
  })

  test('exits with 1 for an address without an account and for a password that is too short', async () => {
    const { testApp } = await setup()
    expect(await admin(testApp, 'ban', 'x@example.org')).toMatchObject({
      code: 1,
      out: ['No account has the address x@example.org. See: bun run admin users'],
    })
    expect((await pipeAdmin(testApp, 'abc\n', 'reset-password', ann.email)).code).toBe(1)
  })

  test('users lists the accounts', async () => {
    const { testApp } = await setup()
    expect((await admin(testApp, 'users')).out[0]).toMatch(/\tann@example\.org\tactive\t.*\tAnn Bonny$/)
  })

  test('reset-password sets the piped password or generates one, and ends every session', async () => {
    const { testApp, isIn, signIn } = await setup()
    expect((await pipeAdmin(testApp, 'from the shell\n', 'reset-password', 'ANN@example.org')).code).toBe(0)
    expect(await isIn()).toBe(false)
    expect(await signIn('from the shell')).toBe(200)
    const { out } = await admin(testApp, 'reset-password', ann.email)
    expect(await signIn(out[0]?.split(': ')[1] ?? '')).toBe(200)
  })

  test('reset-link prints a link that works once', async () => {
    const { testApp } = await setup()
    const { out } = await admin(testApp, 'reset-link', ann.email)
    const token = new URL(out[0] ?? '').searchParams.get('token_hash')
    const reset = () => testApp.page('/api/auth/reset', { json: { token, password: 'by the link' } })
    expect([(await reset()).status, (await reset()).status]).toEqual([200, 410])
  })

  test('says when an account can’t sign in yet, or the site has no owner any more', async () => {
    const { testApp } = await setup()
    const change = (values: object) => changeRows(testApp.db, 'users', values)
    const lastOf = async (...args: string[]) => (await admin(testApp, ...args)).out.at(-1)
    await change({ email_confirmed_at: null })
    for (const args of [
      ['reset-password', ann.email],
      ['grant', ann.email, 'owner'],
    ])
      expect(await lastOf(...args)).toContain(`bun run admin reset-link ${ann.email}`)
    expect(await lastOf('revoke', ann.email)).toContain('The site has no owner now.')
    await change({ banned_at: 1 })
    for (const command of ['reset-password', 'reset-link'])
      expect(await lastOf(command, ann.email)).toContain(`bun run admin unban ${ann.email}`)
  })

  test('ban ends sessions and refuses sign-ins at once; unban allows them again', async () => {
    const { testApp, isIn, signIn } = await setup()
    await admin(testApp, 'ban', ann.email)
    expect([await isIn(), await signIn(password)]).toEqual([false, 403])
    await admin(testApp, 'unban', ann.email)
    expect(await signIn(password)).toBe(200)
  })

  test('sessions lists the sessions of an account, and --end ends them', async () => {
    const { testApp, isIn } = await setup()
    expect((await admin(testApp, 'sessions', ann.email)).out[0]).toContain('\tpage\t')
    expect(await isIn()).toBe(true)
    expect((await admin(testApp, 'sessions', ann.email, '--end')).out.at(-1)).toBe('Ended 1 session.')
    expect(await isIn()).toBe(false)
  })
})

describe('bun run admin, money', () => {
  async function makeFundedScene() {
    const scene = await makeScene()
    const funding = await addFunding(scene.db, { entry_id: scene.entry, amount_cents: 2500 })
    return { ...scene, funding }
  }

  test('verify-ledger exits with 0 and prints the sums when everything agrees', async () => {
    const { testApp } = await makeFundedScene()
    const { code, out } = await admin(testApp, 'verify-ledger')
    expect([code, out]).toEqual([
      0,
      ['1 entry, 1 funding, 1 movement, $25 held', 'Everything agrees to the cent.'],
    ])
    expect((await admin(testApp, 'verify-ledger', 'x')).code).toBe(2)
  })

  test('verify-ledger exits with 1 and prints each difference', async () => {
    const { testApp, entry, funding } = await makeFundedScene()
    await changeRows(testApp.db, 'entries', { current_funding_cents: 2400, backer_count: 2 })
    const wrong = await admin(testApp, 'verify-ledger')
    expect(wrong.code).toBe(1)
    expect(wrong.out.at(-1)).toBe('The ledger does not agree in 3 places.')
    expect(wrong.out).toContain(`entry ${entry}: holds 2400 cents, its completed fundings are 2500`)
    expect(wrong.out).toContain(`entry ${entry}: counts 2 backers, there are 1`)
    expect(wrong.out).toContain(`entry ${entry}: counts 2400 cents, the ledger has 2500 held and handed over`)
    await changeRows(testApp.db, 'entries', { current_funding_cents: 2500 })
    const { out } = await admin(testApp, 'verify-ledger')
    expect(out.at(-1)).toBe('The ledger does not agree in 1 place.')
    await changeRows(testApp.db, 'entries', { current_funding_cents: 0, backer_count: 0 })
    await changeRows(testApp.db, 'fundings', { status: 'refunded' })
    expect((await admin(testApp, 'verify-ledger')).out).toContain(
      `funding ${funding}: the ledger has 2500 cents of it with us, by its status there are 0`,
    )
  })

  test('verify-ledger prints a shortfall, and exits with 0', async () => {
    const { testApp, entry, funding, organiser } = await makeFundedScene()
    const json = { amount: '25.00' }
    await testApp.page(`/api/tournament-entries/${entry}/handovers`, { json, cookie: organiser.cookie })
    expect((await admin(testApp, 'verify-ledger')).out[0]).toEndWith('$0 held, $25 handed over')
    await inTransaction(testApp.db, trx =>
      applyRefund(trx, funding, { reason: 'provider', refundId: null, now: Date.now() }),
    )
    expect(await admin(testApp, 'verify-ledger')).toMatchObject({
      code: 0,
      out: expect.arrayContaining([`entry ${entry}: shortfall of $25, handed over and refunded besides.`]),
    })
  })

  test('verify-ledger finds a movement whose lines do not add up to zero', async () => {
    const { testApp } = await makeFundedScene()
    await addRows(testApp.db, 'ledger', {
      movement_id: 'm',
      kind: 'pool',
      account: 'pools',
      cents: 5,
      created_at: 0,
    })
    const { out } = await admin(testApp, 'verify-ledger')
    expect(out).toContain('movement m: its lines add up to 5, and not to 0')
  })

  test('verify-log and legal show refuse what is not there', async () => {
    const { testApp } = await setup()
    expect(await admin(testApp, 'verify-log', newId())).toEqual({
      code: 1,
      out: ['There is no such tournament.'],
    })
    expect((await admin(testApp, 'legal', 'show', 'terms', 'abc')).code).toBe(2)
    expect((await admin(testApp, 'legal', 'show', 'terms', '99')).code).toBe(1)
  })

  test('cancel-tournament refunds every funding; it refuses a malformed id, an unknown and a cancelled tournament', async () => {
    const { testApp, tournament } = await makeFundedScene()
    expect((await admin(testApp, 'cancel-tournament', 'x')).code).toBe(2)
    expect((await admin(testApp, 'cancel-tournament', newId())).code).toBe(1)
    expect(await admin(testApp, 'cancel-tournament', tournament)).toMatchObject({
      code: 0,
      out: ['White Marlin Open is cancelled. The server refunds 1 funding while it runs.'],
    })
    expect((await admin(testApp, 'cancel-tournament', tournament)).code).toBe(1)
    await testApp.runJobs()
    expect(await testApp.db.selectFrom('notification_messages').select('text').execute()).toContainEqual({
      text: 'White Marlin Open is cancelled',
    })
    expect(
      await testApp.db.selectFrom('events').select(['kind', 'role']).where('role', 'is not', null).execute(),
    ).toEqual([{ kind: 'tournament-cancelled', role: 'owner' }])
    expect(await testApp.db.selectFrom('fundings').select('status').execute()).toEqual([
      { status: 'refunded' },
    ])
    expect((await admin(testApp, 'verify-ledger')).code).toBe(0)
  })
})
