import { describe, expect, test } from 'bun:test'
import { fieldTexts } from '#contract/field-texts.ts'
import { type EntryId, newId, type UserId } from '#contract/ids.ts'
import { payoutTexts as texts } from '#contract/money/payout-texts.ts'
import type { Payout } from '#contract/money/payouts.ts'
import type { ResultsPreview, Statement } from '#contract/money/results.ts'
import { centsOf } from '#contract/money.ts'
import { hour } from '#contract/time.ts'
import { inTransaction } from '#server/db/connection.ts'
import { findFundedEntry } from '#server/money/funding/entry-funding.queries.ts'
import { findFunding } from '#server/money/funding/funding.queries.ts'
import { recordPayment } from '#server/money/funding/record-payment.ts'
import { findFaults } from '#server/money/ledger/verify.queries.ts'
import type { TestApp } from '../../../../tests/support/app.ts'
import { nextOf } from '../../../../tests/support/app.ts'
import {
  addDispute,
  addEntry,
  addFunding,
  addSigned,
  addUser,
  pastDates,
  type Signed,
  upcoming,
} from '../../../../tests/support/factories.ts'
import { changeRows, removeRows } from '../../../../tests/support/rows.ts'
import { callsOf, makeScene } from '../../../../tests/support/scene.ts'
import {
  cancelTournament,
  decideDisputes,
  deleteUser,
  moveTournament,
  renameUser,
  requestRefund,
} from '../../../../tests/support/states.ts'
import { payoutsOfFundings } from './payouts.queries.ts'

/** Reel Deal has three backers of $10, Knot Today none. */
async function overScene() {
  const scene = await makeScene(pastDates())
  const { db, tournament, entry, bo } = scene
  const other = await addEntry(db, { tournament_id: tournament }, { name: 'Knot Today' })
  const [ana, cy] = [await addSigned(db), await addSigned(db)]
  const fund = (backer: Signed, index: number) => {
    const completed_at = pastDates().starts_at + index
    return addFunding(db, { entry_id: entry, backer_id: backer.id, amount_cents: 1000, completed_at })
  }
  const first = await fund(ana, 0)
  for (const [index, backer] of [bo, cy].entries()) await fund(backer, index + 1)
  return { ...scene, other, ana, cy, first }
}

async function payoutsOfBacker({ db }: TestApp, backer: UserId) {
  const fundings = await db.selectFrom('fundings').select('id').where('backer_id', '=', backer).execute()
  const payouts = await payoutsOfFundings(
    db,
    fundings.map(({ id }) => id),
  )
  return [...payouts.values()]
}

async function balances({ db }: TestApp): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('ledger')
    .select(({ fn }) => ['account', fn.sum<number>('cents').as('cents')])
    .groupBy('account')
    .execute()
  expect(rows.reduce((sum, { cents }) => sum + Number(cents), 0)).toBe(0)
  return Object.fromEntries(rows.map(({ account, cents }) => [account, Number(cents)]))
}

