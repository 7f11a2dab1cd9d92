import { afterEach, describe, expect, test } from 'bun:test'
import type { EntryId } from '#contract/ids.ts'
import type { Funding } from '#contract/money/funding.ts'
import { fundingTexts as texts } from '#contract/money/funding-texts.ts'
import type { ResultsPreview, Statement } from '#contract/money/payouts.ts'
import type { Entry } from '#contract/tournaments/tournaments.ts'
import { inTransaction } from '#server/db/connection.ts'
import { findFaults } from '#server/money/ledger/verify.queries.ts'
import { findJob } from '#server/queue/queue.queries.ts'
import { scheduleGoalDecisions } from '#server/tournaments/tournaments/index.ts'
import { makeTestApp } from '../../../../tests/support/app.ts'
import { addBoat, addFunding, addScene, addSigned } from '../../../../tests/support/factories.ts'
import { changeRows } from '../../../../tests/support/rows.ts'
import { changeTerms, decideGoal, moveTournament, setRaised } from '../../../../tests/support/states.ts'
import { setUpLive, stopDoubles } from './test-support.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const iso = (milliseconds: number) => new Date(milliseconds).toISOString()

afterEach(stopDoubles)

/** A boat with the goal $100 and the rule `refund`, in a tournament that starts in an hour; a stopped clock. */
async function setUp(ifGoalMissed: 'share' | 'prorate' | 'refund' = 'refund') {
  const testApp = await makeTestApp()
  const { db, page, setNow } = testApp
  let now = Date.now()
  setNow(now)
  const scene = await addScene(db, { starts_at: now + hour, ends_at: now + 2 * day })
  const [ana, bo, cy] = [await addSigned(db), await addSigned(db), await addSigned(db)]
  const patch = (json: object, cookie = scene.captain.cookie) =>
    page(`/api/tournament-entries/${scene.entry}`, { method: 'PATCH', json, cookie })
  expect((await patch({ ifGoalMissed, fundingGoal: 100 })).status).toBe(200)
  let made = 0
  const fund = (cookie: string, amount: string, intent = `pi_mock_goal${++made}`) =>
    page('/api/funding', {
      json: { tournamentEntryId: scene.entry, amount, stripePaymentIntentId: intent },
      cookie,
    })
  const intend = (cookie: string, amount = 25) =>
    page('/api/create-payment-intent', { json: { amount, tournamentEntryId: scene.entry }, cookie })
  const wait = (milliseconds: number) => {
    now += milliseconds
    setNow(now)
  }
  const move = (json: object) =>
    page(`/api/tournaments/${scene.tournament}`, { method: 'PATCH', json, cookie: scene.organiser.cookie })
  const read = async (): Promise<Entry> => (await page(`/api/tournament-entries/${scene.entry}`)).json()
  const mine = async (cookie: string): Promise<Funding[]> =>
    (await page('/api/funding/my', { cookie })).json()
  const results = (amount: number, path = 'results') =>
    page(`/api/tournaments/${scene.tournament}/${path}`, {
      json: { winnings: [{ entryId: scene.entry, amount }] },
      cookie: scene.organiser.cookie,
    })
  const actions = { patch, fund, intend, wait, move, read, mine, results }
  return { ...scene, ...testApp, ana, bo, cy, ...actions, now: () => now }
}

const said = async (response: Response) => [response.status, (await response.json()).message]

