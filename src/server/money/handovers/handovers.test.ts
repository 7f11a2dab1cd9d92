import { describe, expect, test } from 'bun:test'
import { textRules } from '#contract/field-texts.ts'
import { type FundingId, newId } from '#contract/ids.ts'
import { handoverTexts as texts } from '#contract/money/handover-texts.ts'
import type { Handover, HandoverLine, HandoverTotals } from '#contract/money/handovers.ts'
import { inTransaction } from '#server/db/connection.ts'
import { applyRefund } from '#server/money/funding/apply-refund.ts'
import { findFaults, listShortfalls } from '#server/money/ledger/index.ts'
import { readPages } from '../../../../tests/support/app.ts'
import { addCrew, addFunding, addScene, addSigned } from '../../../../tests/support/factories.ts'
import { changeRows, removeRows } from '../../../../tests/support/rows.ts'
import { makeScene, statusAndMessage } from '../../../../tests/support/scene.ts'
import { changeTerms, decideGoal } from '../../../../tests/support/states.ts'

/** Two backers raised $150 for the boat. */
async function handoverScene() {
  const scene = await makeScene()
  const { db, page, bo } = scene
  const ana = await addSigned(db)
  const ofAna = await addFunding(db, { entry_id: scene.entry, backer_id: ana.id, amount_cents: 10_000 })
  const ofBo = await addFunding(db, { entry_id: scene.entry, backer_id: bo.id, amount_cents: 5000 })
  const path = `/api/tournament-entries/${scene.entry}/handovers`
  const send = (json: object, cookie = scene.organiser.cookie, headers: Record<string, string> = {}) =>
    page(path, { json, cookie, headers })
  const reverse = (id: string, json: object = { reason: 'Wrong boat' }, cookie = scene.organiser.cookie) =>
    page(`${path}/${id}/reverse`, { json, cookie })
  const lines = async (): Promise<HandoverLine[]> =>
    (await page(path, { cookie: scene.organiser.cookie })).json()
  const totals = async (): Promise<HandoverTotals> =>
    (await page(`${path}/totals`, { cookie: scene.organiser.cookie })).json()
  const refund = (id: FundingId) =>
    inTransaction(db, trx => applyRefund(trx, id, { reason: 'provider', refundId: null, now: Date.now() }))
  return { ...scene, path, ana, ofAna, ofBo, send, reverse, lines, totals, refund }
}