describe('POST /api/tournaments/:id/results', () => {
  test('answers 401 to a visitor, 403 to captain, backer and stranger, 404 for an unknown tournament', async () => {
    const scene = await overScene()
    const { testApp, captain, stranger, ana } = scene
    const elsewhere = callsOf(testApp, { ...scene, tournament: newId() })
    for (const call of ['confirm', 'preview'] as const) {
      expect((await scene[call](100, {}, '')).status).toBe(401)
      for (const { cookie } of [captain, stranger, ana])
        expect((await scene[call](100, {}, cookie)).status).toBe(403)
      expect((await elsewhere[call](100)).status).toBe(404)
    }
    expect(await testApp.db.selectFrom('settlements').selectAll().execute()).toEqual([])
  })

  test('answers 400 with every issue of every line', async () => {
    const { testApp, tournament, organiser, entry, other } = await overScene()
    const issues = async (winnings: unknown) =>
      (
        await (
          await testApp.page(`/api/tournaments/${tournament}/results`, {
            json: { winnings },
            cookie: organiser.cookie,
          })
        ).json()
      ).issues
    expect(await issues(undefined)).toEqual([{ path: 'winnings', message: texts.winningsRequired }])
    expect(await issues('all')).toEqual([{ path: 'winnings', message: texts.winningsRequired }])
    const bad = [
      { entryId: entry, amount: '12.345' },
      { entryId: other, amount: -5 },
      { entryId: entry, amount: 1e12 },
      { amount: 5 },
      { entryId: 'x', amount: 'NaN' },
      7,
    ]
    const answer: { path: string; message: string }[] = await issues(bad)
    expect(answer.map(({ path }) => path).sort()).toEqual([
      'winnings.0.amount',
      'winnings.1.amount',
      'winnings.2.amount',
      'winnings.2.entryId',
      'winnings.3.entryId',
      'winnings.4.amount',
      'winnings.4.entryId',
      'winnings.5',
    ])
    expect(answer.find(({ path }) => path === 'winnings.2.entryId')?.message).toBe(texts.entryTwice)
    expect(answer.find(({ path }) => path === 'winnings.2.amount')?.message).toBe(texts.amountTooLarge)
  })

  test('answers 400 for boats of other tournaments together with invalid amounts', async () => {
    const { testApp, entry, confirm } = await overScene()
    const elsewhere = await addEntry(testApp.db)
    const winnings = [
      { entryId: entry, amount: 'a lot' },
      { entryId: elsewhere, amount: 1 },
    ]
    const response = await confirm(winnings)
    expect(response.status).toBe(400)
    expect((await response.json()).issues).toEqual([
      { path: 'winnings.0.amount', message: fieldTexts.amountInvalid },
      { path: 'winnings.1.entryId', message: texts.entryUnknown },
    ])
  })

  test('answers 400 for boats of other tournaments and withdrawn ones, each at its line', async () => {
    const { testApp, tournament, entry, confirm } = await overScene()
    const withdrawnEntry = await addEntry(testApp.db, { tournament_id: tournament, withdrawn_at: 1 })
    const elsewhere = await addEntry(testApp.db)
    const winnings = [withdrawnEntry, entry, elsewhere].map(entryId => ({ entryId, amount: 1 }))
    const response = await confirm(winnings)
    expect(response.status).toBe(400)
    expect((await response.json()).issues).toEqual([
      { path: 'winnings.0.entryId', message: texts.entryUnknown },
      { path: 'winnings.2.entryId', message: texts.entryUnknown },
    ])
  })

  test('answers 409 for an upcoming, active or cancelled tournament', async () => {
    for (const values of [upcoming(), {}, { ...pastDates(), cancelled_at: 1 }]) {
      const { confirm, preview } = await makeScene(values)
      for (const call of [confirm, preview]) expect((await call([])).status).toBe(409)
    }
  })

  test('answers 409 while a started payment may still complete, and 201 afterwards', async () => {
    const { testApp, db, entry, confirm, listPayouts, preview } = await overScene()
    const now = Date.now()
    const minute = 60_000
    await moveTournament(db, { ends_at: now - 9 * minute })
    await addFunding(db, { entry_id: entry, status: 'pending', created_at: now - 10 * minute })
    testApp.setNow(now)
    const early = await confirm([])
    expect(early.status).toBe(409)
    expect((await early.json()).message).toContain('5 minutes')
    expect((await preview([])).status).toBe(200)
    testApp.setNow(now + 5 * 60_000)
    expect((await confirm([])).status).toBe(201)
    expect(await listPayouts()).toHaveLength(3)
  })

  test('answers 409 when the shares differ from the preview', async () => {
    const { testApp, entry, ana, confirm, preview } = await overScene()
    const winnings = [{ entryId: entry, amount: '100.00' }]
    const before: ResultsPreview = await (await preview(winnings)).json()
    await addFunding(testApp.db, { entry_id: entry, backer_id: ana.id })
    const stale = await confirm(winnings, { preview: before.preview })
    expect([stale.status, (await stale.json()).message]).toEqual([409, texts.previewOutdated])
    const fresh: ResultsPreview = await (await preview(winnings)).json()
    const other = [{ entryId: entry, amount: '100.01' }]
    const body = { preview: fresh.preview }
    expect((await confirm(other, body)).status).toBe(409)
    expect((await confirm(winnings, body)).status).toBe(201)
  })

  test('divides to the cent, with remaining cents for the earlier fundings', async () => {
    const { testApp, tournament, entry, other, ana, bo, cy, confirm, listPayouts, preview } =
      await overScene()
    // 40 % of $250.01 is $100.004.
    const winnings = [{ entryId: entry, amount: '250.01' }]
    const results: ResultsPreview = await (await preview(winnings)).json()
    expect(results.entries.map(({ shares }) => shares.map(({ amount }) => amount))).toEqual([
      ['33.34', '33.33', '33.33'],
      [],
    ])
    const response = await confirm(winnings)
    expect(response.status).toBe(201)
    expect((await response.json()).entries).toMatchObject([
      {
        entryId: entry,
        winnings: '250.01',
        payoutPercentage: 40,
        raised: '30.00',
        pool: '100.00',
        fundings: 3,
      },
      { entryId: other, winnings: '0.00', raised: '0.00', pool: '0.00', fundings: 0 },
    ])
    const payouts = await listPayouts()
    expect(payouts.map(({ amount, status }) => [amount, status])).toEqual([
      ['33.34', 'owed'],
      ['33.33', 'owed'],
      ['33.33', 'owed'],
    ])
    const mine = await Promise.all([ana, bo, cy].map(async ({ id }) => payoutsOfBacker(testApp, id)))
    expect(mine.map(([payout]) => payout?.shown_cents)).toEqual([3334, 3333, 3333])
    expect(await balances(testApp)).toEqual({
      backers: -3000,
      stakes: 3000,
      winnings: -10_000,
      pools: 0,
      shares: 10_000,
    })
    const open = await (await testApp.page(`/api/tournaments/${tournament}/results`)).json()
    expect(open.entries).toHaveLength(2)
  })

  test('gives no share to fundings that are pending, being refunded, refunded or failed', async () => {
    const { db, entry, first, confirm, listPayouts } = await overScene()
    for (const status of ['refund_pending', 'refunded', 'failed'] as const)
      await addFunding(db, { entry_id: entry, status })
    await addFunding(db, { entry_id: entry, status: 'pending', held_until: 1 })
    await requestRefund(db, first)
    await confirm(100)
    const payouts = await listPayouts()
    expect(payouts.map(({ amount }) => amount)).toEqual(['20.00', '20.00'])
  })

  test('leaves all winnings to a boat without backers', async () => {
    const { testApp, other, confirm } = await overScene()
    await confirm([{ entryId: other, amount: 1000 }])
    const statement: Statement = await (
      await testApp.page(`/api/tournament-entries/${other}/statement`)
    ).json()
    expect(statement).toMatchObject({ winnings: '1000.00', pool: '0.00', raised: '0.00', shares: [] })
    expect((await balances(testApp)).winnings).toBeUndefined()
  })

  test('accepts one of twenty concurrent confirmations and stores every share once', async () => {
    const { testApp, tournament, confirm, listPayouts } = await overScene()
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => confirm(100 + index)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)])
    const payouts = await listPayouts()
    const [result] = (await (await testApp.page(`/api/tournaments/${tournament}/results`)).json()).entries
    expect(payouts).toHaveLength(3)
    expect(payouts.reduce((sum, { amount }) => sum + centsOf(amount), 0)).toBe(centsOf(result.pool))
    expect((await balances(testApp)).shares).toBe(centsOf(result.pool))
  })

  test('rolls back results, shares and mails when the ledger cannot be written', async () => {
    const { db, confirm } = await overScene()
    await db.schema.alterTable('ledger').renameTo('lost').execute()
    const response = await confirm(100)
    expect(response.status).toBe(500)
    for (const table of ['settlements', 'results', 'payouts', 'jobs'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
    await db.schema.alterTable('lost').renameTo('ledger').execute()
    const again = await confirm(100)
    expect(again.status).toBe(201)
  })

  test('refunds a timely payment that is reported after the results, without changing shares', async () => {
    const { db, entry, confirm, listPayouts } = await overScene()
    const late = await addFunding(db, { entry_id: entry, status: 'pending', held_until: 1, claimed_at: 1 })
    await confirm(100)
    const before = await listPayouts()
    await inTransaction(db, async trx => {
      const funding = await findFunding(trx, late)
      const fundedEntry = await findFundedEntry(trx, entry)
      if (!funding || !fundedEntry) throw new Error('a funding')
      await recordPayment(trx, funding, fundedEntry, { paidAt: pastDates().starts_at, now: Date.now() })
    })
    const row = await findFunding(db, late)
    expect([row?.status, row?.refund_reason]).toEqual(['refund_pending', 'closed'])
    expect(await listPayouts()).toEqual(before)
  })

  test('a settlement is final: changes of dates, status and entries answer 409, and the database refuses them', async () => {
    const { testApp, db, tournament, organiser, confirm } = await overScene()
    await confirm(100)
    const { cookie } = organiser
    const path = `/api/tournaments/${tournament}`
    const later = new Date(Date.now() + hour).toISOString()
    for (const json of [{ endDate: later }, { status: 'cancelled' }])
      expect((await testApp.page(path, { method: 'PATCH', json, cookie })).status).toBe(409)
    expect((await testApp.page(path, { method: 'PATCH', json: { name: 'Renamed' }, cookie })).status).toBe(
      200,
    )
    const boat = await (
      await testApp.page('/api/boats', { json: { name: 'Late', captainName: 'Lee' }, cookie })
    ).json()
    const entering = await testApp.page(`${path}/entries`, {
      json: { boatId: boat.id, fundingGoal: 100, payoutPercentage: 10 },
      cookie,
    })
    expect(entering.status).toBe(409)
    for (const write of [
      () => changeRows(db, 'results', { pool_cents: 1 }),
      () => removeRows(db, 'results'),
      () => changeRows(db, 'settlements', { settled_at: 1 }),
      () => removeRows(db, 'settlements'),
      () => changeRows(db, 'payouts', { amount_cents: 1 }),
      () => changeRows(db, 'payouts', { backer_id: null as never }),
      () => removeRows(db, 'payouts'),
      () => moveTournament(db, { ends_at: 1 }),
      () => cancelTournament(db, tournament),
    ])
      await expect(write()).rejects.toThrow('settle')
  })
})