describe('a goal that is missed with the rule `refund`', () => {
  test('refunds every funding at the start, with the reason and mails, and the boat stays in', async () => {
    const { ana, bo, fund, wait, runJobs, read, mine, db, mails, page, tournament } = await setUp()
    await fund(ana.cookie, '60.00')
    await fund(bo.cookie, '39.00')
    wait(hour - 1)
    await runJobs()
    expect(await read()).toMatchObject({ currentFunding: '99.00', fundingOpen: true, goalReached: null })
    wait(1)
    expect(await read()).toMatchObject({ fundingOpen: false, goalReached: null })
    await runJobs()
    expect(await read()).toMatchObject({
      currentFunding: '0.00',
      backerCount: 0,
      fundingOpen: false,
      goalReached: false,
    })
    for (const { cookie } of [ana, bo])
      expect(await mine(cookie)).toMatchObject([
        {
          status: 'refunded',
          refund: { status: 'done', reason: 'The funding goal was not reached in time.' },
        },
      ])
    expect(mails.filter(({ subject }) => subject.startsWith('Refunded:'))).toHaveLength(2)
    expect((await (await page(`/api/tournaments/${tournament}`)).json()).entries).toHaveLength(1)
    expect(await findFaults(db)).toEqual([])
  })

  test('closes funding for good: 409, whatever the dates and terms become', async () => {
    const { ana, fund, intend, wait, runJobs, move, now, patch, read } = await setUp()
    wait(hour)
    expect(await said(await fund(ana.cookie, '25.00'))).toEqual([409, texts.closed])
    await runJobs()
    for (const dates of [{ startDate: iso(now() + hour) }, { fundingClosesAt: iso(now() + 2 * hour) }]) {
      expect((await move(dates)).status).toBe(200)
      await runJobs()
      expect(await said(await fund(ana.cookie, '25.00'))).toEqual([409, texts.closed])
      expect(await said(await intend(ana.cookie))).toEqual([409, texts.closed])
      expect(await read()).toMatchObject({ fundingOpen: false, goalReached: false })
    }
    for (const json of [{ ifGoalMissed: 'share' }, { fundingGoal: 50 }, { payoutPercentage: 90 }])
      expect((await patch(json)).status).toBe(409)
  })

  test('is decided when funding closes, not at the start, where a closing time is set', async () => {
    for (const closes of [30 * minute, 5 * hour]) {
      const { ana, fund, wait, runJobs, read, move, now } = await setUp()
      expect((await move({ fundingClosesAt: iso(now() + closes) })).status).toBe(200)
      expect((await read()).closesAt).toBe(iso(now() + closes))
      wait(closes - 1)
      await runJobs()
      expect((await fund(ana.cookie, '25.00')).status).toBe(201)
      expect((await read()).goalReached).toBeNull()
      wait(1)
      expect(await said(await fund(ana.cookie, '25.00'))).toEqual([409, texts.closed])
      await runJobs()
      expect(await read()).toMatchObject({ goalReached: false, currentFunding: '0.00' })
    }
  })

  test('follows a start that is moved; a job that had begun waits for the new one', async () => {
    const { ana, fund, wait, runJobs, read, move, now, db, entry } = await setUp()
    await fund(ana.cookie, '25.00')
    await move({ startDate: iso(now() + 5 * hour) })
    expect((await findJob(db, 'decide-goal', entry))?.due_at).toBe(now() + 5 * hour)
    // As if the job had read its row before.
    await changeRows(db, 'jobs', { due_at: now() }, { kind: 'decide-goal' })
    await runJobs()
    expect(await findJob(db, 'decide-goal', entry)).toMatchObject({ state: 'waiting', attempts: 0 })
    expect((await read()).goalReached).toBeNull()
    wait(5 * hour)
    await runJobs()
    expect(await read()).toMatchObject({ goalReached: false, currentFunding: '0.00' })
  })

  test('is decided by the dates until then when they change before the job has run', async () => {
    const { ana, fund, wait, move, now, read } = await setUp()
    await fund(ana.cookie, '25.00')
    wait(hour)
    expect((await move({ fundingClosesAt: iso(now() + 2 * hour) })).status).toBe(200)
    expect(await read()).toMatchObject({ goalReached: false, fundingOpen: false })
  })

  test('returns money in flight: intents are cancelled, and a payment within its hold doesn’t count', async () => {
    const { stripe, begin, fund, db, deps, wait, runJobs, holds, atStripe, entry, rows, stranger } =
      await setUpLive()
    wait(0)
    await moveTournament(db, { starts_at: deps.now() + 5 * minute })
    await changeTerms(db, entry, { if_goal_missed: 'refund' })
    await inTransaction(db, trx => scheduleGoalDecisions(trx, { entry }, deps.now()))
    const cy = await addSigned(db)
    const [open, counted, late] = [await begin(), await begin(stranger.cookie), await begin(cy.cookie)]
    stripe.pay(counted)
    expect((await fund(counted, stranger.cookie)).status).toBe(201)
    stripe.pay(late)
    wait(5 * minute)
    expect((await fund(late, cy.cookie)).status).toBe(409)
    await runJobs()
    expect(stripe.intent(open).status).toBe('canceled')
    expect([await holds(), atStripe()]).toEqual([0, 0])
    const reasons = (await rows()).map(({ status, refund_reason: reason }) => [status, reason])
    expect(reasons).toEqual([
      ['pending', null],
      ['refunded', 'goal_missed'],
      ['refunded', 'closed'],
    ])
  })
})

