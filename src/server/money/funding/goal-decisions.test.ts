import { afterEach, describe, expect, test } from 'bun:test'
import type { EntryId } from '#contract/ids.ts'
import { iso } from '#contract/iso.ts'
import { fundingTexts as texts } from '#contract/money/funding-texts.ts'
import type { ResultsPreview, Statement } from '#contract/money/results.ts'
import type { TournamentCard } from '#contract/tournaments/tournaments.ts'
import { inTransaction } from '#server/db/connection.ts'
import { findFaults } from '#server/money/ledger/verify.queries.ts'
import { findJob } from '#server/queue/queue.queries.ts'
import { scheduleGoalDecisions } from '#server/tournaments/tournaments/index.ts'
import { addBoat, addFunding, addSigned } from '../../../../tests/support/factories.ts'
import { makeLiveScene, stopDoubles } from '../../../../tests/support/live-scene.ts'
import { changeRows } from '../../../../tests/support/rows.ts'
import { makeScene, statusAndMessage } from '../../../../tests/support/scene.ts'
import { changeTerms, decideGoal, moveTournament, setRaised } from '../../../../tests/support/states.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

afterEach(stopDoubles)

/** A boat with the goal $100 and the rule `refund`, in a tournament that starts in an hour. */
async function setUp(ifGoalMissed: 'share' | 'prorate' | 'refund' = 'refund') {
  const now = Date.now()
  const scene = await makeScene({ starts_at: now + hour, ends_at: now + 2 * day }, { now })
  expect((await scene.changeEntry({ ifGoalMissed, fundingGoal: 100 })).status).toBe(200)
  return { ...scene, ana: await addSigned(scene.db), cy: await addSigned(scene.db) }
}

