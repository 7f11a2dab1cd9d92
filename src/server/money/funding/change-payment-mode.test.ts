import { afterEach, describe, expect, test } from 'bun:test'
import { fieldTexts } from '#contract/field-texts.ts'
import type { Funding } from '#contract/money/funding.ts'
import { handoverTexts } from '#contract/money/handover-texts.ts'
import { type PaymentMode, paymentModes } from '#contract/payment-mode.ts'
import { admin } from '#server/cli/test-support.ts'
import { inTransaction } from '#server/db/connection.ts'
import { makeDb } from '#server/db/sqlite/connection.ts'
import { migrate } from '#server/db/sqlite/migrate.ts'
import { openDatabase } from '#server/db/sqlite/open.ts'
import { findFaults } from '#server/money/ledger/verify.queries.ts'
import { findJob } from '#server/queue/queue.queries.ts'
import { readChecklist } from '#server/site/admin/index.ts'
import { hasMoney } from '#server/tournaments/tournaments/index.ts'
import { migrations } from '../../../../db/migrations/index.ts'
import { makeTestApp, restartApp, type TestApp } from '../../../../tests/support/app.ts'
import {
  addEntry,
  addFunding,
  addScene,
  addSigned,
  addUser,
  pastDates,
  setRules,
} from '../../../../tests/support/factories.ts'
import { makeLiveScene, startDouble, stopDoubles } from '../../../../tests/support/live-scene.ts'
import { changeRows } from '../../../../tests/support/rows.ts'
import { bassRules } from '../../../../tests/support/ruled-world.ts'
import { callsOf, makeScene, statusAndMessage } from '../../../../tests/support/scene.ts'
import { changeTerms, setGoals, settleTournament } from '../../../../tests/support/states.ts'
import { applyRefund } from './apply-refund.ts'
import { changePaymentMode } from './change-payment-mode.ts'
import { reconcilePayments } from './reconcile-payments.ts'

const hour = 3_600_000
const permission = { ALLOW_PAYMENT_MODE_CHANGE: 'on' }

afterEach(stopDoubles)

const startLive = () => startDouble('all', 'live')

async function setUp(env: Record<string, string> = {}, mode: PaymentMode = 'test') {
  const testApp = await makeTestApp(env)
  const scene = await addScene(testApp.db)
  const bo = await addSigned(testApp.db)
  const add = (values: object) => addFunding(testApp.db, { entry_id: scene.entry, mode, ...values })
  const first = await add({ backer_id: bo.id, amount_cents: 10_000, intent_id: 'pi_1' })
  const second = await add({ amount_cents: 20_000, intent_id: 'pi_2' })
  return { testApp, ...scene, bo, fundings: [first, second], second }
}

const entryOf = async ({ page }: TestApp, id: string) => {
  const { currentFunding, backerCount } = await (await page(`/api/tournament-entries/${id}`)).json()
  return [currentFunding, backerCount]
}

const rowsOf = ({ db }: TestApp) =>
  db.selectFrom('fundings').select(['mode', 'status']).orderBy('created_at').orderBy('id').execute()

