import { afterEach, describe, expect, test } from 'bun:test'
import type { Funding } from '#contract/money/funding.ts'
import { fundingTexts as texts } from '#contract/money/funding-texts.ts'
import type { Entry } from '#contract/tournaments/tournaments.ts'
import { inTransaction } from '#server/db/connection.ts'
import { findFaults } from '#server/money/ledger/verify.queries.ts'
import { updateTerms } from '#server/tournaments/entries/entries.queries.ts'
import { makeLiveScene, stopDoubles } from '../../../../tests/support/live-scene.ts'
import { changeRows } from '../../../../tests/support/rows.ts'
import { makeScene, statusAndMessage } from '../../../../tests/support/scene.ts'
import { changeTerms, moveTournament, withdrawEntry } from '../../../../tests/support/states.ts'

const minute = 60_000

afterEach(stopDoubles)

describe('ifGoalMissed', () => {
  test('answers 400 at its field for another value, when entering and changing', async () => {
    const { page, tournament, captain, boat, db, entry, changeEntry } = await makeScene()
    await withdrawEntry(db, entry)
    for (const ifGoalMissed of ['double', '', null, 1]) {
      const json = { boatId: boat, fundingGoal: 100, payoutPercentage: 40, ifGoalMissed }
      const response = await page(`/api/tournaments/${tournament}/entries`, { json, cookie: captain.cookie })
      expect(response.status).toBe(400)
      expect((await response.json()).issues).toMatchObject([{ path: 'ifGoalMissed' }])
      expect((await changeEntry({ ifGoalMissed })).status).toBe(400)
    }
  })

  test('is `share` by default, stored with the entry, and shown on it', async () => {
    const { page, captain, boat, tournament, db, entry, readEntry } = await makeScene()
    expect(await readEntry()).toMatchObject({ ifGoalMissed: 'share', goalReached: null, fundingOpen: true })
    await withdrawEntry(db, entry)
    const json = { boatId: boat, fundingGoal: 100, payoutPercentage: 40, ifGoalMissed: 'prorate' }
    const response = await page(`/api/tournaments/${tournament}/entries`, { json, cookie: captain.cookie })
    expect([response.status, (await response.json()).ifGoalMissed]).toEqual([201, 'prorate'])
  })

  test('can be changed by the owner alone, until a funding is completed', async () => {
    const { organiser, stranger, pay, changeEntry, readEntry } = await makeScene()
    expect((await changeEntry({ ifGoalMissed: 'prorate' }, organiser.cookie)).status).toBe(403)
    expect((await changeEntry({ ifGoalMissed: 'prorate' }, stranger.cookie)).status).toBe(403)
    expect((await changeEntry({ ifGoalMissed: 'prorate' })).status).toBe(200)
    expect((await pay()).status).toBe(201)
    for (const json of [{ ifGoalMissed: 'share' }, { fundingGoal: 20_000 }, { payoutPercentage: 90 }])
      expect((await changeEntry(json)).status).toBe(409)
    expect(await readEntry()).toMatchObject({ ifGoalMissed: 'prorate', payoutPercentage: 40 })
  })
})

describe('a funding', () => {
  test('stores the percentage and the goal rule that it was bought under', async () => {
    const { rows, db, pay, changeEntry } = await makeScene()
    await changeEntry({ ifGoalMissed: 'prorate', payoutPercentage: 33.33, fundingGoal: 7500 })
    const response = await pay()
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
    const { begin, fund, rows, bo } = await makeScene()
    const intent = await begin(bo.cookie, 25, {})
    expect(await rows()).toMatchObject([{ bought_basis_points: null, bought_goal_rule: null }])
    expect((await fund(intent)).status).toBe(201)
    expect(await rows()).toMatchObject([{ bought_basis_points: 4000, bought_goal_rule: 'share' }])
  })
})

