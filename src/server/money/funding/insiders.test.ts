import { afterEach, describe, expect, test } from 'bun:test'
import { iso } from '#contract/iso.ts'
import type { Backer, OrganiserFunding } from '#contract/money/funding.ts'
import { fundingTexts as texts } from '#contract/money/funding-texts.ts'
import type { Statement } from '#contract/money/results.ts'
import { findFaults } from '#server/money/ledger/verify.queries.ts'
import type { TestApp } from '../../../../tests/support/app.ts'
import { addBoat, addCrew, addEntry, type addScene, addSigned } from '../../../../tests/support/factories.ts'
import { makeLiveScene, stopDoubles } from '../../../../tests/support/live-scene.ts'
import { addRows } from '../../../../tests/support/rows.ts'
import { makeScene, statusAndMessage } from '../../../../tests/support/scene.ts'
import { changeOrganiser, moveTournament, setGoals } from '../../../../tests/support/states.ts'

const minute = 60_000
const hour = 60 * minute

afterEach(stopDoubles)

/** Funding form or buttons, the reason why an insider can't fund, and the notes about paying. */
async function offerOf({ page }: Pick<TestApp, 'page'>, path: string, cookie: string) {
  const html = await (await page(path, { cookie })).text()
  return {
    isExplained: html.includes(Bun.escapeHTML(texts.insider)),
    hasForm: html.includes('Message for the Captain'),
    hasHeading: />Fund This Boat<\/h2>/.test(html),
    hasPaymentNote: html.includes(texts.testPayments),
  }
}

/** Starts in an hour. */
async function setUp(values: Parameters<typeof addScene>[1] = {}) {
  const now = Date.now()
  const scene = await makeScene({ starts_at: now + hour, ends_at: now + 30 * hour, ...values }, { now })
  const crew = await addSigned(scene.db)
  await addCrew(scene.db, { user_id: crew.id, boat_id: scene.boat })
  return { ...scene, crew, insiders: [scene.captain.cookie, crew.cookie, scene.organiser.cookie] }
}