describe('three payment modes are never mixed', () => {
  test('a start with unsettled fundings of another mode is refused in one line', async () => {
    const { testApp, entry } = await setUp()
    const restart = restartApp(testApp, startLive().env)
    await expect(restart).rejects.toThrow(
      'STRIPE_SECRET_KEY is a live key, but takes no value because the database has unsettled payments of another mode: 2 test fundings ($300). ALLOW_PAYMENT_MODE_CHANGE=on starts with live payments, and those stop counting.',
    )
    expect(await entryOf(testApp, entry)).toEqual(['300.00', 2])
    expect(await findFaults(testApp.db)).toEqual([])
  })

  test('a start without keys is refused with live fundings', async () => {
    const { testApp } = await setUp(startLive().env, 'live')
    await expect(restartApp(testApp)).rejects.toThrow(
      'STRIPE_SECRET_KEY is missing, but takes a live key because the database has unsettled payments of another mode: 2 live fundings ($300).',
    )
  })

  test('a start in the mode of the fundings changes nothing', async () => {
    const { testApp, entry } = await setUp()
    const next = await restartApp(testApp)
    expect(next.change).toEqual({ setAside: [], reinstated: 0, refunded: 0 })
    expect(await entryOf(next, entry)).toEqual(['300.00', 2])
  })

  for (const mode of paymentModes)
    for (const other of paymentModes.filter(one => one !== mode))
      test(`switching from ${mode} to ${other} and back updates entries and ledger, and deletes nothing`, async () => {
        const db = (await setUp({}, mode)).testApp.db
        const align = (to: PaymentMode) =>
          changePaymentMode(db, { mode: to, isAllowed: true, now: Date.now() })
        const totals = () =>
          db.selectFrom('entries').select(['current_funding_cents', 'backer_count']).executeTakeFirst()
        expect((await align(other)).setAside).toEqual([{ mode, fundings: 2, cents: 30_000 }])
        expect(await totals()).toEqual({ current_funding_cents: 0, backer_count: 0 })
        expect(await findFaults(db)).toEqual([])
        await changePaymentMode(db, { mode: other, isAllowed: false, now: Date.now() })
        expect(await align(mode)).toEqual({ setAside: [], reinstated: 2, refunded: 0 })
        expect(await totals()).toEqual({ current_funding_cents: 30_000, backer_count: 2 })
        expect(await findFaults(db)).toEqual([])
      })

  test('fundings of another mode are shown to backer, organiser and operator, but do not count', async () => {
    const { testApp, entry, tournament, organiser, captain, bo } = await setUp()
    const next = await restartApp(testApp, { ...startLive().env, ...permission })
    expect(await entryOf(next, entry)).toEqual(['0.00', 0])
    const mine: Funding[] = await (await next.page('/api/funding/my', { cookie: bo.cookie })).json()
    expect(mine).toMatchObject([
      {
        amount: '100.00',
        status: 'failed',
        mode: 'test',
        not_counted:
          "This was paid with test payments. It doesn't count while the site takes payments in another mode.",
      },
    ])
    const year = new Date().getUTCFullYear()
    const csv = await (await next.page(`/api/funding/my.csv?year=${year}`, { cookie: bo.cookie })).text()
    expect(csv).toContain('"not counted"')
    const read = async (path: string, cookie: string) => (await next.page(path, { cookie })).json()
    const fundings = await read(`/api/tournaments/${tournament}/fundings`, organiser.cookie)
    expect(fundings).toHaveLength(2)
    expect(fundings).toMatchObject([{ mode: 'test' }, { mode: 'test' }])
    expect(await read(`/api/tournament-entries/${entry}/backers`, captain.cookie)).toEqual([])
    const { code, out } = await admin(next, 'verify-ledger')
    expect(code).toBe(0)
    expect(out).toContain('Not counted: 2 test fundings ($300), paid in another payment mode.')
  })

  test('handovers and refunds of test money are left out of what is held of live money', async () => {
    const { testApp, entry, tournament, organiser, second } = await setUp()
    const { cookie } = organiser
    const path = `/api/tournament-entries/${entry}/handovers`
    const hand = async (app: TestApp, amount: number) =>
      (await app.page(path, { json: { amount }, cookie })).status
    const read = async (app: TestApp) =>
      (await app.page(`/api/tournaments/${tournament}/fundings/totals`, { cookie })).json()
    await inTransaction(testApp.db, trx =>
      applyRefund(trx, second, { reason: 'provider', refundId: null, now: Date.now() }),
    )
    expect(await hand(testApp, 60)).toBe(201)
    expect(await read(testApp)).toMatchObject({ raised: '100.00', refunded: '200.00', held: '40.00' })

    const live = startLive().env
    const next = await restartApp(testApp, { ...live, ...permission })
    expect(await read(next)).toMatchObject({ refunded: '0.00', handedOver: '0.00', entries: [] })
    await addFunding(next.db, { entry_id: entry, amount_cents: 5000, mode: 'live', intent_id: 'pi_3' })
    expect(await read(next)).toMatchObject({ refunded: '0.00', held: '50.00', shortfall: '0.00' })
    expect(await (await next.page(path, { cookie })).json()).toMatchObject([
      { amount: '60.00', reason: handoverTexts.notCounted },
      { amount: '60.00' },
    ])
    expect(await hand(next, 20)).toBe(201)
    expect(await findFaults(next.db)).toEqual([])

    // Real money that was handed over stays so.
    const mistaken = await restartApp(next, permission)
    const back = await restartApp(mistaken, { ...live, ...permission })
    expect(await read(back)).toMatchObject({ raised: '50.00', handedOver: '20.00', held: '30.00' })
    expect(await findFaults(back.db)).toEqual([])
  })

  test('a settlement includes only fundings of its mode', async () => {
    const scene = await setUp()
    const { testApp, entry, tournament, organiser } = scene
    const next = await restartApp(testApp, { ...startLive().env, ...permission })
    await addFunding(next.db, { entry_id: entry, amount_cents: 5000, mode: 'live', intent_id: 'pi_3' })
    next.setNow(Date.now() + 48 * hour)
    const calls = callsOf(next, scene)
    const { cookie } = organiser
    const { preview } = await (await calls.preview(1000)).json()
    expect((await calls.confirm(1000, { preview })).status).toBe(201)
    const payouts = await (await next.page(`/api/tournaments/${tournament}/payouts`, { cookie })).json()
    expect(payouts).toMatchObject([{ amount: '400.00', contributed: '50.00', mode: 'live' }])
    const statement = await (await next.page(`/api/tournament-entries/${entry}/statement`)).json()
    expect(statement).toMatchObject({ raised: '50.00', mode: 'live' })
    expect(await findFaults(next.db)).toEqual([])
    // Test payments can't count after the settlement.
    const back = await restartApp(next)
    expect(back.change).toEqual({ setAside: [], reinstated: 0, refunded: 2 })
    await back.runJobs()
    expect((await rowsOf(back)).map(({ mode, status }) => `${mode} ${status}`).sort()).toEqual([
      'live completed',
      'test refunded',
      'test refunded',
    ])
    expect(await findFaults(back.db)).toEqual([])
  })

  test('a funding that no longer fits when its mode returns is refunded', async () => {
    const { testApp, entry } = await setUp()
    const next = await restartApp(testApp, { ...startLive().env, ...permission })
    await setGoals(next.db, 15_000)
    const back = await restartApp(next)
    expect(back.change).toMatchObject({ reinstated: 1, refunded: 1 })
    expect(await entryOf(back, entry)).toEqual(['100.00', 1])
    expect(await findFaults(back.db)).toEqual([])
  })

  test('a test payment that was begun can’t be made with cards: a day later it no longer keeps the tournament', async () => {
    const { testApp, tournament, db, begin } = await makeScene()
    await begin()
    const next = await restartApp(testApp, { ...startLive().env, ...permission })
    const keeps = () => inTransaction(db, trx => hasMoney(trx, tournament))
    expect(await keeps()).toBe(true)
    next.setNow(next.deps.now() + 25 * hour)
    await reconcilePayments(next.deps)
    expect(await keeps()).toBe(false)
  })

  test.each([
    ['counts again when it counted as the goal was reached', 1000, 'reinstated'],
    ['is refunded when it was set aside before the goal was decided', -1000, 'refunded'],
  ] as const)('a live payment of a boat whose goal was reached %s', async (_, after, outcome) => {
    const { testApp, entry, fundings } = await setUp({}, 'live')
    const { db } = testApp
    const now = Date.now()
    await changeTerms(db, entry, { if_goal_missed: 'refund', funding_goal_cents: 30_000 })
    await changePaymentMode(db, { mode: 'test', isAllowed: true, now })
    await changeRows(db, 'entries', { goal_decided_at: now - after, goal_was_reached: 1 }, { id: entry })
    const change = await changePaymentMode(db, { mode: 'live', isAllowed: true, now })
    expect(change).toMatchObject({ reinstated: 0, refunded: 0, [outcome]: fundings.length })
    expect(await findFaults(db)).toEqual([])
  })

  test('money of settled test payments is not held too long once the site takes cards', async () => {
    const { testApp, db, entry, tournament, organiser } = await makeScene(pastDates())
    await addFunding(db, { entry_id: entry, amount_cents: 10_000 })
    await settleTournament(db, tournament, organiser.id)
    const later = Date.now() + 40 * 24 * hour
    const readMoney = async ({ deps }: TestApp) =>
      (await readChecklist({ ...deps, db, now: () => later })).find(({ id }) => id === 'money')?.text
    expect(await readMoney(testApp)).toStartWith('$100 still held 30 days after a tournament.')
    const next = await restartApp(testApp, startLive().env)
    expect(await readMoney(next)).toBe('No payment needs a person.')
  })

  test('settled test payments are owed and held no more once the site takes cards, and never added to live money', async () => {
    const scene = await makeScene(pastDates())
    const { testApp, db, entry, organiser, bo, confirm } = scene
    await addFunding(db, { entry_id: entry, backer_id: bo.id, amount_cents: 10_000 })
    expect((await confirm(1000)).status).toBe(201)
    const figuresOf = async ({ page, deps }: TestApp) => {
      const read = async (path: string, { cookie } = bo) => (await page(path, { cookie })).json()
      const { owed } = await read('/api/payout-details')
      const { winnings, owed: atDeletion } = await read('/api/account-deletion')
      const { open } = await read('/api/account-deletion', organiser)
      const [own] = await read('/api/my-tournaments', organiser)
      const metrics = await (await page('/metrics')).text()
      const { out } = await admin({ deps }, 'verify-ledger')
      return {
        backer: [owed, atDeletion, winnings],
        organiser: [open.length, own.stage, own.held ?? null],
        metric: /^reelstake_held_dollars (\S+)$/m.exec(metrics)?.[1],
        ledger: out[0]?.split(', ').slice(3),
      }
    }
    const asTest = {
      backer: ['400.00', '400.00', 'owed'],
      organiser: [2, 'payouts', '100.00'],
      metric: '100',
      ledger: ['$100 held'],
    }
    expect(await figuresOf(testApp)).toEqual(asTest)
    const next = await restartApp(testApp, startLive().env)
    expect(await figuresOf(next)).toEqual({
      backer: ['0.00', '0.00', 'none'],
      organiser: [0, 'finished', null],
      metric: '0',
      ledger: ['$100 held'],
    })
    const live = await addScene(db, pastDates())
    const payment = { mode: 'live', intent_id: 'pi_live' } as const
    await addFunding(db, { ...payment, entry_id: live.entry, backer_id: bo.id, amount_cents: 5000 })
    expect((await callsOf(next, live).confirm(1000)).status).toBe(201)
    expect(await figuresOf(next)).toMatchObject({
      backer: ['400.00', '400.00', 'owed'],
      metric: '50',
      ledger: ['$50 held of live payments', '$100 held of test payments'],
    })
    // Live winnings stay owed.
    expect(await figuresOf(await restartApp(next))).toEqual({ ...asTest, ledger: expect.anything() })
    await changeRows(
      db,
      'payouts',
      { paid_at: 1, paid_by: organiser.id, paid_cents: 40_000 },
      { entry_id: entry },
    )
    const back = await restartApp(next)
    expect((await figuresOf(back)).backer).toEqual(['0.00', '0.00', 'possible'])
  })

  test('goal and share cannot change while live fundings are set aside', async () => {
    const { testApp, entry, captain } = await setUp(startLive().env, 'live')
    const next = await restartApp(testApp, permission)
    const change = { method: 'PATCH', json: { payoutPercentage: 1 }, cookie: captain.cookie }
    expect((await next.page(`/api/tournament-entries/${entry}`, change)).status).toBe(409)
  })

  test('nor do backers share fewer jackpots then', async () => {
    const { testApp, entry, captain, tournament, organiser } = await setUp(startLive().env, 'live')
    const { db } = testApp
    await setRules(db, tournament, bassRules(), organiser.id)
    await changeTerms(db, entry, { shared_pots: '["entry"]' })
    const next = await restartApp(testApp, permission)
    const share = async (sharedPots: unknown) => {
      const change = { method: 'PATCH', json: { sharedPots }, cookie: captain.cookie }
      return statusAndMessage(await next.page(`/api/tournament-entries/${entry}`, change))
    }
    expect(await share(['level-b'])).toEqual([409, fieldTexts.sharedPotsStand])
    expect((await share(['entry', 'level-b']))[0]).toBe(200)
    expect(await share(['entry'])).toEqual([409, fieldTexts.sharedPotsStand])
  })

  test('a payment of another mode reserves no amount and cannot be recorded', async () => {
    const scene = await makeLiveScene()
    const { testApp, makePayment, bo, entry } = scene
    const id = await makePayment()
    const live = startLive()
    live.addPaid(id, 2500, {})
    const next = await restartApp(testApp, live.env)
    const [row] = await next.db.selectFrom('fundings').selectAll().execute()
    expect(row?.held_until).toBeLessThanOrEqual(next.deps.now())
    expect((await callsOf(next, scene).fund(id)).status).toBe(409)
    await next.page(`/api/funding/intent/${id}`, { cookie: bo.cookie })
    expect(await entryOf(next, entry)).toEqual(['0.00', 0])
  })
})