describe('a change of terms with open intents', () => {
  test('cancels test payments, and answers 200; their payment answers 409 then', async () => {
    const { begin, fund, rows, intend, changeEntry, readEntry } = await makeScene()
    const intent = await begin()
    expect((await changeEntry({ payoutPercentage: 60 })).status).toBe(200)
    expect((await readEntry()).payoutPercentage).toBe(60)
    expect(await statusAndMessage(await fund(intent))).toEqual([409, texts.notYours])
    expect((await rows()).map(({ status }) => status)).toEqual(['failed'])
    expect((await intend()).status).toBe(200)
  })

  test('cancels card payments at the provider, also those whose hold is over', async () => {
    const { stripe, begin, wait, stranger, rows, fund, changeEntry } = await makeLiveScene()
    wait(0)
    const old = await begin(stranger.cookie)
    wait(20 * minute)
    const open = await begin()
    expect((await changeEntry({ payoutPercentage: 1 })).status).toBe(200)
    expect([old, open].map(id => stripe.intent(id).status)).toEqual(['canceled', 'canceled'])
    expect((await rows()).map(({ status }) => status)).toEqual(['failed', 'failed'])
    expect((await fund(open)).status).toBe(402)
  })

  test('answers 409 when one was paid already, which then counts under its terms', async () => {
    const { stripe, begin, makePayment, entry, page, stranger, rows, holds, changeEntry } =
      await makeLiveScene()
    const open = await begin(stranger.cookie)
    await makePayment()
    expect((await changeEntry({ payoutPercentage: 1 })).status).toBe(409)
    expect(stripe.intent(open).status).toBe('canceled')
    expect(await holds()).toBe(2500)
    const [, row] = await rows()
    expect(row).toMatchObject({ status: 'completed', bought_basis_points: 4000 })
    expect(await (await page(`/api/tournament-entries/${entry}`)).json()).toMatchObject({
      payoutPercentage: 40,
    })
  })

  test('answers 409 and changes nothing while the provider can’t be reached or a bank decides', async () => {
    const { stripe, begin, rows, deps, changeEntry } = await makeLiveScene()
    const intent = await begin()
    stripe.fail(`POST /v1/payment_intents/${intent}/cancel`, '503', 9)
    expect((await changeEntry({ fundingGoal: 1 })).status).toBe(409)
    expect((await rows()).map(({ status }) => status)).toEqual(['pending'])
    stripe.mend()
    // Stripe refuses to cancel it.
    const { cancel } = deps.payments
    deps.payments.cancel = async () => {}
    Object.assign(stripe.intent(intent), { status: 'processing' })
    expect((await changeEntry({ fundingGoal: 1 })).status).toBe(409)
    deps.payments.cancel = cancel
    Object.assign(stripe.intent(intent), { status: 'requires_payment_method' })
    expect((await changeEntry({ fundingGoal: 1 })).status).toBe(200)
  })

  test('answers 409 to an intent that the provider creates meanwhile, and cancels it', async () => {
    const { stripe, intend, deps, rows, changeEntry } = await makeLiveScene()
    const { create } = deps.payments
    let response: Response | undefined
    deps.payments.create = async payment => {
      response = await changeEntry({ payoutPercentage: 1 })
      return create.call(deps.payments, payment)
    }
    expect(await statusAndMessage(await intend())).toEqual([409, texts.termsChanged])
    expect(response?.status).toBe(200)
    expect([...stripe.intents.values()].map(({ status }) => status)).toEqual(['canceled'])
    expect((await rows()).map(({ status }) => status)).toEqual(['failed'])
  })

  test('leaves the position to the organiser without touching payments', async () => {
    const { begin, organiser, fund, changeEntry } = await makeScene()
    const intent = await begin()
    expect((await changeEntry({ currentPosition: 1 }, organiser.cookie)).status).toBe(200)
    expect((await fund(intent)).status).toBe(201)
  })
})

