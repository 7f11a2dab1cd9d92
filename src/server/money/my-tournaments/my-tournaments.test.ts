import { describe, expect, test } from 'bun:test'
import { iso } from '#contract/iso.ts'
import type { OwnTournament } from '#contract/money/my-tournaments.ts'
import { day } from '#contract/time.ts'
import { makeTestApp, readPages, type TestApp } from '../../../../tests/support/app.ts'
import {
  addCatch,
  addEntry,
  addFunding,
  addScene,
  addSigned,
  addTournament,
  type Signed,
  setRules,
} from '../../../../tests/support/factories.ts'
import { watchStatements } from '../../../../tests/support/plans.ts'
import { makeProtestWorld } from '../../../../tests/support/protest-world.ts'
import { makeRuledTournament } from '../../../../tests/support/ruled-tournament.ts'
import { callsOf } from '../../../../tests/support/scene.ts'
import { category, one, pot } from '../../../../tests/support/scoring.ts'

const statements = watchStatements()

const listOf = async (
  { page }: Pick<TestApp, 'page'>,
  cookie: string,
  search = '',
): Promise<OwnTournament[]> => (await page(`/api/my-tournaments${search}`, { cookie })).json()

const past = () => ({ starts_at: Date.now() - 3 * day, ends_at: Date.now() - day })

/** Ended with one backed boat, and settled. */
async function addSettled(testApp: TestApp, organiser: Signed, winnings: number) {
  const { db } = testApp
  const scene = await addScene(db, { organiser_id: organiser.id, name: 'Over', ...past() })
  await addFunding(db, { entry_id: scene.entry, completed_at: Date.now() - 2 * day })
  expect((await callsOf(testApp, { ...scene, organiser }).confirm(winnings)).status).toBe(201)
  return scene.tournament
}