describe('from the start', () => {
  test('owner, approved crew and organiser get 403 for an intent and a payment; others fund', async () => {
    const { insiders, intend, wait, bo, rows, pay } = await setUp()
    wait(hour)
    for (const cookie of insiders) {
      expect(await statusAndMessage(await intend(cookie))).toEqual([403, texts.insider])
      expect(await statusAndMessage(await pay(cookie))).toEqual([403, texts.insider])
    }
    expect(await rows()).toEqual([])
    expect((await intend(bo.cookie)).status).toBe(200)
    expect((await pay(bo.cookie)).status).toBe(201)
  })

  test('they read on the boat’s and the funding page why, in place of what others fund with', async () => {
    const { insiders, wait, bo, page, boat, entry } = await setUp()
    const read = (path: string, cookie: string) => offerOf({ page }, path, cookie)
    const form = { isExplained: false, hasForm: true, hasHeading: true, hasPaymentNote: true }
    const reason = { isExplained: true, hasForm: false, hasHeading: false, hasPaymentNote: false }
    for (const cookie of insiders) expect(await read(`/funding/${entry}`, cookie)).toEqual(form)
    wait(hour)
    for (const cookie of insiders) {
      expect(await read(`/funding/${entry}`, cookie)).toEqual(reason)
      expect(await read(`/boat/${boat}`, cookie)).toEqual(reason)
    }
    expect(await read(`/funding/${entry}`, bo.cookie)).toEqual(form)
    expect(await read(`/boat/${boat}`, bo.cookie)).toMatchObject({ isExplained: false })
  })

  const leaving = {
    'leave it': ({ page, crew }) =>
      page('/api/crew/assignment', { method: 'PUT', json: { boatId: null }, cookie: crew.cookie }),
    'are removed': ({ page, crew, boat, captain }) =>
      page(`/api/boats/${boat}/crew/${crew.id}`, { json: { approved: false }, cookie: captain.cookie }),
    'move to another boat': async ({ page, db, crew }) =>
      page('/api/crew/assignment', {
        method: 'PUT',
        json: { boatId: await addBoat(db) },
        cookie: crew.cookie,
      }),
  } satisfies Record<string, (world: Awaited<ReturnType<typeof setUp>>) => Promise<Response>>

  for (const [how, leave] of Object.entries(leaving)) {
    test(`crew who ${how} after the start stay insiders, and reserve no amount`, async () => {
      const world = await setUp()
      const { crew, pay, intend, begin, wait, db, bo, entry, boat } = world
      await setGoals(db, 2500)
      await begin(crew.cookie)
      wait(hour)
      expect((await leave(world)).status).toBe(200)
      for (const path of [`/funding/${entry}`, `/boat/${boat}`])
        expect(await offerOf(world, path, crew.cookie)).toMatchObject({ isExplained: true, hasForm: false })
      expect(await statusAndMessage(await intend(crew.cookie))).toEqual([403, texts.insider])
      expect(await statusAndMessage(await pay(crew.cookie))).toEqual([403, texts.insider])
      expect((await pay(bo.cookie)).status).toBe(201)
    })

    test(`crew who ${how} before the start are insiders no longer`, async () => {
      const world = await setUp()
      const { crew, pay, wait, rows, entry } = world
      wait(hour - 1)
      expect((await leave(world)).status).toBe(200)
      wait(1)
      expect(await offerOf(world, `/funding/${entry}`, crew.cookie)).toMatchObject({ isExplained: false })
      expect((await pay(crew.cookie)).status).toBe(201)
      expect(await rows()).toMatchObject([{ insider: null }])
    })
  }

  test('staff who leave after the start stay insiders, and read it before they try', async () => {
    const world = await setUp()
    const { db, tournament, page, entry, wait, intend, now } = world
    const helper = await addSigned(db)
    const role = { role: 'weigh-master', joined_at: now() } as const
    await addRows(db, 'staff', { ...role, tournament_id: tournament, user_id: helper.id })
    wait(hour)
    const path = `/api/tournaments/${tournament}/staff/${helper.id}`
    expect((await page(path, { method: 'DELETE', cookie: helper.cookie })).status).toBe(204)
    expect(await statusAndMessage(await intend(helper.cookie))).toEqual([403, texts.insider])
    expect(await offerOf(world, `/funding/${entry}`, helper.cookie)).toMatchObject({ isExplained: true })
  })

  test('the text is exactly the rule’s', () => {
    expect(texts.insider).toBe(
      "The organiser and this boat's crew can't fund once the tournament has started.",
    )
  })

  test('other boats’ owners and crew, and people who ask to join, may fund', async () => {
    const { wait, db, tournament, boat, pay } = await setUp()
    const [rival, asking] = [await addSigned(db), await addSigned(db)]
    await addEntry(db, {
      tournament_id: tournament,
      boat_id: await addBoat(db, { owner_id: rival.id }),
    })
    await addCrew(db, { user_id: asking.id, boat_id: boat, approved_at: null })
    wait(hour)
    expect((await pay(rival.cookie)).status).toBe(201)
    expect((await pay(asking.cookie)).status).toBe(201)
  })

  test('an issued intent of an insider answers 403 and records nothing; it holds no amount', async () => {
    const { insiders, fund, intend, wait, rows, db, bo, begin } = await setUp({
      starts_at: Date.now() + 5 * minute,
    })
    await setGoals(db, 7500)
    const intents = []
    for (const cookie of insiders) intents.push(await begin(cookie))
    expect((await intend(bo.cookie)).status).toBe(409)
    wait(5 * minute)
    const later = []
    for (const [index, cookie] of insiders.entries())
      later.push(await statusAndMessage(await fund(intents[index], cookie)))
    expect(later).toEqual(Array(3).fill([403, texts.insider]))
    expect((await rows()).map(({ status }) => status)).toEqual(['pending', 'pending', 'pending'])
    expect((await intend(bo.cookie)).status).toBe(200)
  })

  test('a payment without an entry gets 403 when it names one', async () => {
    const { fund, wait, captain, begin } = await setUp()
    const intent = await begin(captain.cookie, 25, {})
    wait(hour)
    expect(await statusAndMessage(await fund(intent, captain.cookie))).toEqual([403, texts.insider])
  })

  test('a start that is moved to later doesn’t readmit insiders', async () => {
    const world = await setUp()
    const { insiders, intend, wait, now, pay, changeTournament, entry } = world
    wait(hour + minute)
    const response = await changeTournament({ startDate: iso(now() + 5 * hour) })
    expect([response.status, (await response.json()).status]).toEqual([200, 'upcoming'])
    expect((await changeTournament({ startDate: iso(now() + 6 * hour) })).status).toBe(200)
    for (const cookie of insiders) {
      expect((await intend(cookie)).status).toBe(403)
      expect((await pay(cookie)).status).toBe(403)
      expect(await offerOf(world, `/funding/${entry}`, cookie)).toMatchObject({ isExplained: true })
    }
  })

  test('a start that is moved before it has passed admits them until then', async () => {
    const { captain, wait, now, pay, changeTournament } = await setUp()
    await changeTournament({ startDate: iso(now() + 3 * hour) })
    wait(2 * hour)
    expect((await pay(captain.cookie)).status).toBe(201)
  })

  test('closed funding answers 409 before 403', async () => {
    const { captain, wait, now, pay, changeTournament } = await setUp()
    await changeTournament({ fundingClosesAt: iso(now() + 2 * hour) })
    wait(2 * hour)
    expect(await statusAndMessage(await pay(captain.cookie))).toEqual([409, texts.closed])
  })

  test('a card payment of an insider is returned, also when only its message comes late', async () => {
    const { stripe, begin, fund, db, deps, wait, captain, runJobs, holds, atStripe, rows, deliver } =
      await makeLiveScene()
    wait(0)
    await moveTournament(db, { starts_at: deps.now() + 5 * minute })
    const intent = await begin(captain.cookie)
    stripe.pay(intent)
    wait(6 * minute)
    const response = await fund(intent, captain.cookie)
    expect([response.status, (await response.json()).message]).toEqual([
      403,
      `${texts.insider} The full amount is being refunded to your card.`,
    ])
    await deliver()
    await runJobs()
    expect(await holds()).toBe(0)
    expect(atStripe()).toBe(0)
    expect(await rows()).toMatchObject([{ status: 'refunded', refund_reason: 'insider', insider: 'owner' }])
  })
})