describe('a payment that names the terms that its page showed', () => {
  const before = { funding_goal_cents: 1_000_000, payout_basis_points: 4000, shared_pots: '["a","b"]' }
  const pageOf = ({ fundingGoal, payoutPercentage, ifGoalMissed, sharedPots }: Entry) => ({
    fundingGoal,
    payoutPercentage,
    ifGoalMissed,
    ...(sharedPots && { sharedPots }),
  })

  for (const [what, change, status] of [
    ['as they are', before, 200],
    [
      'before the percentage rose and the goal fell',
      { payout_basis_points: 4001, funding_goal_cents: 999_999 },
      200,
    ],
    ['before a jackpot was added', { shared_pots: '["b","c","a"]' }, 200],
    ['before all jackpots were added', { shared_pots: null }, 200],
    ['before the percentage fell', { payout_basis_points: 3999 }, 409],
    ['before the goal rose', { funding_goal_cents: 1_000_001 }, 409],
    ['before the goal rule changed', { if_goal_missed: 'prorate' }, 409],
    ['before a jackpot was taken away', { shared_pots: '["a"]' }, 409],
  ] as const)
    test(`${status}: ${what}`, async () => {
      const { db, bo, entry, intend, readEntry, rows } = await makeScene()
      await changeTerms(db, entry, before)
      const more = { tournamentEntryId: entry, terms: pageOf(await readEntry()) }
      await changeTerms(db, entry, change)
      const response = await intend(bo.cookie, 25, more)
      if (status === 200) expect(response.status).toBe(200)
      else expect(await statusAndMessage(response)).toEqual([409, texts.termsOutdated])
      expect(await rows()).toHaveLength(status === 200 ? 1 : 0)
      expect((await intend()).status).toBe(200)
    })

  test('409 when the page showed that all jackpots are shared, and 400 without a term', async () => {
    const { db, bo, entry, intend, readEntry } = await makeScene()
    const terms = pageOf(await readEntry())
    await changeTerms(db, entry, { shared_pots: '["a"]' })
    const ask = (shown: unknown) => intend(bo.cookie, 25, { tournamentEntryId: entry, terms: shown })
    expect(await statusAndMessage(await ask(terms))).toEqual([409, texts.termsOutdated])
    for (const field of ['fundingGoal', 'payoutPercentage', 'ifGoalMissed']) {
      const response = await ask({ ...terms, [field]: undefined })
      expect(response.status).toBe(400)
      expect((await response.json()).issues).toMatchObject([{ path: `terms.${field}` }])
    }
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
      const { db, entry, bo, makePayment, fund, runJobs, holds, atStripe, rows } =
        await makeLiveScene(1_000_000)
      // Later than any decision.
      await moveTournament(db, { funding_closes_at: Date.now() + 60 * minute })
      const intent = await makePayment()
      await inTransaction(db, trx => updateTerms(trx, entry, { ...before, ...terms }))
      const answer = await fund(intent)
      expect(await statusAndMessage(answer)).toEqual([
        409,
        'The boat’s terms had changed when the payment arrived. The full amount is being refunded to your card.',
      ])
      await runJobs()
      expect([await holds(), atStripe()]).toEqual([0, 0])
      expect(await rows()).toMatchObject([{ status: 'refunded', refund_reason: 'terms', backer_id: bo.id }])

      const inTest = await makeScene()
      await moveTournament(inTest.db, { funding_closes_at: Date.now() + 60 * minute })
      const mock = await inTest.begin()
      await inTransaction(inTest.db, trx => updateTerms(trx, inTest.entry, { ...before, ...terms }))
      expect(await statusAndMessage(await inTest.fund(mock))).toEqual([409, texts.termsChanged])
      expect((await inTest.rows()).map(({ status }) => status)).toEqual(['pending'])
    })

  test('counts for better terms, which the funding then stores', async () => {
    const { db, entry, makePayment, fund, rows, holds } = await makeLiveScene(1_000_000)
    const intent = await makePayment()
    await inTransaction(db, trx =>
      updateTerms(trx, entry, { ...before, payout_basis_points: 5000, funding_goal_cents: 900_000 }),
    )
    expect((await fund(intent)).status).toBe(201)
    expect(await rows()).toMatchObject([{ bought_basis_points: 5000, bought_goal_cents: 900_000 }])
    expect(await holds()).toBe(2500)
  })
})