describe('refund jobs of another mode', () => {
  test('wait, visible to organiser and operator, and run when their mode returns', async () => {
    const {
      stripe,
      testApp,
      db,
      entry,
      tournament,
      organiser,
      cancel,
      wait,
      now: start,
    } = await makeLiveScene()
    stripe.addPaid('pi_1', 10_000, {})
    const payment = { amount_cents: 10_000, mode: 'sandbox', intent_id: 'pi_1' } as const
    const id = await addFunding(db, { entry_id: entry, ...payment })
    wait(0)
    const { cookie } = organiser
    expect((await cancel()).status).toBe(200)
    const without = await restartApp(testApp, permission)
    let now = start()
    for (let round = 0; round < 60; round++) {
      without.setNow(now)
      await without.runJobs()
      now += hour
    }
    const job = await findJob(without.db, 'refund', id)
    const reason = 'It was paid with sandbox payments, and the server runs with test ones.'
    expect(job).toMatchObject({ state: 'waiting', attempts: 0, last_error: reason })
    expect((job?.due_at ?? 0) - now).toBeLessThanOrEqual(hour)
    const path = `/api/tournaments/${tournament}/refunds`
    expect(await (await without.page(path, { cookie })).json()).toMatchObject({
      pending: 0,
      failed: 1,
      failures: [{ refund: { status: 'pending', error: reason } }],
    })
    const back = await restartApp(without, stripe.env)
    await back.runJobs()
    expect(stripe.refunds.size).toBe(1)
    expect(await rowsOf(back)).toEqual([{ mode: 'sandbox', status: 'refunded' }])
    expect(await findFaults(back.db)).toEqual([])
  })

  test('an open payment of another mode delays the cancellation of a withdrawn boat’s payments', async () => {
    const scene = await makeLiveScene()
    const { stripe, testApp, entry, begin } = scene
    const intent = await begin()
    const without = await restartApp(testApp)
    expect((await callsOf(without, scene).withdraw()).status).toBe(204)
    await without.runJobs()
    expect(await findJob(without.db, 'refund-entry', entry)).toMatchObject({ state: 'waiting', attempts: 0 })
    const back = await restartApp(without, stripe.env)
    back.setNow(Date.now() + hour)
    await back.runJobs()
    expect(stripe.intent(intent).status).toBe('canceled')
  })
})