describe('a goal that is missed with the rule `refund`', () => {
  test('closes the tournament’s card where no other boat takes fundings', async () => {
    const { captain, wait, db, page, tournament } = await setUp()
    const readCard = async () => {
      const [card]: TournamentCard[] = await (await page('/api/tournament-cards')).json()
      return card?.fundingOpen
    }
    expect(await readCard()).toBe(true)
    wait(hour)
    expect(await readCard()).toBe(false)
    const boatId = await addBoat(db, { owner_id: captain.id })
    const json = { boatId, fundingGoal: 100, payoutPercentage: 40 }
    await page(`/api/tournaments/${tournament}/entries`, { json, cookie: captain.cookie })
    expect(await readCard()).toBe(true)
  })

  test('refunds every funding at the start, with the reason and mails, and the boat stays in', async () => {
    const { ana, bo, wait, runJobs, db, mails, page, tournament, pay, fundingsOf, readEntry } = await setUp()
    await pay(ana.cookie, '60.00')
    await pay(bo.cookie, '39.00')
    wait(hour - 1)
    await runJobs()
    expect(await readEntry()).toMatchObject({ currentFunding: '99.00', fundingOpen: true, goalReached: null })
    wait(1)
    expect(await readEntry()).toMatchObject({ fundingOpen: false, goalReached: null })
    await runJobs()
    expect(await readEntry()).toMatchObject({
      currentFunding: '0.00',
      backerCount: 0,
      fundingOpen: false,
      goalReached: false,
    })
    for (const { cookie } of [ana, bo])
      expect(await fundingsOf({ cookie })).toMatchObject([
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
    const { ana, intend, wait, runJobs, now, pay, changeTournament, changeEntry, readEntry } = await setUp()
    wait(hour)
    expect(await statusAndMessage(await pay(ana.cookie, '25.00'))).toEqual([409, texts.closed])
    await runJobs()
    for (const dates of [{ startDate: iso(now() + hour) }, { fundingClosesAt: iso(now() + 2 * hour) }]) {
      expect((await changeTournament(dates)).status).toBe(200)
      await runJobs()
      expect(await statusAndMessage(await pay(ana.cookie, '25.00'))).toEqual([409, texts.closed])
      expect(await statusAndMessage(await intend(ana.cookie))).toEqual([409, texts.closed])
      expect(await readEntry()).toMatchObject({ fundingOpen: false, goalReached: false })
    }
    for (const json of [{ ifGoalMissed: 'share' }, { fundingGoal: 50 }, { payoutPercentage: 90 }])
      expect((await changeEntry(json)).status).toBe(409)
  })

  test('closes it for good before the job has run: the terms stand', async () => {
    const { wait, runJobs, changeEntry, readEntry } = await setUp()
    wait(hour)
    expect((await changeEntry({ ifGoalMissed: 'share' })).status).toBe(409)
    await runJobs()
    expect(await readEntry()).toMatchObject({
      ifGoalMissed: 'refund',
      fundingOpen: false,
      goalReached: false,
    })
  })

  test('is decided when funding closes, not at the start, where a closing time is set', async () => {
    for (const closes of [30 * minute, 5 * hour]) {
      const { ana, wait, runJobs, now, pay, changeTournament, readEntry } = await setUp()
      expect((await changeTournament({ fundingClosesAt: iso(now() + closes) })).status).toBe(200)
      expect((await readEntry()).closesAt).toBe(iso(now() + closes))
      wait(closes - 1)
      await runJobs()
      expect((await pay(ana.cookie, '25.00')).status).toBe(201)
      expect((await readEntry()).goalReached).toBeNull()
      wait(1)
      expect(await statusAndMessage(await pay(ana.cookie, '25.00'))).toEqual([409, texts.closed])
      await runJobs()
      expect(await readEntry()).toMatchObject({ goalReached: false, currentFunding: '0.00' })
    }
  })

  test('follows a start that is moved; a job that had begun waits for the new one', async () => {
    const { ana, wait, runJobs, now, db, entry, pay, changeTournament, readEntry } = await setUp()
    await pay(ana.cookie, '25.00')
    await changeTournament({ startDate: iso(now() + 5 * hour) })
    expect((await findJob(db, 'decide-goal', entry))?.due_at).toBe(now() + 5 * hour)
    // The job behaves as if it had read its row before the change.
    await changeRows(db, 'jobs', { due_at: now() }, { kind: 'decide-goal' })
    await runJobs()
    expect(await findJob(db, 'decide-goal', entry)).toMatchObject({ state: 'waiting', attempts: 0 })
    expect((await readEntry()).goalReached).toBeNull()
    wait(5 * hour)
    await runJobs()
    expect(await readEntry()).toMatchObject({ goalReached: false, currentFunding: '0.00' })
  })

  test('is decided by the dates until then when they change before the job has run', async () => {
    const { ana, wait, now, pay, changeTournament, readEntry } = await setUp()
    await pay(ana.cookie, '25.00')
    wait(hour)
    expect((await changeTournament({ fundingClosesAt: iso(now() + 2 * hour) })).status).toBe(200)
    expect(await readEntry()).toMatchObject({ goalReached: false, fundingOpen: false })
  })

  test('returns money in flight: intents are cancelled, and a payment within its hold doesn’t count', async () => {
    const { stripe, begin, fund, db, deps, wait, runJobs, holds, atStripe, entry, rows, stranger } =
      await makeLiveScene()
    wait(0)
    await moveTournament(db, { starts_at: deps.now() + 5 * minute })
    await changeTerms(db, entry, { if_goal_missed: 'refund' })
    await inTransaction(db, trx => scheduleGoalDecisions(trx, { entry }, deps.now()))
    const cy = await addSigned(db)
    const [open, inTime, late] = [await begin(), await begin(stranger.cookie), await begin(cy.cookie)]
    stripe.pay(inTime)
    expect((await fund(inTime, stranger.cookie)).status).toBe(201)
    stripe.pay(late)
    wait(5 * minute)
    expect((await fund(late, cy.cookie)).status).toBe(409)
    await runJobs()
    expect(stripe.intent(open).status).toBe('canceled')
    expect([await holds(), atStripe()]).toEqual([0, 0])
    const reasons = (await rows()).map(({ status, refund_reason: reason }) => [status, reason])
    expect(reasons).toEqual([
      ['failed', null],
      ['refunded', 'goal_missed'],
      ['refunded', 'closed'],
    ])
  })
})

describe('a goal that is reached to the cent with the rule `refund`', () => {
  test('keeps the fundings; the pool is that of `share`, and a later refund reopens nothing', async () => {
    const { ana, bo, wait, runJobs, page, entry, db, pay, readEntry, confirm } = await setUp()
    await pay(ana.cookie, '60.00')
    await pay(bo.cookie, '40.00')
    wait(hour)
    await runJobs()
    expect(await readEntry()).toMatchObject({
      goalReached: true,
      currentFunding: '100.00',
      fundingOpen: false,
    })
    await setRaised(db, entry, 6000)
    expect((await readEntry()).fundingOpen).toBe(false)
    await setRaised(db, entry, 10_000)
    wait(3 * day)
    expect((await confirm(1000)).status).toBe(201)
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
    const { ana, wait, runJobs, pay, fundingsOf, withdraw } = await setUp()
    await pay(ana.cookie, '100.00')
    wait(hour)
    await runJobs()
    expect((await withdraw()).status).toBe(204)
    await runJobs()
    expect((await fundingsOf(ana))[0]?.refund).toMatchObject({
      status: 'done',
      reason: 'The boat was withdrawn from the tournament. The reason: “Engine failure”.',
    })
  })
})

describe('the settlement', () => {
  test('decides first when the job is late: a missed goal shares nothing', async () => {
    const { ana, wait, runJobs, db, pay, readEntry, confirm, preview } = await setUp()
    await pay(ana.cookie, '25.00')
    wait(3 * day)
    const results: ResultsPreview = await (await preview(1000)).json()
    expect(results.entries).toMatchObject([
      { ifGoalMissed: 'refund', raised: '0.00', pool: '0.00', shares: [] },
    ])
    expect((await confirm(1000)).status).toBe(201)
    await runJobs()
    expect(await readEntry()).toMatchObject({ goalReached: false, currentFunding: '0.00' })
    expect(await findFaults(db)).toEqual([])
  })

  test('with `prorate` gives the raised part of the pool, rounded once, and the cents by largest remainder', async () => {
    const { ana, bo, cy, wait, page, entry, db, pay, confirm, preview } = await setUp('prorate')
    await pay(ana.cookie, '10.00')
    wait(minute)
    await pay(bo.cookie, '10.00')
    wait(minute)
    await pay(cy.cookie, '13.00')
    wait(3 * day)
    // $1,000.01 × 40 % × $33 ÷ $100 = $132.00132.
    const results: ResultsPreview = await (await preview(1000.01)).json()
    const expected = { ifGoalMissed: 'prorate', fundingGoal: '100.00', raised: '33.00', pool: '132.00' }
    expect(results.entries).toMatchObject([expected])
    const response = await confirm(1000.01)
    expect((await response.json()).entries).toMatchObject([expected])
    const statement: Statement = await (await page(`/api/tournament-entries/${entry}/statement`)).json()
    expect(statement).toMatchObject(expected)
    expect(statement.formula.pool).toContain('× raised ÷ goal')
    // $132 × 10 ÷ 33 = $40; × 13 ÷ 33 = $52.
    expect(statement.shares.map(({ amount }) => amount)).toEqual(['40.00', '40.00', '52.00'])
    expect(await findFaults(db)).toEqual([])
  })

  test('with `share` gives one small backer of a missed goal the whole pool', async () => {
    const { ana, wait, pay, confirm } = await setUp('share')
    await pay(ana.cookie, '10.00')
    wait(3 * day)
    expect((await (await confirm(50_000)).json()).entries).toMatchObject([
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
    const response = await page(`/api/tournaments/${tournament}/entries`, { json, cookie: captain.cookie })
    const { id, fundingOpen } = await response.json()
    expect([response.status, fundingOpen]).toEqual([201, false])
    await runJobs()
    expect(await (await page(`/api/tournament-entries/${id}`)).json()).toMatchObject({ goalReached: false })
  })

  test('another rule before the decision leaves nothing to decide', async () => {
    const { wait, runJobs, ana, db, entry, pay, changeEntry, readEntry } = await setUp()
    expect((await changeEntry({ ifGoalMissed: 'share' })).status).toBe(200)
    await pay(ana.cookie, '25.00')
    wait(2 * hour)
    await runJobs()
    expect(await readEntry()).toMatchObject({ goalReached: null, fundingOpen: true, currentFunding: '25.00' })
    expect((await findJob(db, 'decide-goal', entry))?.state).toBe('done')
  })

  test('a withdrawn boat and a cancelled tournament are not decided', async () => {
    const { page, entry, captain, wait, runJobs, db } = await setUp()
    expect(
      (await page(`/api/tournament-entries/${entry}`, { method: 'DELETE', cookie: captain.cookie })).status,
    ).toBe(204)
    const other = await setUp()
    await other.cancel()
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