describe('POST and DELETE /api/payouts/:id/paid', () => {
  async function settledScene() {
    const scene = await overScene()
    const { testApp, confirm, listPayouts } = scene
    await confirm(100)
    const payouts = await listPayouts()
    const [payout] = payouts
    if (!payout) throw new Error('a payout')
    const pay = (cookie: string, json: object = {}, id = payout.id) =>
      testApp.page(`/api/payouts/${id}/paid`, { json, cookie })
    const undo = (cookie: string, id = payout.id) =>
      testApp.page(`/api/payouts/${id}/paid`, { method: 'DELETE', cookie })
    return { ...scene, payout, pay, undo }
  }

  test('answers 401, 403 to all but the organiser, 404 for an unknown payout, and 400 for an invalid reference', async () => {
    const { pay, undo, captain, ana, organiser } = await settledScene()
    expect([(await pay('')).status, (await undo('')).status]).toEqual([401, 401])
    for (const { cookie } of [captain, ana])
      expect([(await pay(cookie)).status, (await undo(cookie)).status]).toEqual([403, 403])
    expect((await pay(organiser.cookie, {}, newId())).status).toBe(404)
    for (const reference of [7, 'x'.repeat(201), 'a\u202eb'])
      expect((await pay(organiser.cookie, { reference })).status).toBe(400)
  })

  test('answers 409 while the funding is disputed or the dispute is lost, and 200 when it is won', async () => {
    const { db, pay, organiser, payout, first, listPayouts } = await settledScene()
    await addDispute(db, { funding_id: first, amount_cents: 1000, reason: 'fraudulent' })
    const status = async () => (await listPayouts())[0]?.status
    expect(await status()).toBe('frozen')
    expect((await pay(organiser.cookie)).status).toBe(409)
    await decideDisputes(db, 'lost')
    await changeRows(db, 'fundings', { status: 'refunded' }, { id: first })
    expect((await pay(organiser.cookie)).status).toBe(409)
    await decideDisputes(db, 'won')
    await changeRows(db, 'fundings', { status: 'completed' }, { id: first })
    expect(await status()).toBe('owed')
    expect((await pay(organiser.cookie)).status).toBe(200)
    expect(payout.amount).toBe('13.34')
  })

  test('answers 409 for a share whose funding was refunded since', async () => {
    const { db, pay, organiser, first } = await settledScene()
    await changeRows(db, 'fundings', { status: 'refunded' }, { id: first })
    expect((await pay(organiser.cookie)).status).toBe(409)
  })

  test('answers 200 to a repetition with the same reference, and 409 with another one', async () => {
    const { testApp, pay, organiser, ana } = await settledScene()
    const first = await pay(organiser.cookie, { reference: ' Zelle  42 ' })
    expect(await first.json()).toMatchObject({ status: 'paid', reference: 'Zelle 42', amount: '13.34' })
    const again = await pay(organiser.cookie, { reference: 'Zelle 42' })
    expect([again.status, (await again.json()).status]).toEqual([200, 'paid'])
    expect((await pay(organiser.cookie)).status).toBe(200)
    const other = await pay(organiser.cookie, { reference: 'Zelle 43' })
    expect(other.status).toBe(409)
    expect((await other.json()).message).toContain('Zelle 42')
    const [mine] = await payoutsOfBacker(testApp, ana.id)
    expect(mine?.paid_cents).toBe(1334)
    expect(await balances(testApp)).toMatchObject({ shares: 2666, payouts: 1334 })
  })

  test('writes one of ten concurrent requests to the ledger', async () => {
    const { testApp, pay, organiser } = await settledScene()
    const answers = await Promise.all(Array.from({ length: 10 }, () => pay(organiser.cookie)))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect((await balances(testApp)).payouts).toBe(1334)
  })

  test('DELETE undoes a payment, also twice or before it was paid; the ledger retains both movements', async () => {
    const { testApp, pay, undo, organiser } = await settledScene()
    expect((await undo(organiser.cookie)).status).toBe(200)
    await pay(organiser.cookie, { reference: 'wrong person' })
    for (let time = 0; time < 2; time += 1)
      expect(await (await undo(organiser.cookie)).json()).toMatchObject({
        status: 'owed',
        reference: null,
        paidAt: null,
      })
    expect(await balances(testApp)).toMatchObject({ shares: 4000, payouts: 0 })
    await pay(organiser.cookie, { reference: 'right person' })
    expect(await findFaults(testApp.db)).toEqual([])
    const kinds = await testApp.db
      .selectFrom('ledger')
      .select('kind')
      .where('kind', 'in', ['payout', 'payout-undone'])
      .distinct()
      .execute()
    expect(kinds.map(({ kind }) => kind).sort()).toEqual(['payout', 'payout-undone'])
  })

  test('answers 409 for a share of zero', async () => {
    const { testApp, organiser, confirm, listPayouts } = await overScene()
    await confirm([])
    const [payout] = await listPayouts()
    expect(payout?.status).toBe('none')
    const response = await testApp.page(`/api/payouts/${payout?.id}/paid`, {
      json: {},
      cookie: organiser.cookie,
    })
    expect(response.status).toBe(409)
  })
})