describe('a goal that is reached to the cent with the rule `refund`', () => {
  test('keeps the fundings; the pool is that of `share`, and a later refund reopens nothing', async () => {
    const { ana, bo, fund, wait, runJobs, read, results, page, entry, db } = await setUp()
    await fund(ana.cookie, '60.00')
    await fund(bo.cookie, '40.00')
    wait(hour)
    await runJobs()
    expect(await read()).toMatchObject({ goalReached: true, currentFunding: '100.00', fundingOpen: false })
    await setRaised(db, entry, 6000)
    expect((await read()).fundingOpen).toBe(false)
    await setRaised(db, entry, 10_000)
    wait(3 * day)
    expect((await results(1000)).status).toBe(201)
    const statement: Statement = await (await page(`/api/tournament-entries/${entry}/statement`)).json()
    expect(statement).toMatchObject({
      ifGoalMissed: 'refund',
      fundingGoal: '100.00',
      raised: '100.00',
      pool: '400.00',
    })
    expect(statement.shares.map(({ amount }) => amount)).toEqual(['240.00', '160.00'])
    expect(await findFaults(db)).toEqual([])
  })

  test('is refunded when the organiser withdraws the boat afterwards', async () => {
    const { ana, fund, wait, runJobs, page, entry, organiser, mine } = await setUp()
    await fund(ana.cookie, '100.00')
    wait(hour)
    await runJobs()
    const withdrawn = await page(`/api/tournament-entries/${entry}`, {
      method: 'DELETE',
      json: { reason: 'Engine failure' },
      cookie: organiser.cookie,
    })
    expect(withdrawn.status).toBe(204)
    await runJobs()
    expect((await mine(ana.cookie))[0]?.refund).toMatchObject({
      status: 'done',
      reason: 'The boat was withdrawn from the tournament. The reason: “Engine failure”.',
    })
  })
})