describe('POST /api/tournament-entries/:id/handovers', () => {
  test('answers 401 to a visitor, 403 to everyone but the organiser, 404 for an unknown entry', async () => {
    const { send, page, organiser, captain, ana, stranger, db } = await handoverScene()
    expect((await send({ amount: '10.00' }, '')).status).toBe(401)
    for (const { cookie } of [captain, ana, stranger])
      expect((await send({ amount: '10.00' }, cookie)).status).toBe(403)
    for (const id of [newId(), 'x']) {
      const path = `/api/tournament-entries/${id}/handovers`
      expect((await page(path, { json: { amount: 1 }, cookie: organiser.cookie })).status).toBe(404)
    }
    expect(await db.selectFrom('handovers').selectAll().execute()).toEqual([])
  })

  test('answers 400 with every invalid field', async () => {
    const { send } = await handoverScene()
    const issuesOf = async (json: object) => (await (await send(json)).json()).issues
    expect(await issuesOf({})).toEqual([{ path: 'amount', message: texts.amountRequired }])
    expect(await issuesOf({ amount: 0 })).toEqual([{ path: 'amount', message: texts.amountTooSmall }])
    expect(await issuesOf({ amount: '-5.00', paidOn: '2026-02-30', reference: 'x'.repeat(201) })).toEqual([
      { path: 'amount', message: expect.any(String) },
      { path: 'paidOn', message: texts.dateInvalid },
      { path: 'reference', message: textRules.reference.tooLong },
    ])
    for (const paidOn of ['22.11.2026', '2026-11-22T10:00:00Z', '2026-13-01', 7])
      expect(await issuesOf({ amount: 1, paidOn })).toEqual([{ path: 'paidOn', message: texts.dateInvalid }])
  })

  test('answers 409 before any funding, and above what was raised', async () => {
    const { send, lines, testApp, organiser } = await handoverScene()
    const empty = await addScene(testApp.db)
    const response = await testApp.page(`/api/tournament-entries/${empty.entry}/handovers`, {
      json: { amount: '1.00' },
      cookie: empty.organiser.cookie,
    })
    expect(await statusAndMessage(response)).toEqual([
      409,
      'There is no money left to hand over: what was raised, less refunds and earlier handovers, is $0.',
    ])
    const tooMuch = await send({ amount: '150.01' })
    expect(await statusAndMessage(tooMuch)).toEqual([
      409,
      'At most $150 can be handed over: what was raised, less refunds and earlier handovers.',
    ])
    expect(organiser.id).toBeString()
    expect(await lines()).toEqual([])
  })

  test('records handovers to the cent, and the ledger agrees', async () => {
    const { send, lines, totals, db } = await handoverScene()
    const response = await send({ amount: '100.25', paidOn: '2026-06-30', reference: ' Check  12 ' })
    const first: Handover = await response.json()
    expect(response.status).toBe(201)
    expect(first).toEqual({
      id: expect.any(String),
      amount: '100.25',
      paidOn: '2026-06-30',
      reference: 'Check 12',
      createdAt: expect.any(String),
    })
    expect((await send({ amount: '49.76' })).status).toBe(409)
    const second: Handover = await (await send({ amount: 49.75, paidOn: null })).json()
    expect(second).toMatchObject({ amount: '49.75', paidOn: null, reference: null })
    expect(await lines()).toEqual([second, first])
    expect(await totals()).toEqual({ raised: '150.00', handedOver: '150.00', due: '0.00', shortfall: '0.00' })
    expect(await findFaults(db)).toEqual([])
  })

  test('takes the same Idempotency-Key once, and refuses it with another body', async () => {
    const { send, lines } = await handoverScene()
    const key = { 'idempotency-key': 'handover-1' }
    const first = await (await send({ amount: '100.00', reference: 'A' }, undefined, key)).json()
    const again = await send({ amount: 100, reference: 'A' }, undefined, key)
    expect([again.status, await again.json()]).toEqual([201, first])
    for (const other of [{ amount: '100.01', reference: 'A' }, { amount: '100.00' }]) {
      const response = await send(other, undefined, key)
      expect(await statusAndMessage(response)).toEqual([409, texts.keyReused])
    }
    expect((await send({ amount: 1 }, undefined, { 'idempotency-key': 'k'.repeat(256) })).status).toBe(400)
    expect(await lines()).toHaveLength(1)
  })

  test('answers 409 with the rule `refund` until it is decided', async () => {
    const { send, db, entry } = await handoverScene()
    await changeTerms(db, entry, { if_goal_missed: 'refund' })
    const early = await send({ amount: '1.00' })
    expect(await statusAndMessage(early)).toEqual([409, texts.undecided])
    await decideGoal(db, entry, true)
    expect((await send({ amount: '1.00' })).status).toBe(201)
  })

  test('hands over nothing that is being refunded', async () => {
    const { send, totals, cancel } = await handoverScene()
    await cancel()
    expect((await send({ amount: '1.00' })).status).toBe(409)
    expect(await totals()).toMatchObject({ raised: '150.00', due: '0.00' })
  })
})

describe('POST /api/tournament-entries/:id/handovers/:handoverId/reverse', () => {
  test('answers 403 to others, 404 for an unknown handover, 400 without a reason', async () => {
    const { send, reverse, captain, lines } = await handoverScene()
    const { id }: Handover = await (await send({ amount: '100.00' })).json()
    expect((await reverse(id, { reason: 'No' }, captain.cookie)).status).toBe(403)
    expect((await reverse(newId())).status).toBe(404)
    for (const [json, message] of [
      [{}, textRules.handoverReason.required],
      [{ reason: '  ' }, textRules.handoverReason.required],
      [{ reason: 'x'.repeat(501) }, textRules.reason.tooLong],
    ] as const)
      expect((await (await reverse(id, json)).json()).issues).toEqual([{ path: 'reason', message }])
    expect(await lines()).toHaveLength(1)
  })

  test('adds a line, once; the money may be handed over again', async () => {
    const { send, reverse, lines, totals, db } = await handoverScene()
    const handover: Handover = await (await send({ amount: '150.00' })).json()
    const response = await reverse(handover.id)
    const reversal = await response.json()
    expect([response.status, reversal]).toEqual([
      201,
      {
        id: expect.any(String),
        reverses: handover.id,
        amount: '150.00',
        reason: 'Wrong boat',
        createdAt: expect.any(String),
      },
    ])
    const again = await reverse(handover.id)
    expect(await statusAndMessage(again)).toEqual([409, texts.alreadyReversed])
    expect((await reverse(reversal.id)).status).toBe(404)
    expect(await lines()).toEqual([reversal, handover])
    expect(await totals()).toMatchObject({ handedOver: '0.00', due: '150.00' })
    expect((await send({ amount: '150.00' })).status).toBe(201)
    expect(await findFaults(db)).toEqual([])
  })

  test('lines can be neither changed nor deleted', async () => {
    const { send, db } = await handoverScene()
    await send({ amount: '1.00' })
    await expect(changeRows(db, 'handovers', { amount_cents: 2 })).rejects.toThrow('append-only')
    await expect(removeRows(db, 'handovers')).rejects.toThrow('append-only')
  })
})