describe('GET /api/tournaments/:id/payouts', () => {
  test('answers 401, 403 and 404 for list and CSV; the list is empty before the settlement', async () => {
    const { testApp, tournament, captain, organiser, listPayouts } = await overScene()
    for (const kind of ['payouts', 'payouts.csv']) {
      const get = (cookie: string, id: string = tournament) =>
        testApp.page(`/api/tournaments/${id}/${kind}`, { cookie })
      expect((await get('')).status).toBe(401)
      expect((await get(captain.cookie)).status).toBe(403)
      expect((await get(organiser.cookie, newId())).status).toBe(404)
    }
    expect(await listPayouts()).toEqual([])
  })

  test('lists each payout once in pages with a Link header', async () => {
    const { testApp, tournament, organiser, confirm } = await overScene()
    await confirm(100)
    const { cookie } = organiser
    const first = await testApp.page(`/api/tournaments/${tournament}/payouts?limit=2`, { cookie })
    const next = nextOf(first)
    const second = await testApp.page(next ?? '', { cookie })
    const ids = [...(await first.json()), ...(await second.json())].map(({ id }: Payout) => id)
    expect(ids).toHaveLength(3)
    expect(new Set(ids).size).toBe(3)
    expect(second.headers.get('link')).toBeNull()
  })

  test('answers 400 for a cursor, a limit and a status it doesn’t know', async () => {
    const { testApp, tournament, organiser } = await overScene()
    for (const search of ['cursor=x', 'limit=0', 'limit=1001', 'status=none', `q=${'x'.repeat(201)}`]) {
      const path = `/api/tournaments/${tournament}/payouts?${search}`
      expect((await testApp.page(path, { cookie: organiser.cookie })).status).toBe(400)
    }
  })

  test('finds shares by status, backer and text, and the server adds them up', async () => {
    const { testApp, db, tournament, organiser, captain, entry, ana, confirm } = await overScene()
    await renameUser(db, ana.id, 'Émile', 'Roux')
    await confirm(100)
    const path = `/api/tournaments/${tournament}/payouts`
    const { cookie } = organiser
    const find = async (search: string): Promise<Payout[]> =>
      (await testApp.page(`${path}?${search}`, { cookie })).json()
    const totals = async () => (await testApp.page(`${path}/totals`, { cookie })).json()

    expect((await testApp.page(`${path}/totals`)).status).toBe(401)
    expect((await testApp.page(`${path}/totals`, { cookie: captain.cookie })).status).toBe(403)
    const [first, ...others] = await find('q=%20émile%20roux')
    expect(others).toEqual([])
    expect(first?.backer.id).toBe(ana.id)
    expect(await find(`backer=${ana.id}`)).toMatchObject([{ id: first?.id ?? '' }])
    expect(await find('q=reel')).toHaveLength(3)
    expect(await find('q=%25')).toEqual([])
    const sums = {
      owed: { count: 3, amount: '40.00' },
      paid: { count: 0, amount: '0.00' },
      frozen: { count: 0, amount: '0.00' },
      lost: { count: 0, amount: '0.00' },
    }
    expect(await totals()).toEqual({
      ...sums,
      mode: 'test',
      dueAt: null,
      entries: [{ entryId: entry, boat: 'Reel Deal', ...sums }],
    })

    await testApp.page(`/api/payouts/${first?.id}/paid`, { json: { reference: 'Wire 7' }, cookie })
    expect(await find('status=paid')).toMatchObject([{ id: first?.id ?? '' }])
    expect(await find('status=owed')).toHaveLength(2)
    expect(await find('status=any')).toHaveLength(3)
    expect(await find('q=wire')).toMatchObject([{ id: first?.id ?? '' }])
    expect(await totals()).toMatchObject({ owed: { count: 2 }, paid: { count: 1, amount: first?.amount } })
  })

  test('the CSV is UTF-8 with a header and exact amounts, and escapes formulas', async () => {
    const { testApp, db, tournament, organiser, ana, confirm, listPayouts } = await overScene()
    await renameUser(db, ana.id, '=HYPERLINK("http://x","y")', 'Ñandú, Jr.')
    await confirm(100)
    const [payout] = await listPayouts()
    await testApp.page(`/api/payouts/${payout?.id}/paid`, {
      json: { reference: '+1 555 0100' },
      cookie: organiser.cookie,
    })
    const response = await testApp.page(`/api/tournaments/${tournament}/payouts.csv`, {
      cookie: organiser.cookie,
    })
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toContain('attachment')
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const lines = new TextDecoder().decode(bytes).split('\r\n')
    expect(lines).toHaveLength(5)
    expect(lines[0]).toStartWith('"Payout","Boat","Captain","Backer"')
    expect(lines[1]).toContain(`"'=HYPERLINK(""http://x"",""y"") Ñandú, Jr."`)
    expect(lines[1]).toContain('"10.00","13.34","paid"')
    expect(lines[1]).toContain(`"'+1 555 0100"`)
    expect(lines[2]).toContain('"10.00","13.33","owed"')
  })

  test('lists the share of a deleted account without name and address', async () => {
    const { db, ana, confirm, listPayouts } = await overScene()
    await confirm(100)
    await deleteUser(db, ana.id)
    const [payout] = await listPayouts()
    expect(payout).toMatchObject({
      amount: '13.34',
      status: 'owed',
      backer: { name: 'A backer (account deleted)', email: null },
    })
  })
})