describe('the settlement', () => {
  test('decides first when the job is late: a missed goal shares nothing', async () => {
    const { ana, fund, wait, results, read, runJobs, db } = await setUp()
    await fund(ana.cookie, '25.00')
    wait(3 * day)
    const preview: ResultsPreview = await (await results(1000, 'results/preview')).json()
    expect(preview.entries).toMatchObject([
      { ifGoalMissed: 'refund', raised: '0.00', pool: '0.00', shares: [] },
    ])
    expect((await results(1000)).status).toBe(201)
    await runJobs()
    expect(await read()).toMatchObject({ goalReached: false, currentFunding: '0.00' })
    expect(await findFaults(db)).toEqual([])
  })

  test('with `prorate` gives the raised part of the pool, rounded once, and the cents by largest remainder', async () => {
    const { ana, bo, cy, fund, wait, results, page, entry, db } = await setUp('prorate')
    await fund(ana.cookie, '10.00')
    wait(minute)
    await fund(bo.cookie, '10.00')
    wait(minute)
    await fund(cy.cookie, '13.00')
    wait(3 * day)
    // $1,000.01 × 40 % × $33 ÷ $100 = $132.00132.
    const preview: ResultsPreview = await (await results(1000.01, 'results/preview')).json()
    const expected = { ifGoalMissed: 'prorate', fundingGoal: '100.00', raised: '33.00', pool: '132.00' }
    expect(preview.entries).toMatchObject([expected])
    const settled = await results(1000.01)
    expect((await settled.json()).entries).toMatchObject([expected])
    const statement: Statement = await (await page(`/api/tournament-entries/${entry}/statement`)).json()
    expect(statement).toMatchObject(expected)
    expect(statement.formula.pool).toContain('× raised ÷ goal')
    // $132 × 10 ÷ 33 = $40; × 13 ÷ 33 = $52.
    expect(statement.shares.map(({ amount }) => amount)).toEqual(['40.00', '40.00', '52.00'])
    expect(await findFaults(db)).toEqual([])
  })

  test('with `share` gives one small backer of a missed goal the whole pool', async () => {
    const { ana, fund, wait, results } = await setUp('share')
    await fund(ana.cookie, '10.00')
    wait(3 * day)
    expect((await (await results(50_000)).json()).entries).toMatchObject([
      { ifGoalMissed: 'share', raised: '10.00', pool: '20000.00' },
    ])
  })
})

describe('entering and leaving the rule `refund`', () => {
  test('a boat that enters after the decision’s time takes no fundings, and is decided at once', async () => {
    const { page, tournament, db, wait, runJobs } = await setUp()
    wait(hour)
    const captain = await addSigned(db)
    const boatId = await addBoat(db, { owner_id: captain.id })
    const json = { boatId, fundingGoal: 100, payoutPercentage: 40, ifGoalMissed: 'refund' }
    const entered = await page(`/api/tournaments/${tournament}/entries`, { json, cookie: captain.cookie })
    const { id, fundingOpen } = await entered.json()
    expect([entered.status, fundingOpen]).toEqual([201, false])
    await runJobs()
    expect(await (await page(`/api/tournament-entries/${id}`)).json()).toMatchObject({ goalReached: false })
  })

  test('another rule before the decision leaves nothing to decide', async () => {
    const { patch, wait, runJobs, read, ana, fund, db, entry } = await setUp()
    expect((await patch({ ifGoalMissed: 'share' })).status).toBe(200)
    await fund(ana.cookie, '25.00')
    wait(2 * hour)
    await runJobs()
    expect(await read()).toMatchObject({ goalReached: null, fundingOpen: true, currentFunding: '25.00' })
    expect((await findJob(db, 'decide-goal', entry))?.state).toBe('done')
  })

  test('a withdrawn boat and a cancelled tournament are not decided', async () => {
    const { page, entry, captain, wait, runJobs, db } = await setUp()
    expect(
      (await page(`/api/tournament-entries/${entry}`, { method: 'DELETE', cookie: captain.cookie })).status,
    ).toBe(204)
    const other = await setUp()
    await other.move({ status: 'cancelled' })
    for (const each of [{ wait, runJobs, db, entry }, other]) {
      each.wait(2 * hour)
      await each.runJobs()
      expect(await decisionOf(each.db, each.entry)).toBeNull()
    }
  })

  test('verify-ledger names a missed goal whose money is not refunded', async () => {
    const { db, entry } = await setUp()
    await addFunding(db, { entry_id: entry, amount_cents: 2500 })
    await decideGoal(db, entry, false)
    expect((await findFaults(db)).map(({ what }) => what)).toEqual([
      'missed its goal, but 2500 cents are not being refunded',
    ])
  })
})

const decisionOf = async (db: Awaited<ReturnType<typeof setUp>>['db'], entry: EntryId) =>
  (await db.selectFrom('entries').select('goal_decided_at').where('id', '=', entry).executeTakeFirstOrThrow())
    .goal_decided_at
