import { describe, expect, test } from 'bun:test'
import { textRules } from '#contract/field-texts.ts'
import { newId, type UserId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { payoutTexts as texts } from '#contract/money/payout-texts.ts'
import type { Payout, PayoutsOfBacker } from '#contract/money/payouts.ts'
import { day, hour } from '#contract/time.ts'
import { findFaults } from '#server/money/ledger/index.ts'
import { makeTestApp, nextOf } from '../../../../tests/support/app.ts'
import {
  addEntry,
  addFunding,
  addScene,
  addSigned,
  nameValues,
  pastDates,
} from '../../../../tests/support/factories.ts'
import { notificationsOf } from '../../../../tests/support/notifications.ts'
import { makeScene } from '../../../../tests/support/scene.ts'
import { deleteUser, renameUser } from '../../../../tests/support/states.ts'
import { sweepPayoutDetails } from './payout-details.queries.ts'

/** Ana backed both winning boats, Bo one of them. */
async function settledScene() {
  const scene = await makeScene(pastDates())
  const { db, page, tournament, entry, organiser, bo, confirm, listPayouts } = scene
  const other = await addEntry(db, { tournament_id: tournament }, { name: 'Knot Today' })
  const ana = await addSigned(db, nameValues('Ana'))
  await renameUser(db, bo.id, 'Bo')
  for (const [entry_id, backer_id] of [
    [entry, ana.id],
    [entry, bo.id],
    [other, ana.id],
  ] as const)
    await addFunding(db, { entry_id, backer_id, amount_cents: 5000 })
  await confirm([
    { entryId: entry, amount: 1000 },
    { entryId: other, amount: 500 },
  ])
  await scene.runJobs()
  scene.mails.length = 0
  const path = `/api/tournaments/${tournament}/payouts`
  const get = async <Answer>(rest = '', cookie = organiser.cookie): Promise<Answer> =>
    (await page(path + rest, { cookie })).json()
  const idsOf = async (backer: UserId) => (await listPayouts(`?backer=${backer}`)).map(({ id }) => id)
  const pay = (payouts: unknown, reference?: string, cookie = organiser.cookie) =>
    page(`${path}/paid`, { json: { payouts, ...(reference !== undefined && { reference }) }, cookie })
  const undo = (id: string, json: object = {}) =>
    page(`/api/payouts/${id}/paid`, { method: 'DELETE', json, cookie: organiser.cookie })
  return { ...scene, path, ana, get, idsOf, pay, undo }
}

const details = { kind: 'paypal', details: '@ana-reyes' }

describe('POST /api/tournaments/:id/payouts/paid', () => {
  test('answers 401, 403, 404 and 400', async () => {
    const { pay, page, path, idsOf, ana, captain, organiser, db } = await settledScene()
    const ids = await idsOf(ana.id)
    expect((await pay(ids, undefined, '')).status).toBe(401)
    for (const { cookie } of [captain, ana]) expect((await pay(ids, undefined, cookie)).status).toBe(403)
    for (const id of [newId(), 'x']) expect((await pay([...ids, id])).status).toBe(404)
    for (const payouts of [undefined, [], 'all', 7]) {
      const response = await page(`${path}/paid`, { json: { payouts }, cookie: organiser.cookie })
      expect((await response.json()).issues).toEqual([{ path: 'payouts', message: texts.payoutsRequired }])
    }
    expect((await (await pay(Array(1001).fill(ids[0]))).json()).issues).toEqual([
      { path: 'payouts', message: texts.payoutsTooMany },
    ])
    const other = await settledScene()
    expect((await other.pay(ids)).status).toBe(404)
    expect(await db.selectFrom('payouts').select('paid_at').distinct().execute()).toEqual([{ paid_at: null }])
  })

  test('marks all shares or none, and mails the backer once', async () => {
    const { pay, idsOf, ana, bo, db, testApp } = await settledScene()
    const [ids, ofBo] = [await idsOf(ana.id), await idsOf(bo.id)]
    await pay(ofBo, 'Zelle 1')
    expect((await pay([...ids, ...ofBo], 'Wire 9')).status).toBe(409)
    const response = await pay([...ids, ...ids], 'Wire 9')
    expect([response.status, await response.json()]).toMatchObject([
      200,
      ids.map(id => ({ id, status: 'paid', reference: 'Wire 9' })),
    ])
    expect((await pay(ids, 'Wire 9')).status).toBe(200)
    expect(await findFaults(db)).toEqual([])
    await testApp.runJobs()
    const mails = testApp.mails.filter(({ to }) => to.startsWith(ana.id))
    expect(mails.map(({ subject }) => subject)).toEqual(['The organiser paid you $400 in winnings'])
    expect(mails[0]?.text).toContain('$200 for Reel Deal\n$200 for Knot Today')
  })

  test('mails nothing about a payment that was taken back, and once a day', async () => {
    const { pay, undo, idsOf, bo, testApp, wait } = await settledScene()
    const { mails, runJobs } = testApp
    const [id = ''] = await idsOf(bo.id)
    await pay([id])
    await undo(id, { reason: 'Wrong handle' })
    wait(1000)
    await runJobs()
    expect(mails).toEqual([])
    // The backer doesn't know yet.
    await pay([id])
    await runJobs()
    expect(mails.map(({ subject }) => subject)).toEqual(['The organiser paid you $200 in winnings'])
    expect((await notificationsOf(testApp, bo.id)).filter(({ kind }) => kind === 'paid')).toHaveLength(1)
    wait(1000)
    await undo(id, { reason: 'Wrong handle' })
    await pay([id])
    await runJobs()
    expect(mails).toHaveLength(1)
    await undo(id)
    wait(25 * hour)
    await pay([id])
    await runJobs()
    expect(mails).toHaveLength(2)
  })
})

test('DELETE /api/payouts/:id/paid records the reason', async () => {
  const { pay, undo, get, idsOf, bo } = await settledScene()
  const [id = ''] = await idsOf(bo.id)
  await pay([id])
  expect((await (await undo(id, { reason: 'x'.repeat(501) })).json()).issues).toEqual([
    { path: 'reason', message: textRules.reason.tooLong },
  ])
  const undone = { at: expect.any(String), reason: 'Wrong handle' }
  expect(await (await undo(id, { reason: 'Wrong handle' })).json()).toMatchObject({ status: 'owed', undone })
  expect(await get<Payout[]>(`?backer=${bo.id}`)).toMatchObject([{ id, undone }])
})

describe('GET /api/tournaments/:id/payouts/backers', () => {
  test('is for the organiser', async () => {
    const { page, path, captain } = await settledScene()
    expect((await page(`${path}/backers`)).status).toBe(401)
    expect((await page(`${path}/backers`, { cookie: captain.cookie })).status).toBe(403)
  })

  test('adds up each person’s shares, finds and pages them', async () => {
    const { get, page, path, pay, idsOf, ana, bo, organiser } = await settledScene()
    const backers = (rest = '') => get<PayoutsOfBacker[]>(`/backers${rest}`)
    const none = { count: 0, amount: '0.00' }
    expect(await backers()).toMatchObject([
      { backer: { id: ana.id, name: 'Ana' }, owed: { count: 2, amount: '400.00' }, paid: none, frozen: none },
      { backer: { id: bo.id, name: 'Bo' }, owed: { count: 1, amount: '200.00' } },
    ])
    await pay((await idsOf(ana.id)).slice(0, 1))
    await pay(await idsOf(bo.id))
    const names = async (rest: string) => (await backers(rest)).map(({ backer }) => backer.name)
    expect(await names('?status=owed')).toEqual(['Ana'])
    expect(await names('?status=paid')).toEqual(['Ana', 'Bo'])
    expect(await names('?q=knot')).toEqual(['Ana'])
    expect(await names(`?backer=${bo.id}`)).toEqual(['Bo'])
    expect((await backers('?q=knot'))[0]).toMatchObject({ owed: { count: 1 }, paid: { count: 1 } })
    const first = await page(`${path}/backers?limit=1`, { cookie: organiser.cookie })
    const next = nextOf(first) ?? ''
    const second = await page(next, { cookie: organiser.cookie })
    expect(await second.json()).toMatchObject([{ backer: { name: 'Bo' } }])
    expect(second.headers.get('link')).toBeNull()
  })
})

describe('payout details', () => {
  test('answer 401 to a visitor, and 400 with every invalid field', async () => {
    const { page, ana } = await settledScene()
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect(
        (await page('/api/payout-details', { method, ...(method === 'PUT' && { json: details }) })).status,
      ).toBe(401)
    const put = (json: object) => page('/api/payout-details', { method: 'PUT', json, cookie: ana.cookie })
    expect((await (await put({})).json()).issues).toEqual([
      { path: 'details', message: textRules.payoutDetails.required },
      { path: 'kind', message: texts.methodInvalid },
    ])
    expect((await (await put({ kind: 'gold', details: 'x'.repeat(501) })).json()).issues).toEqual([
      { path: 'kind', message: texts.methodInvalid },
      { path: 'details', message: textRules.payoutDetails.tooLong },
    ])
  })

  test('only the organiser sees them, until the share is paid, in list, groups and CSV', async () => {
    const { page, path, get, pay, idsOf, ana, bo, organiser } = await settledScene()
    const read = async (cookie: string) => (await page('/api/payout-details', { cookie })).json()
    expect(await read(ana.cookie)).toEqual({ destination: null, owed: '400.00' })
    const put = await page('/api/payout-details', { method: 'PUT', json: details, cookie: ana.cookie })
    expect(await put.json()).toEqual({ destination: details, owed: '400.00' })
    expect(await read(bo.cookie)).toEqual({ destination: null, owed: '200.00' })
    const destinations = async () =>
      (await get<Payout[]>(`?backer=${ana.id}`)).map(({ destination }) => destination)
    expect(await destinations()).toEqual([details, details] as never)
    expect(await get<PayoutsOfBacker[]>('/backers?q=Ana')).toMatchObject([{ destination: details }] as never)
    const csv = await (await page(`${path}.csv`, { cookie: organiser.cookie })).text()
    expect(csv).toContain(`"PayPal","'@ana-reyes"`)

    const ids = await idsOf(ana.id)
    await pay(ids.slice(0, 1))
    expect(await destinations()).toEqual([null, details] as never)
    await page('/api/payout-details', {
      method: 'PUT',
      json: { kind: 'check', details: 'Slip 4' },
      cookie: ana.cookie,
    })
    expect(await destinations()).toEqual([null, { kind: 'check', details: 'Slip 4' }] as never)
    await pay(ids.slice(1))
    expect(await destinations()).toEqual([null, null])
    expect(await read(ana.cookie)).toMatchObject({ owed: '0.00' })
    expect((await page('/api/payout-details', { method: 'DELETE', cookie: ana.cookie })).status).toBe(204)
    expect(await read(ana.cookie)).toEqual({ destination: null, owed: '0.00' })
  })

  test('are not shown where the boat won nothing', async () => {
    const { page, db, entry, bo, confirm, listPayouts } = await makeScene(pastDates())
    await addFunding(db, { entry_id: entry, backer_id: bo.id })
    await page('/api/payout-details', { method: 'PUT', json: details, cookie: bo.cookie })
    await confirm(0)
    expect(await listPayouts()).toMatchObject([{ status: 'none', destination: null }])
  })

  test('are deleted with the account once everything is paid', async () => {
    const { page, pay, idsOf, ana, bo, db } = await settledScene()
    for (const { cookie } of [ana, bo])
      await page('/api/payout-details', { method: 'PUT', json: details, cookie })
    const sweepDetails = async () => {
      await sweepPayoutDetails(db, Date.now())
      return (await db.selectFrom('payout_details').select('user_id').orderBy('user_id').execute()).map(
        ({ user_id: id }) => id,
      )
    }
    await deleteUser(db, ana.id, Date.now())
    expect(await sweepDetails()).toEqual([ana.id, bo.id].sort())
    await pay(await idsOf(ana.id))
    expect(await sweepDetails()).toEqual([bo.id])
    await pay(await idsOf(bo.id))
    expect(await sweepDetails()).toEqual([bo.id])
  })

  test('of a deleted account outlast an unfinished tournament, and two years at most', async () => {
    const testApp = await makeTestApp()
    const { db, page } = testApp
    const { entry } = await addScene(db)
    const ana = await addSigned(db)
    await addFunding(db, { entry_id: entry, backer_id: ana.id })
    await page('/api/payout-details', { method: 'PUT', json: details, cookie: ana.cookie })
    const deletedAt = Date.now()
    await deleteUser(db, ana.id, deletedAt)
    const sweepDetails = async (now: number) => {
      await sweepPayoutDetails(db, now)
      return (await db.selectFrom('payout_details').select('user_id').execute()).length
    }
    expect(await sweepDetails(deletedAt)).toBe(1)
    const end = deletedAt + limits.payoutDetailsDays * day
    expect(await sweepDetails(end)).toBe(1)
    expect(await sweepDetails(end + 1)).toBe(0)
  })

  test('the mail about a win names them, or asks for them', async () => {
    const { db, page, entry, bo, confirm, runJobs, mails } = await makeScene(pastDates())
    const ana = await addSigned(db)
    for (const { id } of [ana, bo]) await addFunding(db, { entry_id: entry, backer_id: id })
    await page('/api/payout-details', { method: 'PUT', json: details, cookie: ana.cookie })
    await confirm(100)
    await runJobs()
    const textTo = (id: UserId) => mails.find(({ to }) => to.startsWith(id))?.text
    expect(textTo(ana.id)).toContain('They see that it should go to: PayPal, @ana-reyes.')
    expect(textTo(bo.id)).toContain('Say under My Funding where the money should go.')
  })
})