describe('GET /api/tournament-entries/:id/statement', () => {
  const read = async ({ page }: TestApp, entry: string, cookie?: string): Promise<Statement> =>
    (await page(`/api/tournament-entries/${entry}/statement`, cookie === undefined ? {} : { cookie })).json()

  test('answers 404 for an unknown entry and before the settlement', async () => {
    const { testApp, entry } = await overScene()
    for (const id of [newId(), entry, 'x'])
      expect((await testApp.page(`/api/tournament-entries/${id}/statement`)).status).toBe(404)
  })

  test('is public, has no names, and allows recomputing every share', async () => {
    const { testApp, db, entry, bo, confirm } = await overScene()
    await renameUser(db, bo.id, 'Bo')
    await confirm('777.77')
    const response = await testApp.page(`/api/tournament-entries/${entry}/statement`)
    const text = await response.text()
    expect(text).not.toContain('Bo')
    expect(text).not.toContain('@')
    const statement: Statement = JSON.parse(text)
    expect(statement.shares.some(({ yours }) => yours)).toBe(false)
    const [pool, raised] = [BigInt(centsOf(statement.pool)), BigInt(centsOf(statement.raised))]
    const percent = BigInt(Math.round(statement.payoutPercentage * 100))
    expect(pool).toBe((BigInt(centsOf(statement.winnings)) * percent) / 10_000n)
    for (const share of statement.shares)
      expect(BigInt(centsOf(share.roundedDown))).toBe((pool * BigInt(centsOf(share.contributed))) / raised)
    expect(statement.shares.filter(({ extraCent }) => extraCent)).toHaveLength(statement.centsLeftOver)
    expect(statement.shares.reduce((sum, { amount }) => sum + BigInt(centsOf(amount)), 0n)).toBe(pool)
  })

  test('marks the caller’s own share', async () => {
    const { testApp, entry, bo, confirm } = await overScene()
    await confirm(100)
    const { shares } = await read(testApp, entry, bo.cookie)
    expect(shares.map(({ yours }) => yours)).toEqual([false, true, false])
  })
})