describe('GET /api/my-tournaments', () => {
  test('answers 401 to a visitor, 400 for an invalid cursor or limit', async () => {
    const { page, db } = await makeTestApp()
    const { cookie } = await addSigned(db)
    expect((await page('/api/my-tournaments')).status).toBe(401)
    for (const search of ['cursor=x', 'cursor=soon_1_x', 'limit=51', 'limit=0'])
      expect((await page(`/api/my-tournaments?${search}`, { cookie })).status).toBe(400)
  })

  test('lists only one’s own tournaments, of any date, in the order of what they need', async () => {
    const testApp = await makeTestApp()
    const { db } = testApp
    const organiser = await addSigned(db)
    const own = { organiser_id: organiser.id }
    await addTournament(db, { name: 'Other’s' })
    await addSettled(testApp, organiser, 0)
    const paying = await addSettled(testApp, organiser, 1000)
    await addTournament(db, { ...own, name: 'Cancelled', cancelled_at: 1 })
    await addTournament(db, { ...own, name: 'No boats', ...past() })
    const ended = await addTournament(db, { ...own, name: 'Ended', ...past() })
    await addEntry(db, { tournament_id: ended })
    const [late, soon] = [90 * day, 2 * day].map(wait => ({
      starts_at: Date.now() + wait,
      ends_at: Date.now() + wait + day,
    }))
    await addTournament(db, { ...own, name: 'Late', ...late })
    await addTournament(db, { ...own, name: 'Soon', ...soon })
    const live = await addTournament(db, { ...own, name: 'Live' })
    const entry = await addEntry(db, { tournament_id: live, best_catch: '{"weight":1,"species":"Wahoo"}' })
    await addCatch(db, { entry_id: entry })
    await addEntry(db, { tournament_id: live })
    await addEntry(db, { tournament_id: live, withdrawn_at: 1 })

    const tournaments = await listOf(testApp, organiser.cookie)
    expect(tournaments.map(({ name, stage }) => `${stage} ${name}`)).toEqual([
      'live Live',
      'results Ended',
      'payouts Over',
      'upcoming Soon',
      'upcoming Late',
      'finished Cancelled',
      'finished No boats',
      'finished Over',
    ])
    expect(tournaments[0]).toMatchObject({ id: live, status: 'active', boats: 2, weighed: 1, owed: null })
    expect(tournaments[2]).toMatchObject({ id: paying, owed: { shares: 1, amount: '400.00' } })
    expect(await listOf(testApp, (await addSigned(db)).cookie)).toEqual([])
  })

  test('a tournament is finished once its shares are paid', async () => {
    const testApp = await makeTestApp()
    const organiser = await addSigned(testApp.db)
    const tournament = await addSettled(testApp, organiser, 1000)
    const payouts = await (
      await testApp.page(`/api/tournaments/${tournament}/payouts`, { cookie: organiser.cookie })
    ).json()
    const request = { json: {}, cookie: organiser.cookie }
    expect((await testApp.page(`/api/payouts/${payouts[0].id}/paid`, request)).status).toBe(200)
    expect(await listOf(testApp, organiser.cookie)).toMatchObject([{ stage: 'finished', owed: null }])
  })

  test('names the money that is held for the boats once it is over, until it is handed over', async () => {
    const testApp = await makeTestApp()
    const { db, page } = testApp
    const organiser = await addSigned(db)
    const [live, over] = [
      await addTournament(db, { organiser_id: organiser.id }),
      await addTournament(db, { organiser_id: organiser.id, ...past() }),
    ]
    await addFunding(db, { entry_id: await addEntry(db, { tournament_id: live }), amount_cents: 10_000 })
    const entry = await addEntry(db, { tournament_id: over })
    await addFunding(db, { entry_id: entry, amount_cents: 25_000 })
    const heldAmounts = async () => (await listOf(testApp, organiser.cookie)).map(each => each.held)
    expect(await heldAmounts()).toEqual([null, '250.00'])
    const handOver = { json: { amount: '250.00' }, cookie: organiser.cookie }
    expect((await page(`/api/tournament-entries/${entry}/handovers`, handOver)).status).toBe(201)
    expect(await heldAmounts()).toEqual([null, null])
  })

  test('says until when captains can protest while it awaits results', async () => {
    const world = await makeProtestWorld()
    const own = async () => (await listOf(world, world.organiser.cookie))[0]
    expect(await own()).toMatchObject({ stage: 'live', ruled: true })
    expect(await own()).not.toHaveProperty('protestsUntil')
    world.wait(world.dates.ends_at - world.now())
    expect(await own()).toMatchObject({ stage: 'results', protestsUntil: iso(world.until) })
    await setRules(world.db, world.tournament, null, world.organiser.id, { number: 2 })
    expect(await own()).not.toHaveProperty('protestsUntil')
  })

  test('counts open protests until they are decided', async () => {
    const world = await makeProtestWorld()
    const { organiser, reelDeal, ladyLuck } = world
    const own = async () => (await listOf(world, organiser.cookie))[0]
    expect(await own()).not.toHaveProperty('openProtests')
    const protest = await world.filed(ladyLuck.captain, { catchId: reelDeal.catchId })
    await world.filed(ladyLuck.captain, { entryId: reelDeal.entry })
    expect(await own()).toMatchObject({ stage: 'live', openProtests: 2 })
    const decision = { outcome: 'denied', text: 'The video shows it.', effects: [] }
    expect((await world.decide(protest, organiser, decision)).status).toBe(200)
    world.waitForResults()
    expect(await own()).toMatchObject({ stage: 'results', openProtests: 1 })
  })

  test('counts boats that ask for a pot before the start', async () => {
    const world = await makeRuledTournament(
      {
        categories: [category(one)],
        pots: ['level-a', 'level-b'].map(key => pot({ key, name: key, entry: 'chosen', fee: '100.00' })),
      },
      ['Reel Deal', 'Knot Today'],
    )
    const own = async () => (await listOf(world, world.organiser.cookie))[0]
    const ask = (boat: string, ...pots: string[]) =>
      world.call(`${world.entryOf(boat)}/pots`, 'PUT', { wanted: pots }, world.captainOf(boat))
    expect(await own()).not.toHaveProperty('boatsAsking')
    await ask('Reel Deal', 'level-a', 'level-b')
    await ask('Knot Today', 'level-b')
    expect(await own()).toMatchObject({ stage: 'upcoming', boatsAsking: 2 })
    await world.enterPots('Knot Today', 'level-b')
    expect(await own()).toMatchObject({ boatsAsking: 1 })
    await world.putRules({ categories: [category(one)] })
    expect(await own()).not.toHaveProperty('boatsAsking')
  })

  test('pages go on in the next stage, without repeats', async () => {
    const testApp = await makeTestApp()
    const { db } = testApp
    const organiser = await addSigned(db)
    for (let n = 0; n < 3; n++) {
      await addTournament(db, { organiser_id: organiser.id, name: `live ${n}` })
      await addTournament(db, { organiser_id: organiser.id, name: `over ${n}`, ...past() })
    }
    const pages = await readPages<OwnTournament[]>(testApp, '/api/my-tournaments?limit=2', organiser.cookie)
    const names = pages.flat().map(({ name }) => name)
    expect(names.length).toBe(6)
    expect(new Set(names).size).toBe(6)
    expect(names.slice(0, 3).every(name => name.startsWith('live'))).toBe(true)
  })

  test('SQLite: reads one person’s part of indexes, in their order', async () => {
    const testApp = await makeTestApp()
    const organiser = await addSigned(testApp.db)
    await addSettled(testApp, organiser, 1000)
    const { sqls } = await statements.of(() =>
      testApp.page('/api/my-tournaments', { cookie: organiser.cookie }),
    )
    const steps = statements.explain(sqls).flatMap(plan => plan.steps)
    expect(steps.filter(step => /^SCAN (?!CONSTANT|json_each)|TEMP B-TREE FOR ORDER/.test(step))).toEqual([])
    expect(steps.some(step => step.includes('payouts_due'))).toBe(true)
  })
})
