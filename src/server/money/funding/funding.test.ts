import { describe, expect, test } from 'bun:test'
import { newId } from '#contract/ids.ts'
import type { Funding } from '#contract/money/funding.ts'
import { fundingTexts as texts } from '#contract/money/funding-texts.ts'
import { nextOf } from '../../../../tests/support/app.ts'
import { addEntry, type addScene, addSigned } from '../../../../tests/support/factories.ts'
import { changeRows } from '../../../../tests/support/rows.ts'
import { makeScene, mockIntent, statusAndMessage } from '../../../../tests/support/scene.ts'
import { renameBoat, renameUser } from '../../../../tests/support/states.ts'

const hour = 3_600_000

/** The backer has a name. */
async function setUp(values: Parameters<typeof addScene>[1] = {}, goal = 1_000_000) {
  const scene = await makeScene(values, { entry: { funding_goal_cents: goal } })
  await renameUser(scene.db, scene.bo.id, 'Bo', 'Lind')
  return scene
}

describe('POST /api/create-payment-intent', () => {
  test('answers 401 for a visitor, 404 for no entry or a withdrawn one, and nothing is stored', async () => {
    const { testApp, bo, db, intend, withdraw } = await setUp()
    expect((await testApp.page('/api/create-payment-intent', { json: { amount: 25 } })).status).toBe(401)
    const nowhere = { amount: 25, tournamentEntryId: newId<'entry'>() }
    expect((await intend(bo.cookie, 25, nowhere)).status).toBe(404)
    expect((await withdraw()).status).toBe(204)
    expect((await intend()).status).toBe(404)
    expect(await db.selectFrom('fundings').select('id').execute()).toEqual([])
  })

  for (const [amount, message] of [
    [undefined, texts.amountRequired],
    [9.99, texts.amountTooSmall],
    [0, texts.amountTooSmall],
    [-5, texts.amountTooSmall],
    ['NaN', texts.amountInvalid],
    [10.001, texts.amountInvalid],
    ['1e3', texts.amountInvalid],
    ['ten', texts.amountInvalid],
  ] as const)
    test(`answers 400 for ${JSON.stringify(amount)}, with or without an entry`, async () => {
      const { bo, entry, intend } = await setUp()
      for (const more of [{}, { tournamentEntryId: entry }]) {
        const response = await intend(bo.cookie, amount, { ...more, amount })
        expect(response.status).toBe(400)
        expect((await response.json()).issues).toEqual([{ path: 'amount', message }])
      }
    })

  test('answers 400 for 1e309, which JSON reads as infinity', async () => {
    const { app, bo } = await setUp()
    const response = await app.request('http://reelstake.test/api/create-payment-intent', {
      method: 'POST',
      body: '{"amount":1e309}',
      headers: { cookie: bo.cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    })
    expect(response.status).toBe(400)
  })

  test('answers 409 when the tournament is completed or cancelled, or the boat is fully funded', async () => {
    for (const values of [{ ends_at: Date.now() - 1 }, { cancelled_at: 1 }]) {
      const { intend } = await setUp(values)
      expect((await intend()).status).toBe(409)
    }
    const { intend, pay } = await setUp({}, 2500)
    await pay()
    expect((await intend()).status).toBe(409)
  })

  test('answers 200 with exact cents for 64.10 and 16.08', async () => {
    const { bo, db, begin } = await setUp()
    for (const amount of [64.1, 16.08]) await begin(bo.cookie, amount)
    const rows = await db.selectFrom('fundings').select('amount_cents').orderBy('amount_cents').execute()
    expect(rows.map(row => row.amount_cents)).toEqual([1608, 6410])
  })

  test('answers 409 while another backer pays for the remainder, 200 to that backer and after 15 minutes', async () => {
    const { bo, stranger, intend, begin, wait } = await setUp({}, 10_000)
    await begin(bo.cookie, 100)
    const response = await intend(stranger.cookie, 100)
    expect(response.status).toBe(409)
    expect((await response.json()).message).toContain('Another backer is paying')
    await begin(bo.cookie, 100)
    wait(15 * 60_000 + 1)
    await begin(stranger.cookie, 100)
  })
})

test('the refusal during another payment suggests only accepted amounts', async () => {
  const { testApp, bo, stranger, intend, begin } = await setUp({}, 10_000)
  await begin(bo.cookie, 50)
  const waiting = 'Another backer is paying for what remains. Try again in 15 minutes'
  expect(await statusAndMessage(await intend(stranger.cookie, 60))).toEqual([409, `${waiting}, or fund $50.`])
  expect(await statusAndMessage(await intend(stranger.cookie, 49.5))).toEqual([
    409,
    `${waiting}, or fund $49 or $50.`,
  ])
  for (const amount of [99.5, 100.01])
    expect(await statusAndMessage(await intend(stranger.cookie, amount))).toEqual([
      409,
      `${waiting}, or fund $50.`,
    ])
  const other = await addSigned(testApp.db)
  await begin(other.cookie, 45)
  expect(await statusAndMessage(await intend(stranger.cookie, 10))).toEqual([409, `${waiting}.`])
})

describe('POST /api/funding', () => {
  test('answers 401 to a visitor, 400 with every invalid field, and 404 for an unknown entry', async () => {
    const { testApp, bo, fund, pay, readHeld } = await setUp()
    expect((await pay('')).status).toBe(401)
    const bad = await testApp.page('/api/funding', { json: { amount: 'ten' }, cookie: bo.cookie })
    expect(bad.status).toBe(400)
    const paths = (await bad.json()).issues.map(({ path }: { path: string }) => path).sort()
    expect(paths).toEqual(['amount', 'stripePaymentIntentId', 'tournamentEntryId'])
    expect((await fund(mockIntent(), bo.cookie, '25.00', newId())).status).toBe(404)
    expect(await readHeld()).toEqual([0, 0])
  })

  for (const id of ['pi_123', 'cs_mock_1', 'pi_mock_../../x', 'pi_mock_', ''])
    test(`answers 400 for the payment ${JSON.stringify(id)}`, async () => {
      const { bo, fund } = await setUp()
      const status = id === 'pi_mock_' ? 201 : 400
      expect((await fund(id, bo.cookie, '25')).status).toBe(status)
    })

  test('answers 201 with the funding, and 200 with the same one to a repetition', async () => {
    const { bo, entry, boat, tournament, fund, readHeld } = await setUp()
    const intent = mockIntent()
    const first = await fund(intent, bo.cookie, '64.10', entry, { message: ' Tight lines! ' })
    expect(first.status).toBe(201)
    const funding: Funding = await first.json()
    expect(funding).toEqual({
      id: funding.id,
      amount: '64.10',
      given_back: null,
      status: 'completed',
      created_at: funding.created_at,
      message: 'Tight lines!',
      reply: null,
      replied_at: null,
      mode: 'test',
      not_counted: null,
      terms_version: 1,
      refund: null,
      tournament_entry: {
        id: entry,
        current_funding: '64.10',
        funding_goal: '10000.00',
        payout_percentage: 40,
        if_goal_missed: 'share',
        closes_at: expect.any(String),
        current_position: null,
        best_catch: null,
        boat: { id: boat, name: 'Reel Deal', captain_name: 'Ana Reyes' },
        tournament: {
          id: tournament,
          name: 'White Marlin Open',
          location: null,
          status: 'active',
          end_date: expect.any(String),
          payout_days: null,
          payouts_due_at: null,
          organiser_name: null,
        },
      },
      payout: null,
    })
    const again = await fund(intent, bo.cookie, 64.1)
    expect(again.status).toBe(200)
    expect((await again.json()).id).toBe(funding.id)
    expect(await readHeld()).toEqual([6410, 1])
  })

  test('records twenty identical requests once', async () => {
    const { bo, fund, readHeld } = await setUp()
    const intent = mockIntent()
    const all = await Promise.all(Array.from({ length: 20 }, () => fund(intent, bo.cookie, '25')))
    expect(all.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201])
    const ids = await Promise.all(all.map(async response => (await response.json()).id))
    expect(new Set(ids).size).toBe(1)
    expect(await readHeld()).toEqual([2500, 1])
  })

  test('answers 409 for another account, entry or amount, without details', async () => {
    const { testApp, bo, stranger, tournament, begin, fund, readHeld } = await setUp()
    const other = await addEntry(testApp.db, { tournament_id: tournament })
    const recordedIntent = mockIntent()
    await fund(recordedIntent, bo.cookie, '25')
    for (const intent of [recordedIntent, await begin()]) {
      const answers = [
        await fund(intent, stranger.cookie, '25'),
        await fund(intent, bo.cookie, '25', other),
        await fund(intent, bo.cookie, '26'),
      ]
      for (const answer of answers) {
        expect(answer.status).toBe(409)
        expect(await answer.json()).toEqual({ message: texts.notYours, error: 'conflict' })
      }
    }
    expect(await readHeld()).toEqual([2500, 1])
    expect(await readHeld(other)).toEqual([0, 0])
  })

  test('takes the client secret of a test payment for its id, so that it counts once', async () => {
    const { bo, stranger, intend, fund, readHeld } = await setUp()
    const { clientSecret } = await (await intend()).json()
    expect((await fund(clientSecret, stranger.cookie, '25')).status).toBe(409)
    expect((await fund(clientSecret, bo.cookie, '25')).status).toBe(201)
    expect((await fund(clientSecret.split('_secret')[0], bo.cookie, '25')).status).toBe(200)
    expect(await readHeld()).toEqual([2500, 1])
  })

  test('a payment without an entry gets the first one named', async () => {
    const { testApp, bo, tournament, begin, fund, readHeld } = await setUp()
    const other = await addEntry(testApp.db, { tournament_id: tournament })
    const intent = await begin(bo.cookie, 25, {})
    expect((await fund(intent, bo.cookie, '25')).status).toBe(201)
    expect((await fund(intent, bo.cookie, '25', other)).status).toBe(409)
    expect(await readHeld()).toEqual([2500, 1])
  })

  test('answers 409 for a completed or cancelled tournament and beyond the goal, and suggests the two amounts that work', async () => {
    for (const values of [{ ends_at: Date.now() - 1 }, { cancelled_at: 1 }]) {
      const { pay } = await setUp(values)
      expect((await pay()).status).toBe(409)
    }
    const { bo, pay, readHeld } = await setUp({}, 5050)
    expect((await pay(bo.cookie, '50.51')).status).toBe(409)
    const leaves = await pay(bo.cookie, '50.00')
    expect(leaves.status).toBe(409)
    expect((await leaves.json()).issues).toEqual([
      {
        path: 'amount',
        message: 'That would leave $0.50, which is too little to fund. Please fund $49.50 or $50.50.',
      },
    ])
    expect((await pay(bo.cookie, '9.99')).status).toBe(400)
    expect((await pay(bo.cookie, '45.50')).status).toBe(201)
    expect((await pay(bo.cookie, '4')).status).toBe(400)
    expect((await pay(bo.cookie, '5.00')).status).toBe(201)
    expect((await pay(bo.cookie, '10')).status).toBe(409)
    expect(await readHeld()).toEqual([5050, 1])
  })

  test('exactly ten of fifty concurrent fundings of $10 fit into the last $100', async () => {
    const { testApp, pay, readHeld } = await setUp({}, 10_000)
    const people = await Promise.all(Array.from({ length: 50 }, () => addSigned(testApp.db)))
    const all = await Promise.all(people.map(({ cookie }) => pay(cookie, '10')))
    const statuses = all.map(({ status }) => status)
    expect(statuses.filter(status => status === 201).length).toBe(10)
    expect(statuses.filter(status => status === 409).length).toBe(40)
    expect(await readHeld()).toEqual([10_000, 10])
  })

  test('a refused funding does not roll back others in the same commit', async () => {
    const { testApp, bo, stranger, pay, readHeld } = await setUp({}, 10_000)
    const all = await Promise.all([pay(bo.cookie, '40'), pay(stranger.cookie, '110'), pay(bo.cookie, '30')])
    expect(all.map(({ status }) => status)).toEqual([201, 409, 201])
    expect(await readHeld()).toEqual([7000, 1])
    const rows = await testApp.db.selectFrom('fundings').select('amount_cents').execute()
    expect(rows.map(row => row.amount_cents).sort()).toEqual([3000, 4000])
  })

  test('a page requested after the answer shows the funding', async () => {
    const { bo, entry, page, pay } = await setUp()
    expect((await (await page(`/api/tournament-entries/${entry}`)).json()).currentFunding).toBe('0.00')
    await pay(bo.cookie, '25')
    const body = await (await page(`/api/tournament-entries/${entry}`)).json()
    expect([body.currentFunding, body.backerCount]).toEqual(['25.00', 1])
  })

  test('mails a receipt once, also after the mail server was down', async () => {
    const { testApp, bo, mails, deps, setNow, pay } = await setUp()
    await pay(bo.cookie, '25')
    const { send } = deps.mailer
    deps.mailer.send = () => Promise.reject(new Error('no mail server'))
    await testApp.sendMails()
    deps.mailer.send = send
    await testApp.sendMails()
    expect(mails).toEqual([])
    setNow(Date.now() + hour)
    await testApp.sendMails()
    await testApp.sendMails()
    expect(mails.map(({ subject }) => subject)).toEqual(['Receipt: $25 for Reel Deal'])
  })
})