describe('GET /api/tournament-entries/:id/handovers', () => {
  test('is for organiser, owner and backers, also after a refund; not for crew and strangers', async () => {
    const { send, page, path, organiser, captain, ana, bo, stranger, boat, db, refund, ofBo } =
      await handoverScene()
    const crew = await addSigned(db)
    await addCrew(db, { boat_id: boat, user_id: crew.id })
    await send({ amount: '1.00' })
    await refund(ofBo)
    const statuses = async (cookie: string) => [
      (await page(path, { cookie })).status,
      (await page(`${path}/totals`, { cookie })).status,
    ]
    for (const { cookie } of [organiser, captain, ana, bo]) expect(await statuses(cookie)).toEqual([200, 200])
    for (const { cookie } of [crew, stranger]) expect(await statuses(cookie)).toEqual([403, 403])
    expect(await statuses('')).toEqual([401, 401])
  })

  test('pages, newest first', async () => {
    const { send, page, path, organiser } = await handoverScene()
    for (const amount of ['1.00', '2.00', '3.00']) await send({ amount })
    const pages = await readPages<Handover[]>({ page }, `${path}?limit=2`, organiser.cookie)
    expect(pages.map(lines => lines.map(({ amount }) => amount))).toEqual([['3.00', '2.00'], ['1.00']])
  })
})

test('a refund lowers what can be handed over once, on its way and when it has arrived', async () => {
  const { db, ofBo, refund, totals } = await handoverScene()
  await changeRows(db, 'fundings', { refund_requested_at: 1 }, { id: ofBo })
  expect(await totals()).toMatchObject({ raised: '150.00', due: '100.00' })
  await refund(ofBo)
  expect(await totals()).toMatchObject({ raised: '100.00', due: '100.00' })
})

test('a refund after a handover is a shortfall, and no fault of the ledger', async () => {
  const { send, refund, ofAna, totals, page, tournament, organiser, entry, db, reverse, lines } =
    await handoverScene()
  await send({ amount: '120.00' })
  await refund(ofAna)
  expect(await totals()).toEqual({
    raised: '50.00',
    handedOver: '120.00',
    due: '0.00',
    shortfall: '70.00',
  })
  expect(await listShortfalls(db)).toEqual([{ entry, cents: 7000 }])
  expect(await findFaults(db)).toEqual([])
  const fundings = async () =>
    (await page(`/api/tournaments/${tournament}/fundings`, { cookie: organiser.cookie })).json()
  for (const line of await fundings()) expect(line.shortfall).toBe('70.00')
  await reverse((await lines())[0]?.id ?? '')
  for (const line of await fundings()) expect(line).not.toHaveProperty('shortfall')
})

describe('GET /api/tournaments/:id/handovers.csv', () => {
  test('answers 401 and 403 to all but the organiser, who gets a line for each, reversals negative', async () => {
    const { send, reverse, page, tournament, organiser, captain, ana } = await handoverScene()
    const path = `/api/tournaments/${tournament}/handovers.csv`
    expect((await page(path)).status).toBe(401)
    for (const { cookie } of [captain, ana]) expect((await page(path, { cookie })).status).toBe(403)
    const { id }: Handover = await (await send({ amount: '40.00', reference: '=cmd()' })).json()
    await reverse(id)
    const lines = (await (await page(path, { cookie: organiser.cookie })).text()).trim().split('\r\n')
    expect(lines[1]).toContain(`"Reel Deal","-40.00","","","${id}","Wrong boat"`)
    expect(lines[2]).toContain(`"Reel Deal","40.00","","'=cmd()","",""`)
    expect(lines).toHaveLength(3)
  })
})
