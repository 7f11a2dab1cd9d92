import { describe, expect, test } from 'bun:test'
import { newId } from '#contract/ids.ts'
import type { Funding } from '#contract/money/funding.ts'
import { fundingTexts as texts } from '#contract/money/funding-texts.ts'
import { findFaults } from '#server/money/ledger/verify.queries.ts'
import { makeTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { addEntry, addScene, addSigned, named } from '../../../../tests/support/factories.ts'
import { changeRows } from '../../../../tests/support/rows.ts'
import { renameBoat } from '../../../../tests/support/states.ts'

const hour = 3_600_000
let made = 0
const mock = () => `pi_mock_${++made}`

async function setUp(values: Parameters<typeof addScene>[1] = {}, goal = 1_000_000) {
  const testApp = await makeTestApp()
  const scene = await addScene(testApp.db, values, { entry: { funding_goal_cents: goal } })
  const backer = await addSigned(testApp.db, named('Bo', 'Lind'))
  return { ...scene, ...testApp, testApp, backer }
}

const fund = (
  { page }: Pick<TestApp, 'page'>,
  cookie: string,
  entry: string,
  amount: unknown = '25.00',
  intent: string = mock(),
  more: object = {},
) =>
  page('/api/funding', {
    json: { tournamentEntryId: entry, amount, stripePaymentIntentId: intent, ...more },
    cookie,
  })

const intend = ({ page }: Pick<TestApp, 'page'>, cookie: string, json: object) =>
  page('/api/create-payment-intent', { json, cookie })

async function issued(testApp: Pick<TestApp, 'page'>, cookie: string, json: object): Promise<string> {
  const response = await intend(testApp, cookie, json)
  expect(response.status).toBe(200)
  const { clientSecret } = await response.json()
  expect(clientSecret).toMatch(/^pi_mock_\w+_secret_mock$/)
  return clientSecret.split('_secret')[0]
}

async function holds({ db }: Pick<TestApp, 'db'>, entry: string) {
  const row = await db
    .selectFrom('entries')
    .select(['current_funding_cents as cents', 'backer_count as backers'])
    .where('id', '=', entry as never)
    .executeTakeFirstOrThrow()
  expect(await findFaults(db)).toEqual([])
  return [row.cents, row.backers]
}

describe('POST /api/create-payment-intent', () => {
  test('answers 401 for a visitor, 404 for no entry, and nothing is stored', async () => {
    const { testApp, backer, db } = await setUp()
    expect((await testApp.page('/api/create-payment-intent', { json: { amount: 25 } })).status).toBe(401)
    const nowhere = { amount: 25, tournamentEntryId: newId<'entry'>() }
    expect((await intend(testApp, backer.cookie, nowhere)).status).toBe(404)
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
      const { testApp, backer, entry } = await setUp()
      for (const more of [{}, { tournamentEntryId: entry }]) {
        const response = await intend(testApp, backer.cookie, { amount, ...more })
        expect(response.status).toBe(400)
        expect((await response.json()).issues).toEqual([{ path: 'amount', message }])
      }
    })

  test('answers 400 for 1e309, which JSON reads as infinity', async () => {
    const { app, backer } = await setUp()
    const response = await app.request('http://reelstake.test/api/create-payment-intent', {
      method: 'POST',
      body: '{"amount":1e309}',
      headers: { cookie: backer.cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    })
    expect(response.status).toBe(400)
  })

  test('answers 409 when the tournament is completed or cancelled, or the boat is fully funded', async () => {
    for (const values of [{ ends_at: Date.now() - 1 }, { cancelled_at: 1 }]) {
      const { testApp, backer, entry } = await setUp(values)
      expect((await intend(testApp, backer.cookie, { amount: 25, tournamentEntryId: entry })).status).toBe(
        409,
      )
    }
    const { testApp, backer, entry } = await setUp({}, 2500)
    await fund(testApp, backer.cookie, entry)
    expect((await intend(testApp, backer.cookie, { amount: 25, tournamentEntryId: entry })).status).toBe(409)
  })

  test('answers 200 with exact cents for 64.10 and 16.08', async () => {
    const { testApp, backer, entry, db } = await setUp()
    for (const amount of [64.1, 16.08])
      await issued(testApp, backer.cookie, { amount, tournamentEntryId: entry })
    const rows = await db.selectFrom('fundings').select('amount_cents').orderBy('amount_cents').execute()
    expect(rows.map(row => row.amount_cents)).toEqual([1608, 6410])
  })

  test('answers 409 while another backer pays for the remainder, 200 to that backer and after 15 minutes', async () => {
    const { testApp, backer, stranger, entry, setNow } = await setUp({}, 10_000)
    const json = { amount: 100, tournamentEntryId: entry }
    await issued(testApp, backer.cookie, json)
    const refused = await intend(testApp, stranger.cookie, json)
    expect(refused.status).toBe(409)
    expect((await refused.json()).message).toContain('Another backer is paying')
    await issued(testApp, backer.cookie, json)
    setNow(Date.now() + 15 * 60_000 + 1)
    await issued(testApp, stranger.cookie, json)
  })
})

test('the refusal during another payment suggests only accepted amounts', async () => {
  const { testApp, backer, stranger, entry } = await setUp({}, 10_000)
  await issued(testApp, backer.cookie, { amount: 50, tournamentEntryId: entry })
  const said = async (amount: number) => {
    const answer = await intend(testApp, stranger.cookie, { amount, tournamentEntryId: entry })
    return [answer.status, (await answer.json()).message]
  }
  const wait = 'Another backer is paying for what remains. Try again in 15 minutes'
  expect(await said(60)).toEqual([409, `${wait}, or fund $50.`])
  expect(await said(49.5)).toEqual([409, `${wait}, or fund $49 or $50.`])
  const other = await addSigned(testApp.db)
  await issued(testApp, other.cookie, { amount: 45, tournamentEntryId: entry })
  expect(await said(10)).toEqual([409, `${wait}.`])
})

describe('POST /api/funding', () => {
  test('answers 401 to a visitor, 400 with every invalid field, and 404 for an unknown entry', async () => {
    const { testApp, backer, entry } = await setUp()
    expect((await fund(testApp, '', entry)).status).toBe(401)
    const bad = await testApp.page('/api/funding', { json: { amount: 'ten' }, cookie: backer.cookie })
    expect(bad.status).toBe(400)
    const paths = (await bad.json()).issues.map(({ path }: { path: string }) => path).sort()
    expect(paths).toEqual(['amount', 'stripePaymentIntentId', 'tournamentEntryId'])
    expect((await fund(testApp, backer.cookie, newId())).status).toBe(404)
    expect(await holds(testApp, entry)).toEqual([0, 0])
  })

  for (const id of ['pi_123', 'cs_mock_1', 'pi_mock_../../x', 'pi_mock_', ''])
    test(`answers 400 for the payment ${JSON.stringify(id)}`, async () => {
      const { testApp, backer, entry } = await setUp()
      const status = id === 'pi_mock_' ? 201 : 400
      expect((await fund(testApp, backer.cookie, entry, '25', id)).status).toBe(status)
    })

  test('answers 201 with the funding, and 200 with the same one to a repetition', async () => {
    const { testApp, backer, entry, boat, tournament } = await setUp()
    const intent = mock()
    const first = await fund(testApp, backer.cookie, entry, '64.10', intent, { message: ' Tight lines! ' })
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
    const again = await fund(testApp, backer.cookie, entry, 64.1, intent)
    expect(again.status).toBe(200)
    expect((await again.json()).id).toBe(funding.id)
    expect(await holds(testApp, entry)).toEqual([6410, 1])
  })

  test('records twenty identical requests once', async () => {
    const { testApp, backer, entry } = await setUp()
    const intent = mock()
    const all = await Promise.all(
      Array.from({ length: 20 }, () => fund(testApp, backer.cookie, entry, '25', intent)),
    )
    expect(all.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201])
    const ids = await Promise.all(all.map(async response => (await response.json()).id))
    expect(new Set(ids).size).toBe(1)
    expect(await holds(testApp, entry)).toEqual([2500, 1])
  })

  test('answers 409 for another account, entry or amount, without details', async () => {
    const { testApp, backer, stranger, entry, tournament } = await setUp()
    const other = await addEntry(testApp.db, { tournament_id: tournament })
    const json = { amount: 25, tournamentEntryId: entry }
    const recorded = mock()
    await fund(testApp, backer.cookie, entry, '25', recorded)
    for (const intent of [recorded, await issued(testApp, backer.cookie, json)]) {
      const answers = [
        await fund(testApp, stranger.cookie, entry, '25', intent),
        await fund(testApp, backer.cookie, other, '25', intent),
        await fund(testApp, backer.cookie, entry, '26', intent),
      ]
      for (const answer of answers) {
        expect(answer.status).toBe(409)
        expect(await answer.json()).toEqual({ message: texts.notYours, error: 'conflict' })
      }
    }
    expect(await holds(testApp, entry)).toEqual([2500, 1])
    expect(await holds(testApp, other)).toEqual([0, 0])
  })

  test('a payment without an entry gets the first one named', async () => {
    const { testApp, backer, entry, tournament } = await setUp()
    const other = await addEntry(testApp.db, { tournament_id: tournament })
    const intent = await issued(testApp, backer.cookie, { amount: 25 })
    expect((await fund(testApp, backer.cookie, entry, '25', intent)).status).toBe(201)
    expect((await fund(testApp, backer.cookie, other, '25', intent)).status).toBe(409)
    expect(await holds(testApp, entry)).toEqual([2500, 1])
  })

  test('answers 409 for a completed or cancelled tournament and beyond the goal, and suggests the two amounts that work', async () => {
    for (const values of [{ ends_at: Date.now() - 1 }, { cancelled_at: 1 }]) {
      const { testApp, backer, entry } = await setUp(values)
      expect((await fund(testApp, backer.cookie, entry)).status).toBe(409)
    }
    const { testApp, backer, entry } = await setUp({}, 5050)
    expect((await fund(testApp, backer.cookie, entry, '50.51')).status).toBe(409)
    const leaves = await fund(testApp, backer.cookie, entry, '50.00')
    expect(leaves.status).toBe(409)
    expect((await leaves.json()).issues).toEqual([
      {
        path: 'amount',
        message: 'That would leave $0.50, which is too little to fund. Please fund $49.50 or $50.50.',
      },
    ])
    expect((await fund(testApp, backer.cookie, entry, '9.99')).status).toBe(400)
    expect((await fund(testApp, backer.cookie, entry, '45.50')).status).toBe(201)
    expect((await fund(testApp, backer.cookie, entry, '4')).status).toBe(400)
    expect((await fund(testApp, backer.cookie, entry, '5.00')).status).toBe(201)
    expect((await fund(testApp, backer.cookie, entry, '10')).status).toBe(409)
    expect(await holds(testApp, entry)).toEqual([5050, 1])
  })

  test('exactly ten of fifty concurrent fundings of $10 fit into the last $100', async () => {
    const { testApp, entry } = await setUp({}, 10_000)
    const people = await Promise.all(Array.from({ length: 50 }, () => addSigned(testApp.db)))
    const all = await Promise.all(people.map(({ cookie }) => fund(testApp, cookie, entry, '10')))
    const statuses = all.map(({ status }) => status)
    expect(statuses.filter(status => status === 201).length).toBe(10)
    expect(statuses.filter(status => status === 409).length).toBe(40)
    expect(await holds(testApp, entry)).toEqual([10_000, 10])
  })

  test('a refused funding does not roll back others in the same commit', async () => {
    const { testApp, backer, stranger, entry } = await setUp({}, 10_000)
    const all = await Promise.all([
      fund(testApp, backer.cookie, entry, '40'),
      fund(testApp, stranger.cookie, entry, '90'),
      fund(testApp, backer.cookie, entry, '30'),
    ])
    expect(all.map(({ status }) => status)).toEqual([201, 409, 201])
    expect(await holds(testApp, entry)).toEqual([7000, 1])
    const counted = await testApp.db.selectFrom('fundings').select('amount_cents').execute()
    expect(counted.map(row => row.amount_cents).sort()).toEqual([3000, 4000])
  })

  test('a page requested after the answer shows the funding', async () => {
    const { testApp, backer, entry, page } = await setUp()
    expect((await (await page(`/api/tournament-entries/${entry}`)).json()).currentFunding).toBe('0.00')
    await fund(testApp, backer.cookie, entry, '25')
    const shown = await (await page(`/api/tournament-entries/${entry}`)).json()
    expect([shown.currentFunding, shown.backerCount]).toEqual(['25.00', 1])
  })

  test('mails a receipt once, also after the mail server was down', async () => {
    const { testApp, backer, entry, mails, deps, setNow } = await setUp()
    await fund(testApp, backer.cookie, entry, '25')
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
    const { testApp, backer, stranger, entry, page } = await setUp()
    expect((await page('/api/funding/my')).status).toBe(401)
    const ids: string[] = []
    for (const amount of ['25', '30', '35'])
      ids.unshift((await (await fund(testApp, backer.cookie, entry, amount)).json()).id)
    await fund(testApp, stranger.cookie, entry, '99')
    await issued(testApp, backer.cookie, { amount: 40, tournamentEntryId: entry })
    const read = async (path: string) => page(path, { cookie: backer.cookie })
    const mine: Funding[] = await (await read('/api/funding/my')).json()
    expect(mine.map(({ amount }) => amount)).toEqual(['35.00', '30.00', '25.00'])
    expect(mine.map(({ id }) => id)).toEqual(ids)
    expect(mine[0]?.tournament_entry.id).toBe(entry)
    expect(mine[0]?.tournament_entry.current_funding).toBe('189.00')
    const first = await read('/api/funding/my?limit=2')
    const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const rest: Funding[] = await (await read(next)).json()
    expect(rest.map(({ amount }) => amount)).toEqual(['25.00'])
    for (const search of ['cursor=x', 'limit=0', 'limit=1001'])
      expect((await read(`/api/funding/my?${search}`)).status).toBe(400)
  })

  test('answers 404 for the payment of another, an unpaid and an unknown one; 200 for one’s own', async () => {
    const { testApp, backer, stranger, entry, page } = await setUp()
    const { id } = await (await fund(testApp, backer.cookie, entry, '25')).json()
    await issued(testApp, backer.cookie, { amount: 40, tournamentEntryId: entry })
    const unpaid = await testApp.db
      .selectFrom('fundings')
      .select('id')
      .where('status', '=', 'pending')
      .executeTakeFirstOrThrow()
    const read = (one: string, cookie = backer.cookie) => page(`/api/funding/my/${one}`, { cookie })
    expect((await read(id, '')).status).toBe(401)
    expect((await read(id, stranger.cookie)).status).toBe(404)
    for (const unknown of [unpaid.id, newId(), 'x']) expect((await read(unknown)).status).toBe(404)
    expect(await (await read(id)).json()).toMatchObject({ id, amount: '25.00', payout: null })
  })

  test('the totals count what is funded and not refunded, whatever page is shown', async () => {
    const { testApp, db, backer, stranger, entry, page } = await setUp()
    expect((await page('/api/funding/my/totals')).status).toBe(401)
    const totals = async () => (await page('/api/funding/my/totals', { cookie: backer.cookie })).json()
    const settled = { in: '0.00', out: '0.00', owed: '0.00' }
    const none = { funded: '0.00', boats: 0, tournaments: 0, won: '0.00', settled, years: [] }
    expect(await totals()).toEqual(none)
    for (const amount of ['25', '30.50']) await fund(testApp, backer.cookie, entry, amount)
    await fund(testApp, stranger.cookie, entry, '99')
    const { id } = await (await fund(testApp, backer.cookie, entry, '40')).json()
    await issued(testApp, backer.cookie, { amount: 50, tournamentEntryId: entry })
    const refunded = { created_at: Date.UTC(2021, 11, 31, 23), status: 'refunded', refunded_at: 1 } as const
    await changeRows(db, 'fundings', refunded, { id })
    const years = [String(new Date().getUTCFullYear()), '2021']
    expect(await totals()).toEqual({ ...none, funded: '55.50', boats: 1, tournaments: 1, years })
  })

  test('shows the share of the winnings once results are confirmed', async () => {
    const { testApp, backer, stranger, organiser, entry, tournament, page, setNow } = await setUp()
    await fund(testApp, backer.cookie, entry, '25')
    await fund(testApp, stranger.cookie, entry, '75')
    const read = async (): Promise<Funding[]> =>
      (await page('/api/funding/my', { cookie: backer.cookie })).json()
    expect((await read())[0]?.payout).toBeNull()
    setNow(Date.now() + 48 * hour)
    const results = await page(`/api/tournaments/${tournament}/results`, {
      json: { winnings: [{ entryId: entry, amount: '1000.01' }] },
      cookie: organiser.cookie,
    })
    expect(results.status).toBe(201)
    // A quarter of 40 %.
    expect((await read())[0]?.payout).toEqual({ amount: '100.00', status: 'owed' })
    expect(await holds(testApp, entry)).toEqual([10_000, 2])
  })

  test('the CSV has one line per payment of the year and escapes formulas; without a valid year, it answers 400', async () => {
    const { testApp, backer, boat, entry, page, db } = await setUp()
    await renameBoat(db, boat, '=HYPERLINK("x")')
    await fund(testApp, backer.cookie, entry, '64.10')
    const read = (search: string) => page(`/api/funding/my.csv${search}`, { cookie: backer.cookie })
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
    const { testApp, backer, stranger, entry, page } = await setUp()
    const intent = await issued(testApp, backer.cookie, { amount: 25, tournamentEntryId: entry })
    const look = (cookie: string, id = intent) => page(`/api/funding/intent/${id}`, { cookie })
    expect((await look(stranger.cookie)).status).toBe(404)
    expect((await look(backer.cookie, 'pi_none')).status).toBe(404)
    expect((await look(backer.cookie, 'x')).status).toBe(404)
    expect(await (await look(backer.cookie)).json()).toMatchObject({ state: 'unpaid', funding: null })
    await fund(testApp, backer.cookie, entry, '25', intent)
    expect(await (await look(backer.cookie)).json()).toMatchObject({
      state: 'recorded',
      entryId: entry,
      funding: { amount: '25.00' },
    })
  })
})

describe('GET /api/tournament-entries/:id/backers', () => {
  test('answers 401, 403 to all but the owner and 404 for an unknown entry; the owner reads messages and replies', async () => {
    const { testApp, backer, stranger, organiser, captain, entry, page } = await setUp()
    const { id } = await (
      await fund(testApp, backer.cookie, entry, '25', mock(), { message: 'Good luck' })
    ).json()
    const path = `/api/tournament-entries/${entry}/backers`
    expect((await page(path)).status).toBe(401)
    for (const { cookie } of [backer, stranger, organiser]) {
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
    const [mine]: Funding[] = await (await page('/api/funding/my', { cookie: backer.cookie })).json()
    expect(mine?.reply).toBe('Thanks!')
  })

  test('the owner finds backers by name and downloads all; messages are no formulas', async () => {
    const { testApp, backer, organiser, captain, entry, page } = await setUp()
    await fund(testApp, backer.cookie, entry, '25', mock(), { message: '=1+1' })
    const path = `/api/tournament-entries/${entry}/backers`
    const { cookie } = captain
    const found = async (q: string) => (await (await page(`${path}?q=${q}`, { cookie })).json()).length
    expect([await found('LIND'), await found('ana')]).toEqual([1, 0])
    expect((await page(`${path}.csv`)).status).toBe(401)
    for (const other of [backer, organiser])
      expect((await page(`${path}.csv`, { cookie: other.cookie })).status).toBe(403)
    const response = await page(`${path}.csv`, { cookie })
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const lines = (await response.text()).trim().split('\r\n')
    expect(lines[0]).toContain('"Payment","Date (UTC)","Backer","Insider","Amount (USD)"')
    expect(lines[1]).toContain(`"Bo Lind","","25.00","completed","'=1+1"`)
    expect(lines).toHaveLength(2)
  })

  test('the owner thanks all backers who have no reply', async () => {
    const { testApp, backer, stranger, captain, organiser, entry, page } = await setUp()
    for (const amount of ['25', '30']) await fund(testApp, backer.cookie, entry, amount)
    const path = `/api/tournament-entries/${entry}/backers`
    const thank = (json: unknown, cookie?: string) =>
      page(`${path}/thanks`, { json, ...(cookie && { cookie }) })
    expect((await thank({ reply: 'x' })).status).toBe(401)
    for (const { cookie } of [backer, stranger, organiser])
      expect((await thank({ reply: 'x' }, cookie)).status).toBe(403)
    const { cookie } = captain
    expect((await thank({ reply: ' ' }, cookie)).status).toBe(400)
    const [latest] = await (await page(path, { cookie })).json()
    await page(`${path}/${latest.id}/reply`, { json: { reply: 'For you alone' }, cookie })
    expect(await (await thank({ reply: 'We won!' }, cookie)).json()).toEqual({ fundings: 1 })
    expect(await (await thank({ reply: 'Again' }, cookie)).json()).toEqual({ fundings: 0 })
    const mine: Funding[] = await (await page('/api/funding/my', { cookie: backer.cookie })).json()
    expect(mine.map(({ reply }) => reply)).toEqual(['For you alone', 'We won!'])
  })

  test('answers in pages on request', async () => {
    const { testApp, backer, stranger, captain, entry, page } = await setUp()
    for (const amount of ['25', '30', '35']) await fund(testApp, backer.cookie, entry, amount)
    const { cookie } = captain
    const path = `/api/tournament-entries/${entry}/backers`
    for (const search of ['cursor=x', 'limit=0', 'limit=1001'])
      expect((await page(`${path}?${search}`, { cookie })).status).toBe(400)
    const first = await page(`${path}?limit=2`, { cookie })
    const next = /<(.*)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const second = await page(next, { cookie })
    const seen = [...(await first.json()), ...(await second.json())]
    expect(seen.map(({ amount }) => amount)).toEqual(['35.00', '30.00', '25.00'])
    expect(second.headers.get('link')).toBeNull()
    expect((await page(path, { cookie: stranger.cookie })).status).toBe(403)
  })

  test('lists a backer with a deleted account without a name', async () => {
    const { testApp, backer, captain, entry, page, db } = await setUp()
    await fund(testApp, backer.cookie, entry, '25')
    const { anonymiseUser } = await import('#server/people/auth/index.ts')
    const { inTransaction } = await import('#server/db/connection.ts')
    await inTransaction(db, trx => anonymiseUser(trx, backer.id, Date.now()))
    const backers = await page(`/api/tournament-entries/${entry}/backers`, { cookie: captain.cookie })
    expect(await backers.json()).toMatchObject([{ name: 'A backer', amount: '25.00' }])
    expect(await holds(testApp, entry)).toEqual([2500, 1])
  })
})