describe('GET /api/funding/my', () => {
  test('answers 401 to a visitor; lists the caller’s own fundings, newest first, without unpaid ones', async () => {
    const { bo, stranger, entry, page, begin, pay } = await setUp()
    expect((await page('/api/funding/my')).status).toBe(401)
    const ids: string[] = []
    for (const amount of ['25', '30', '35']) ids.unshift((await (await pay(bo.cookie, amount)).json()).id)
    await pay(stranger.cookie, '99')
    await begin(bo.cookie, 40)
    const read = async (path: string) => page(path, { cookie: bo.cookie })
    const mine: Funding[] = await (await read('/api/funding/my')).json()
    expect(mine.map(({ amount }) => amount)).toEqual(['35.00', '30.00', '25.00'])
    expect(mine.map(({ id }) => id)).toEqual(ids)
    expect(mine[0]?.tournament_entry.id).toBe(entry)
    expect(mine[0]?.tournament_entry.current_funding).toBe('189.00')
    const first = await read('/api/funding/my?limit=2')
    const next = nextOf(first) ?? ''
    const rest: Funding[] = await (await read(next)).json()
    expect(rest.map(({ amount }) => amount)).toEqual(['25.00'])
    for (const search of ['cursor=x', 'limit=0', 'limit=1001'])
      expect((await read(`/api/funding/my?${search}`)).status).toBe(400)
  })

  test('answers 404 for the payment of another, an unpaid and an unknown one; 200 for one’s own', async () => {
    const { testApp, bo, stranger, page, begin, pay } = await setUp()
    const { id } = await (await pay(bo.cookie, '25')).json()
    await begin(bo.cookie, 40)
    const unpaid = await testApp.db
      .selectFrom('fundings')
      .select('id')
      .where('status', '=', 'pending')
      .executeTakeFirstOrThrow()
    const read = (one: string, cookie = bo.cookie) => page(`/api/funding/my/${one}`, { cookie })
    expect((await read(id, '')).status).toBe(401)
    expect((await read(id, stranger.cookie)).status).toBe(404)
    for (const unknown of [unpaid.id, newId(), 'x']) expect((await read(unknown)).status).toBe(404)
    expect(await (await read(id)).json()).toMatchObject({ id, amount: '25.00', payout: null })
  })

  test('the totals count what is funded and not refunded, whatever page is shown', async () => {
    const { db, bo, stranger, page, begin, pay } = await setUp()
    expect((await page('/api/funding/my/totals')).status).toBe(401)
    const totals = async () => (await page('/api/funding/my/totals', { cookie: bo.cookie })).json()
    const none = {
      funded: '0.00',
      boats: 0,
      tournaments: 0,
      won: '0.00',
      settled: { in: '0.00', out: '0.00', owed: '0.00' },
      years: [],
    }
    expect(await totals()).toEqual(none)
    for (const amount of ['25', '30.50']) await pay(bo.cookie, amount)
    await pay(stranger.cookie, '99')
    const { id } = await (await pay(bo.cookie, '40')).json()
    await begin(bo.cookie, 50)
    const refund = { created_at: Date.UTC(2021, 11, 31, 23), status: 'refunded', refunded_at: 1 } as const
    await changeRows(db, 'fundings', refund, { id })
    const years = [String(new Date().getUTCFullYear()), '2021']
    expect(await totals()).toEqual({ ...none, funded: '55.50', boats: 1, tournaments: 1, years })
  })

  test('shows the share of the winnings once results are confirmed', async () => {
    const { bo, stranger, organiser, entry, tournament, page, setNow, pay, readHeld } = await setUp()
    await pay(bo.cookie, '25')
    await pay(stranger.cookie, '75')
    const read = async (): Promise<Funding[]> => (await page('/api/funding/my', { cookie: bo.cookie })).json()
    expect((await read())[0]?.payout).toBeNull()
    setNow(Date.now() + 48 * hour)
    const results = await page(`/api/tournaments/${tournament}/results`, {
      json: { winnings: [{ entryId: entry, amount: '1000.01' }] },
      cookie: organiser.cookie,
    })
    expect(results.status).toBe(201)
    // A quarter of 40 %.
    expect((await read())[0]?.payout).toEqual({ amount: '100.00', status: 'owed' })
    expect(await readHeld()).toEqual([10_000, 2])
  })

  test('the CSV has one line per payment of the year and escapes formulas; without a valid year, it answers 400', async () => {
    const { bo, boat, page, db, pay } = await setUp()
    await renameBoat(db, boat, '=HYPERLINK("x")')
    await pay(bo.cookie, '64.10')
    const read = (search: string) => page(`/api/funding/my.csv${search}`, { cookie: bo.cookie })
    for (const search of ['', '?year=x', '?year=99']) expect((await read(search)).status).toBe(400)
    const response = await read(`?year=${new Date().getUTCFullYear()}`)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const lines = (await response.text()).trim().split('\r\n')
    expect(lines.length).toBe(2)
    expect(lines[1]).toContain(`"'=HYPERLINK(""x"")"`)
    expect(lines[1]).toContain('"64.10"')
    expect((await (await read('?year=2001')).text()).trim().split('\r\n').length).toBe(1)
  })
})