describe('whoever is an insider when paying', () => {
  test('is marked for the owner, the organiser and on the statement, with the first role that applies', async () => {
    const scene = await setUp()
    const { captain, crew, organiser, bo, pay, confirm, wait, page, entry, tournament, db, boat } = scene
    for (const { cookie } of [captain, crew, organiser, bo]) {
      expect((await pay(cookie)).status).toBe(201)
      wait(10 * minute)
    }
    // Later crew is no insider of that payment.
    await addCrew(db, { user_id: bo.id, boat_id: boat })
    const backers: Backer[] = await (
      await page(`/api/tournament-entries/${entry}/backers`, { cookie: captain.cookie })
    ).json()
    const roles = ['owner', 'crew', 'organiser', null] as const
    expect(backers.map(({ insider }) => insider).reverse()).toEqual([...roles])
    const fundings: OrganiserFunding[] = await (
      await page(`/api/tournaments/${tournament}/fundings`, { cookie: organiser.cookie })
    ).json()
    expect(fundings.map(({ insider }) => insider).reverse()).toEqual([...roles])
    wait(40 * hour)
    expect((await confirm(1000)).status).toBe(201)
    const path = `/api/tournament-entries/${entry}/statement`
    const statement: Statement = await (await page(path)).json()
    expect(statement.shares.map(share => [share.insider, share.contributed, share.relativeToStart])).toEqual([
      ['owner', '25.00', '1 h before the start'],
      ['crew', '25.00', '50 min before the start'],
      ['organiser', '25.00', '40 min before the start'],
      [null, '25.00', '30 min before the start'],
    ])
    expect(statement).toMatchObject({
      ifGoalMissed: 'share',
      fundingGoal: '10000.00',
      raised: '100.00',
      pool: '400.00',
    })
    expect(await findFaults(db)).toEqual([])
  })

  test('is the owner when all three apply', async () => {
    const { db, page, wait, captain, boat, entry, tournament, pay } = await setUp()
    await changeOrganiser(db, tournament, captain.id)
    await addCrew(db, { user_id: captain.id, boat_id: boat })
    await pay(captain.cookie)
    const [backer]: Backer[] = await (
      await page(`/api/tournament-entries/${entry}/backers`, { cookie: captain.cookie })
    ).json()
    expect(backer?.insider).toBe('owner')
    wait(hour)
    expect((await pay(captain.cookie)).status).toBe(403)
  })
})