test('fundings from before the sandbox mode get the mode of the first start with keys', async () => {
  for (const mode of ['sandbox', 'live'] as const) {
    const database = openDatabase(':memory:')
    const db = makeDb(database)
    const older = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0010'))
    await migrate(database, db, older)
    const { entry } = await addScene(db)
    const other = await addEntry(db)
    const values = { backer_id: await addUser(db), status: 'failed' } as const
    await addFunding(db, { ...values, entry_id: entry, mode: 'test', intent_id: 'pi_mock_a' })
    await addFunding(db, { ...values, entry_id: entry, mode: 'live', intent_id: 'pi_b' })
    await addFunding(db, { ...values, entry_id: other, mode: 'live', intent_id: null })
    await migrate(database, db)
    const modes = async () =>
      (await db.selectFrom('fundings').select('mode').orderBy('id').execute()).map(row => row.mode)
    expect(await modes()).toEqual(['test', 'live', 'live'])
    await changePaymentMode(db, { mode: 'test', isAllowed: false, now: 0 })
    await changePaymentMode(db, { mode, isAllowed: false, now: 0 })
    expect(await modes()).toEqual(['test', mode, mode])
    await changePaymentMode(db, { mode: 'live', isAllowed: true, now: 0 })
    expect(await modes()).toEqual(['test', mode, mode])
    await inTransaction(db, async trx => {
      await expect(changeRows(trx, 'fundings', { mode: 'none' as never })).rejects.toThrow('CHECK')
    })
    await db.destroy()
  }
})