describe('GET /api/funding/intent/:intentId', () => {
  test('answers 404 for another account’s and an unknown payment; then reports unpaid and recorded', async () => {
    const { bo, stranger, entry, page, begin, fund } = await setUp()
    const intent = await begin()
    const look = (cookie: string, id = intent) => page(`/api/funding/intent/${id}`, { cookie })
    expect((await look(stranger.cookie)).status).toBe(404)
    expect((await look(bo.cookie, 'pi_none')).status).toBe(404)
    expect((await look(bo.cookie, 'x')).status).toBe(404)
    expect(await (await look(bo.cookie)).json()).toMatchObject({ state: 'unpaid', funding: null })
    await fund(intent, bo.cookie, '25')
    expect(await (await look(bo.cookie)).json()).toMatchObject({
      state: 'recorded',
      entryId: entry,
      funding: { amount: '25.00' },
    })
  })
})

describe('GET /api/tournament-entries/:id/backers', () => {
  test('answers 401, 403 to all but the owner and 404 for an unknown entry; the owner reads messages and replies', async () => {
    const { bo, stranger, organiser, captain, entry, page, pay } = await setUp()
    const { id } = await (await pay(bo.cookie, '25', { message: 'Good luck' })).json()
    const path = `/api/tournament-entries/${entry}/backers`
    expect((await page(path)).status).toBe(401)
    for (const { cookie } of [bo, stranger, organiser]) {
      expect((await page(path, { cookie })).status).toBe(403)
      expect((await page(`${path}/${id}/reply`, { json: { reply: 'x' }, cookie })).status).toBe(403)
    }
    const { cookie } = captain
    expect((await page(`/api/tournament-entries/${newId()}/backers`, { cookie })).status).toBe(404)
    expect(await (await page(path, { cookie })).json()).toMatchObject([
      { id, name: 'Bo Lind', amount: '25.00', status: 'completed', message: 'Good luck', reply: null },
    ])
    expect((await page(`${path}/${id}/reply`, { json: { reply: ' ' }, cookie })).status).toBe(400)
    expect((await page(`${path}/${newId()}/reply`, { json: { reply: 'x' }, cookie })).status).toBe(404)
    expect((await page(`${path}/${id}/reply`, { json: { reply: 'Thanks!' }, cookie })).status).toBe(200)
    const [mine]: Funding[] = await (await page('/api/funding/my', { cookie: bo.cookie })).json()
    expect(mine?.reply).toBe('Thanks!')
  })

  test('the owner finds backers by name and downloads all; messages are no formulas', async () => {
    const { bo, organiser, captain, entry, page, pay } = await setUp()
    await pay(bo.cookie, '25', { message: '=1+1' })
    const path = `/api/tournament-entries/${entry}/backers`
    const { cookie } = captain
    const countMatches = async (q: string) => (await (await page(`${path}?q=${q}`, { cookie })).json()).length
    expect([await countMatches('LIND'), await countMatches('ana')]).toEqual([1, 0])
    expect((await page(`${path}.csv`)).status).toBe(401)
    for (const other of [bo, organiser])
      expect((await page(`${path}.csv`, { cookie: other.cookie })).status).toBe(403)
    const response = await page(`${path}.csv`, { cookie })
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const lines = (await response.text()).trim().split('\r\n')
    expect(lines[0]).toContain('"Payment","Date (UTC)","Backer","Insider","Amount (USD)"')
    expect(lines[1]).toContain(`"Bo Lind","","25.00","completed","'=1+1"`)
    expect(lines).toHaveLength(2)
  })

  test('the owner thanks all backers who have no reply', async () => {
    const { bo, stranger, captain, organiser, entry, page, pay } = await setUp()
    for (const amount of ['25', '30']) await pay(bo.cookie, amount)
    const path = `/api/tournament-entries/${entry}/backers`
    const thank = (json: unknown, cookie?: string) =>
      page(`${path}/thanks`, { json, ...(cookie && { cookie }) })
    expect((await thank({ reply: 'x' })).status).toBe(401)
    for (const { cookie } of [bo, stranger, organiser])
      expect((await thank({ reply: 'x' }, cookie)).status).toBe(403)
    const { cookie } = captain
    expect((await thank({ reply: ' ' }, cookie)).status).toBe(400)
    const [latest] = await (await page(path, { cookie })).json()
    await page(`${path}/${latest.id}/reply`, { json: { reply: 'For you alone' }, cookie })
    expect(await (await thank({ reply: 'We won!' }, cookie)).json()).toEqual({ fundings: 1 })
    expect(await (await thank({ reply: 'Again' }, cookie)).json()).toEqual({ fundings: 0 })
    const mine: Funding[] = await (await page('/api/funding/my', { cookie: bo.cookie })).json()
    expect(mine.map(({ reply }) => reply)).toEqual(['For you alone', 'We won!'])
  })

  test('answers in pages on request', async () => {
    const { bo, stranger, captain, entry, page, pay } = await setUp()
    for (const amount of ['25', '30', '35']) await pay(bo.cookie, amount)
    const { cookie } = captain
    const path = `/api/tournament-entries/${entry}/backers`
    for (const search of ['cursor=x', 'limit=0', 'limit=1001'])
      expect((await page(`${path}?${search}`, { cookie })).status).toBe(400)
    const first = await page(`${path}?limit=2`, { cookie })
    const next = nextOf(first) ?? ''
    const second = await page(next, { cookie })
    const backers = [...(await first.json()), ...(await second.json())]
    expect(backers.map(({ amount }) => amount)).toEqual(['35.00', '30.00', '25.00'])
    expect(second.headers.get('link')).toBeNull()
    expect((await page(path, { cookie: stranger.cookie })).status).toBe(403)
  })

  test('lists a backer with a deleted account without a name', async () => {
    const { bo, captain, entry, page, db, pay, readHeld } = await setUp()
    await pay(bo.cookie, '25')
    const { anonymiseUser } = await import('#server/people/auth/index.ts')
    const { inTransaction } = await import('#server/db/connection.ts')
    await inTransaction(db, trx => anonymiseUser(trx, bo.id, Date.now()))
    const backers = await page(`/api/tournament-entries/${entry}/backers`, { cookie: captain.cookie })
    expect(await backers.json()).toMatchObject([{ name: 'A backer', amount: '25.00' }])
    expect(await readHeld()).toEqual([2500, 1])
  })
})