describe('the mail about winnings', () => {
  const inboxOf = async ({ db, mails }: TestApp, id: UserId) => {
    const { email } = await db
      .selectFrom('users')
      .select('email')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return mails.filter(({ to }) => to === email)
  }

  test('is sent once to each backer with the sum of their shares, however often the job runs', async () => {
    const { testApp, db, entry, ana, bo, confirm } = await overScene()
    await addFunding(db, { entry_id: entry, backer_id: ana.id, amount_cents: 3000 })
    await confirm(1000)
    expect(testApp.mails).toEqual([])
    await testApp.runJobs()
    await testApp.runJobs()
    expect(testApp.mails).toHaveLength(3)
    const [mail] = await inboxOf(testApp, ana.id)
    expect(mail?.subject).toBe('You won $266.67 with Reel Deal')
    expect(mail?.text).toContain('/my-funding')
    expect(mail?.text).toContain(`/statement/${entry}`)
    expect((await inboxOf(testApp, bo.id))[0]?.subject).toContain('$66.67')
  })

  test('is retried when the mail server is down, and fails when the address is refused', async () => {
    const { MailRefused } = await import('#server/mail/mail.ts')
    const { testApp, db, confirm } = await overScene()
    await confirm(1000)
    const jobs = async () =>
      (await db.selectFrom('jobs').select('state').where('kind', '=', 'mail-win').execute()).map(
        ({ state }) => state,
      )
    testApp.setNow(Date.now())
    const { send } = testApp.deps.mailer
    testApp.deps.mailer.send = () => Promise.reject(new Error('ECONNREFUSED'))
    await testApp.runJobs()
    expect(await jobs()).toEqual(['waiting', 'waiting', 'waiting'])
    testApp.deps.mailer.send = (mail, id) =>
      testApp.mails.length < 2 ? send(mail, id) : Promise.reject(new MailRefused('550'))
    testApp.setNow(Date.now() + hour)
    await testApp.runJobs()
    expect((await jobs()).sort()).toEqual(['done', 'done', 'failed'])
  })

  test('is not sent for a share of zero or to a deleted account', async () => {
    const { testApp, db, other, ana, confirm } = await overScene()
    const loser = await addUser(db)
    await addFunding(db, { entry_id: other satisfies EntryId, backer_id: loser })
    await confirm(1000)
    await deleteUser(db, ana.id)
    await testApp.runJobs()
    expect(testApp.mails).toHaveLength(2)
    expect(await inboxOf(testApp, loser)).toEqual([])
  })
})
