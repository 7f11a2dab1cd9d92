import { afterEach, describe, expect, test } from 'bun:test'
import type { Funding } from '#contract/money/funding.ts'
import { fundingTexts as texts } from '#contract/money/funding-texts.ts'
import type { Entry } from '#contract/tournaments/tournaments.ts'
import { inTransaction } from '#server/db/connection.ts'
import { findFaults } from '#server/money/ledger/verify.queries.ts'
import { updateTerms } from '#server/tournaments/entries/entries.queries.ts'
import { makeTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { addScene, addSigned } from '../../../../tests/support/factories.ts'
import { changeRows } from '../../../../tests/support/rows.ts'
import { moveTournament, withdrawEntry } from '../../../../tests/support/states.ts'
import { setUpLive, stopDoubles } from './test-support.ts'

const minute = 60_000

afterEach(stopDoubles)

const change = ({ page }: Pick<TestApp, 'page'>, entry: string, cookie: string, json: object) =>
  page(`/api/tournament-entries/${entry}`, { method: 'PATCH', json, cookie })

async function setUp() {
  const testApp = await makeTestApp()
  const { db, page } = testApp
  const scene = await addScene(db)
  const bo = await addSigned(db)
  let made = 0
  const fund = (intent = `pi_mock_terms${++made}`) =>
    page('/api/funding', {
      json: { tournamentEntryId: scene.entry, amount: '25.00', stripePaymentIntentId: intent },
      cookie: bo.cookie,
    })
  const intend = (json: object = { tournamentEntryId: scene.entry }) =>
    page('/api/create-payment-intent', { json: { amount: 25, ...json }, cookie: bo.cookie })
  const issued = async (json?: object): Promise<string> =>
    (await (await intend(json)).json()).clientSecret.split('_secret')[0]
  const patch = (json: object, cookie = scene.captain.cookie) => change(testApp, scene.entry, cookie, json)
  const read = async (): Promise<Entry> => (await page(`/api/tournament-entries/${scene.entry}`)).json()
  const rows = () => db.selectFrom('fundings').selectAll().orderBy('created_at').execute()
  return { ...scene, ...testApp, bo, fund, intend, issued, patch, read, rows }
}

const said = async (response: Response) => [response.status, (await response.json()).message]

describe('ifGoalMissed', () => {
  test('answers 400 at its field for another value, when entering and changing', async () => {
    const { page, tournament, captain, boat, patch, db, entry } = await setUp()
    await withdrawEntry(db, entry)
    for (const ifGoalMissed of ['double', '', null, 1]) {
      const json = { boatId: boat, fundingGoal: 100, payoutPercentage: 40, ifGoalMissed }
      const response = await page(`/api/tournaments/${tournament}/entries`, { json, cookie: captain.cookie })
      expect(response.status).toBe(400)
      expect((await response.json()).issues).toMatchObject([{ path: 'ifGoalMissed' }])
      const changed = await patch({ ifGoalMissed })
      expect(changed.status).toBe(400)
    }
  })

  test('is `share` by default, stored with the entry, and shown on it', async () => {
    const { page, captain, boat, tournament, db, entry, read } = await setUp()
    expect(await read()).toMatchObject({ ifGoalMissed: 'share', goalReached: null, fundingOpen: true })
    await withdrawEntry(db, entry)
    const json = { boatId: boat, fundingGoal: 100, payoutPercentage: 40, ifGoalMissed: 'prorate' }
    const response = await page(`/api/tournaments/${tournament}/entries`, { json, cookie: captain.cookie })
    expect([response.status, (await response.json()).ifGoalMissed]).toEqual([201, 'prorate'])
  })

  test('can be changed by the owner alone, until a funding is completed', async () => {
    const { patch, organiser, stranger, fund, read } = await setUp()
    expect((await patch({ ifGoalMissed: 'prorate' }, organiser.cookie)).status).toBe(403)
    expect((await patch({ ifGoalMissed: 'prorate' }, stranger.cookie)).status).toBe(403)
    expect((await patch({ ifGoalMissed: 'prorate' })).status).toBe(200)
    expect((await fund()).status).toBe(201)
    for (const json of [{ ifGoalMissed: 'share' }, { fundingGoal: 20_000 }, { payoutPercentage: 90 }])
      expect((await patch(json)).status).toBe(409)
    expect(await read()).toMatchObject({ ifGoalMissed: 'prorate', payoutPercentage: 40 })
  })
})

describe('a funding', () => {
  test('stores the percentage and the goal rule that it was bought under', async () => {
    const { patch, fund, rows, db } = await setUp()
    await patch({ ifGoalMissed: 'prorate', payoutPercentage: 33.33, fundingGoal: 7500 })
    const response = await fund()
    const funding: Funding = await response.json()
    expect(funding.tournament_entry).toMatchObject({ payout_percentage: 33.33, if_goal_missed: 'prorate' })
    const terms = { bought_basis_points: 3333, bought_goal_cents: 750_000, bought_goal_rule: 'prorate' }
    expect(await rows()).toMatchObject([terms])
    await changeRows(db, 'fundings', { bought_basis_points: 3334, bought_goal_rule: 'share' })
    expect((await findFaults(db)).map(({ what }) => what)).toEqual([
      'was bought for 3334 hundredths of a percent, its entry gives 3333',
      'was bought under another goal rule than its entry has',
    ])
  })

  test('has no terms until its payment names an entry', async () => {
    const { issued, fund, rows } = await setUp()
    const intent = await issued({})
    expect(await rows()).toMatchObject([{ bought_basis_points: null, bought_goal_rule: null }])
    expect((await fund(intent)).status).toBe(201)
    expect(await rows()).toMatchObject([{ bought_basis_points: 4000, bought_goal_rule: 'share' }])
  })
})

describe('a change of terms with open intents', () => {
  test('cancels test payments, and answers 200; their payment answers 409 then', async () => {
    const { issued, patch, fund, rows, read, intend } = await setUp()
    const intent = await issued()
    expect((await patch({ payoutPercentage: 60 })).status).toBe(200)
    expect((await read()).payoutPercentage).toBe(60)
    expect(await said(await fund(intent))).toEqual([409, texts.notYours])
    expect((await rows()).map(({ status }) => status)).toEqual(['failed'])
    expect((await intend()).status).toBe(200)
  })

  test('cancels card payments at the provider, also those whose hold is over', async () => {
    const { stripe, begin, captain, entry, page, wait, stranger, rows, fund } = await setUpLive()
    wait(0)
    const old = await begin(stranger.cookie)
    wait(20 * minute)
    const open = await begin()
    expect((await change({ page }, entry, captain.cookie, { payoutPercentage: 1 })).status).toBe(200)
    expect([old, open].map(id => stripe.intent(id).status)).toEqual(['canceled', 'canceled'])
    expect((await rows()).map(({ status }) => status)).toEqual(['failed', 'failed'])
    expect((await fund(open)).status).toBe(402)
  })

  test('answers 409 when one was paid already, which then counts under its terms', async () => {
    const { stripe, begin, paid, captain, entry, page, stranger, rows, holds } = await setUpLive()
    const open = await begin(stranger.cookie)
    await paid()
    expect((await change({ page }, entry, captain.cookie, { payoutPercentage: 1 })).status).toBe(409)
    expect(stripe.intent(open).status).toBe('canceled')
    expect(await holds()).toBe(2500)
    const [, counted] = await rows()
    expect(counted).toMatchObject({ status: 'completed', bought_basis_points: 4000 })
    expect(await (await page(`/api/tournament-entries/${entry}`)).json()).toMatchObject({
      payoutPercentage: 40,
    })
  })

  test('answers 409 and changes nothing while the provider can’t be reached or a bank decides', async () => {
    const { stripe, begin, captain, entry, page, rows, deps } = await setUpLive()
    const intent = await begin()
    stripe.fail(`POST /v1/payment_intents/${intent}/cancel`, '503', 9)
    expect((await change({ page }, entry, captain.cookie, { fundingGoal: 1 })).status).toBe(409)
    expect((await rows()).map(({ status }) => status)).toEqual(['pending'])
    stripe.mend()
    // Stripe refuses to cancel it.
    const { cancel } = deps.payments
    deps.payments.cancel = async () => {}
    Object.assign(stripe.intent(intent), { status: 'processing' })
    expect((await change({ page }, entry, captain.cookie, { fundingGoal: 1 })).status).toBe(409)
    deps.payments.cancel = cancel
    Object.assign(stripe.intent(intent), { status: 'requires_payment_method' })
    expect((await change({ page }, entry, captain.cookie, { fundingGoal: 1 })).status).toBe(200)
  })

  test('answers 409 to an intent that the provider creates meanwhile, and cancels it', async () => {
    const { stripe, intend, captain, entry, page, deps, rows } = await setUpLive()
    const { create } = deps.payments
    let changed: Response | undefined
    deps.payments.create = async payment => {
      changed = await change({ page }, entry, captain.cookie, { payoutPercentage: 1 })
      return create.call(deps.payments, payment)
    }
    expect(await said(await intend())).toEqual([409, texts.termsChanged])
    expect(changed?.status).toBe(200)
    expect([...stripe.intents.values()].map(({ status }) => status)).toEqual(['canceled'])
    expect((await rows()).map(({ status }) => status)).toEqual(['failed'])
  })

  test('leaves the position to the organiser without touching payments', async () => {
    const { issued, patch, organiser, fund } = await setUp()
    const intent = await issued()
    expect((await patch({ currentPosition: 1 }, organiser.cookie)).status).toBe(200)
    expect((await fund(intent)).status).toBe(201)
  })
})

describe('a payment that arrives for worse terms', () => {
  const worse = [
    ['a lower percentage', { payout_basis_points: 3999 }],
    ['a higher goal', { funding_goal_cents: 1_000_001 }],
    ['another goal rule', { if_goal_missed: 'prorate' }],
    ['a goal rule that may return it', { if_goal_missed: 'refund' }],
  ] as const
  const before = {
    funding_goal_cents: 1_000_000,
    payout_basis_points: 4000,
    if_goal_missed: 'share',
  } as const

  for (const [what, terms] of worse)
    test(`is returned in full with ${what}; a test payment answers 409`, async () => {
      const { db, entry, bo, paid, fund, runJobs, holds, atStripe, rows } = await setUpLive(1_000_000)
      // Later than any decision.
      await moveTournament(db, { funding_closes_at: Date.now() + 60 * minute })
      const intent = await paid()
      await inTransaction(db, trx => updateTerms(trx, entry, { ...before, ...terms }))
      const answer = await fund(intent)
      expect(await said(answer)).toEqual([
        409,
        'The boat’s terms had changed when the payment arrived. The full amount is being refunded to your card.',
      ])
      await runJobs()
      expect([await holds(), atStripe()]).toEqual([0, 0])
      expect(await rows()).toMatchObject([{ status: 'refunded', refund_reason: 'terms', backer_id: bo.id }])

      const inTest = await setUp()
      await moveTournament(inTest.db, { funding_closes_at: Date.now() + 60 * minute })
      const mock = await inTest.issued()
      await inTransaction(inTest.db, trx => updateTerms(trx, inTest.entry, { ...before, ...terms }))
      expect(await said(await inTest.fund(mock))).toEqual([409, texts.termsChanged])
      expect((await inTest.rows()).map(({ status }) => status)).toEqual(['pending'])
    })

  test('counts for better terms, which the funding then stores', async () => {
    const { db, entry, paid, fund, rows, holds } = await setUpLive(1_000_000)
    const intent = await paid()
    await inTransaction(db, trx =>
      updateTerms(trx, entry, { ...before, payout_basis_points: 5000, funding_goal_cents: 900_000 }),
    )
    expect((await fund(intent)).status).toBe(201)
    expect(await rows()).toMatchObject([{ bought_basis_points: 5000, bought_goal_cents: 900_000 }])
    expect(await holds()).toBe(2500)
  })
})
