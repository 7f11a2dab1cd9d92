import { describe, expect, test } from 'bun:test'
import type { EntryId, UserId } from '#contract/ids.ts'
import type { Funding } from '#contract/money/funding.ts'
import { payoutTexts as texts } from '#contract/money/payout-texts.ts'
import type { Payout } from '#contract/money/payouts.ts'
import type { Results, RoundPreview, Statement } from '#contract/money/results.ts'
import { day, hour } from '#contract/time.ts'
import { inTransaction } from '#server/db/connection.ts'
import { applyPartialRefund, applyRefund } from '#server/money/funding/apply-refund.ts'
import { findFaults } from '#server/money/ledger/verify.queries.ts'
import {
  addEntry,
  addFunding,
  addOwner,
  addSigned,
  pastDates,
  type Signed,
  upcoming,
} from '../../../../tests/support/factories.ts'
import { notificationsOf } from '../../../../tests/support/notifications.ts'
import { changeRows } from '../../../../tests/support/rows.ts'
import { makeScene, mockIntent, statusAndMessage } from '../../../../tests/support/scene.ts'
import { award, category, one } from '../../../../tests/support/scoring.ts'
import { changeTerms, withdrawEntry } from '../../../../tests/support/states.ts'
import { sweepPayoutDetails } from './payout-details.queries.ts'

/**
 * Settles 50,000 for Reel Deal (40 %, three backers) and 30,000 for Knot Today (25 %, two),
 * as in specification 4.4.
 */
async function settledScene({ backsBoth = false } = {}) {
  const scene = await makeScene(pastDates())
  const { db, page, tournament, entry: a, organiser, captain } = scene
  const b = await addEntry(
    db,
    { tournament_id: tournament, payout_basis_points: 2500 },
    { name: 'Knot Today' },
  )
  await changeTerms(db, a, { payout_basis_points: 4000 })
  const fund = async (entry: EntryId, dollars: number, index: number, by?: Signed): Promise<Signed> => {
    const backer = by ?? (await addSigned(db))
    await addFunding(db, {
      entry_id: entry,
      backer_id: backer.id,
      amount_cents: dollars * 100,
      completed_at: pastDates().starts_at + index,
      bought_basis_points: entry === a ? 4000 : 2500,
    })
    return backer
  }
  const backers = {
    a: [await fund(a, 3333, 0), await fund(a, 3333, 1), await fund(a, 3334, 2)],
    b: [await fund(b, 1000, 3), await fund(b, 3000, 4)],
  }
  if (backsBoth) await fund(b, 1000, 5, backers.a[0])
  const send = (path: string, json: object, cookie = organiser.cookie) => page(path, { json, cookie })
  const results = `/api/tournaments/${tournament}/results`
  const winningsOf = (first: number, second: number) => ({
    winnings: [
      { entryId: a, amount: first },
      { entryId: b, amount: second },
    ],
  })
  expect((await send(results, winningsOf(50_000, 30_000))).status).toBe(201)
  const preview = async (json: object): Promise<RoundPreview> =>
    (await send(`${results}/rounds/preview`, json)).json()
  const settle = async (json: object, reason = 'Reel Deal is disqualified') =>
    send(`${results}/rounds`, { ...json, reason, preview: (await preview(json)).preview })
  const payouts = async (): Promise<Payout[]> => scene.listPayouts()
  return { ...scene, captain, a, b, backers, send, results, winningsOf, preview, settle, payouts }
}

const figures = (payouts: readonly Payout[]) =>
  payouts.map(({ amount, due, net, toReturn, status }) => [amount, due, net, toReturn, status])

describe('rounds', () => {
  test('lose a reason that an owner erases in the log, and nothing else', async () => {
    const { db, page, runJobs, tournament, results, winningsOf, settle } = await settledScene()
    expect((await settle(winningsOf(30_000, 50_000), 'Bo cheats')).status).toBe(201)
    await runJobs()
    const messages = async () => {
      const [all, own] = [db.selectFrom('notification_messages'), db.selectFrom('notifications')]
      const rows = [...(await all.select('text').execute()), ...(await own.select('text').execute())]
      return rows.map(({ text }) => text).join('\n')
    }
    expect((await messages()).match(/You now win .*: Bo cheats/g)).not.toBeEmpty()
    const [line] = await db.selectFrom('log_texts').select('hash').where('text', '=', 'Bo cheats').execute()
    const { cookie } = await addOwner(db)
    const path = `/api/tournaments/${tournament}/log-texts/${line?.hash}`
    expect((await page(path, { method: 'DELETE', json: {}, cookie })).status).toBe(204)
    const { rounds } = (await (await page(results)).json()) as Results
    expect(rounds.map(({ reason }) => reason)).toEqual([null, '(erased)'])
    expect(await messages()).not.toContain('Bo cheats')
    expect((await messages()).match(/You now win .*: \(erased\)/g)).not.toBeEmpty()
    for (const change of [{ reason: 'Other' }, { reason: '(erased)', number: 3 }])
      await expect(changeRows(db, 'rounds', change)).rejects.toThrow('immutable')
  })

  test('change shares by the part of the change, as the specification’s example', async () => {
    const { db, a, b, winningsOf, settle, preview, payouts, send } = await settledScene()
    const before = await payouts()
    expect(before.map(({ amount }) => amount)).toEqual([
      '6666.00',
      '6666.00',
      '6668.00',
      '1875.00',
      '5625.00',
    ])
    expect((await send(`/api/payouts/${before[0]?.id}/paid`, { reference: 'Zelle 1' })).status).toBe(200)

    const roundPreview = await preview(winningsOf(0, 50_000))
    expect(roundPreview.entries.map(({ entryId, pool, before }) => [entryId, pool, before.pool])).toEqual([
      [b, '12500.00', '7500.00'],
      [a, '0.00', '20000.00'],
    ])
    const answer: Results = await (await settle(winningsOf(0, 50_000))).json()
    expect(answer.rounds.map(({ number, reason }) => [number, reason])).toEqual([
      [1, null],
      [2, 'Reel Deal is disqualified'],
    ])
    expect(figures(await payouts())).toEqual([
      ['0.00', '0.00', '6666.00', '6666.00', 'to-return'],
      ['0.00', '0.00', '0.00', '0.00', 'none'],
      ['0.00', '0.00', '0.00', '0.00', 'none'],
      ['3125.00', '3125.00', '0.00', '0.00', 'owed'],
      ['9375.00', '9375.00', '0.00', '0.00', 'owed'],
    ])
    expect(await findFaults(db)).toEqual([])
  })

  test('what was paid too much comes back, or is waived, never more than that', async () => {
    const { db, winningsOf, settle, payouts, send, captain } = await settledScene()
    const [first] = await payouts()
    const path = `/api/payouts/${first?.id}`
    expect((await send(`${path}/returned`, { amount: 1 })).status).toBe(409)
    await send(`${path}/paid`, {})
    await settle(winningsOf(10_000, 30_000))
    // 40,000 less: 16,000 of the pool, 5,332.80 of this share.
    expect(figures(await payouts())[0]).toEqual(['1333.20', '0.00', '6666.00', '5332.80', 'to-return'])
    expect((await send(`${path}/paid`, {})).status).toBe(409)
    expect((await send(`${path}/returned`, { amount: '1000.00' }, captain.cookie)).status).toBe(403)
    expect((await send(`${path}/returned`, { amount: '5332.81' })).status).toBe(400)
    expect((await send(`${path}/waived`, { amount: '1.00' })).status).toBe(400)
    expect((await send(`${path}/returned`, { amount: '5000.00', reference: 'Check 7' })).status).toBe(200)
    // The answer to the first was lost.
    const waiver = { amount: '132.80', toReturn: '332.80', reason: 'Bank fees' }
    expect((await send(`${path}/waived`, waiver)).status).toBe(200)
    expect(await statusAndMessage(await send(`${path}/waived`, waiver))).toEqual([409, texts.returnOutdated])
    const rest = { amount: '100.00', toReturn: '200.00' }
    expect((await send(`${path}/returned`, rest)).status).toBe(200)
    expect(await statusAndMessage(await send(`${path}/returned`, rest))).toEqual([409, texts.returnOutdated])
    expect((await send(`${path}/waived`, { amount: '100.00', reason: 'Bank fees' })).status).toBe(200)
    const [after] = await payouts()
    expect(after).toMatchObject({
      status: 'paid',
      net: '1566.00',
      waived: '232.80',
      toReturn: '0.00',
      amount: '1333.20',
    })
    expect(await findFaults(db)).toEqual([])
  })

  test('a share that grows after it was paid is topped up; each payment is taken back alone', async () => {
    const scene = await settledScene()
    const { db, page, winningsOf, settle, payouts, listPayouts, send, organiser, tournament, backers } = scene
    const [other] = await payouts()
    const last = (await payouts()).at(-1)
    const path = `/api/payouts/${last?.id}`
    const first = { reference: 'First', due: '5625.00' }
    // The second repeats the first.
    for (let time = 0; time < 2; time += 1) expect((await send(`${path}/paid`, first)).status).toBe(200)
    await settle(winningsOf(50_000, 40_000), 'The scale was recalibrated')
    expect(await statusAndMessage(await send(`${path}/paid`, first))).toEqual([409, texts.dueOutdated])
    for (const due of [['6666.00', '5625.00'], ['6666.00']]) {
      const json = { payouts: [other?.id, last?.id], due }
      const answer = await send(`/api/tournaments/${tournament}/payouts/paid`, json)
      expect(await statusAndMessage(answer)).toEqual([409, texts.dueOutdated])
    }
    expect(figures(await payouts()).at(-1)).toEqual(['7500.00', '1875.00', '5625.00', '0.00', 'owed'])
    const tournamentCsv = `/api/tournaments/${tournament}/payouts.csv`
    const csv = await (await page(tournamentCsv, { cookie: organiser.cookie })).text()
    expect(csv).toContain('"7500.00","owed"')
    expect(csv.trim()).toEndWith('"5625.00","1875.00","0.00","0.00"')
    const cookie = backers.b[1]?.cookie ?? ''
    const [mine] = await (await page('/api/funding/my', { cookie })).json()
    expect(mine.payout).toEqual({ amount: '7500.00', status: 'owed', due: '1875.00' })
    const year = new Date(mine.created_at).getUTCFullYear()
    const own = await (await page(`/api/funding/my.csv?year=${year}`, { cookie })).text()
    expect(own.trim()).toEndWith('"7500.00","owed","test","1875.00",""')
    // Each share is counted once, and its amount by part.
    const totals = await page(`/api/tournaments/${tournament}/payouts/totals`, { cookie: organiser.cookie })
    expect(await totals.json()).toMatchObject({
      owed: { count: 5, amount: '24375.00' },
      paid: { count: 0, amount: '5625.00' },
      mode: 'test',
    })
    expect(await listPayouts('?status=paid')).toEqual([])
    scene.wait(1000)
    const second = { payouts: [last?.id], due: ['1875.00'], reference: 'Second' }
    await send(`/api/tournaments/${tournament}/payouts/paid`, second)
    const paid = (await payouts()).at(-1)
    expect(paid).toMatchObject({ status: 'paid', net: '7500.00', reference: 'Second' })
    const takeBack = (json: object = {}) =>
      page(`${path}/paid`, { method: 'DELETE', json, cookie: organiser.cookie })
    // A repeated request takes back no other payment.
    const { paidAt } = paid ?? {}
    await takeBack({ paidAt })
    expect(await (await takeBack({ paidAt })).json()).toMatchObject({ net: '5625.00', reference: 'First' })
    await send(`${path}/paid`, { reference: 'Second' })
    expect(await (await takeBack()).json()).toMatchObject({
      status: 'owed',
      net: '5625.00',
      due: '1875.00',
      reference: 'First',
    })
    expect(await (await takeBack()).json()).toMatchObject({
      status: 'owed',
      net: '0.00',
      due: '7500.00',
      reference: null,
    })
    expect(await findFaults(db)).toEqual([])
  })

  test('a share that grows after it was paid keeps the payout details of a deleted account', async () => {
    const { db, backers, winningsOf, settle, payouts, send, page } = await settledScene()
    const [backer] = backers.a
    const json = { kind: 'paypal', details: '@ana-reyes' }
    await page('/api/payout-details', { method: 'PUT', json, cookie: backer?.cookie ?? '' })
    const [share] = await payouts()
    expect((await send(`/api/payouts/${share?.id}/paid`, {})).status).toBe(200)
    expect((await settle(winningsOf(60_000, 30_000))).status).toBe(201)
    await changeRows(db, 'users', { deleted_at: Date.now() }, { id: backer?.id as UserId })
    await sweepPayoutDetails(db, Date.now())
    expect((await payouts())[0]).toMatchObject({ status: 'owed', due: '1333.20', destination: json })
  })

  test('mails and notifications say what each payment paid, not what the share is worth', async () => {
    const { testApp, winningsOf, settle, payouts, send, backers, wait } = await settledScene()
    const [, ana] = backers.b
    if (!ana) throw new Error('a backer')
    await testApp.runJobs()
    testApp.mails.length = 0
    const pay = async () => {
      wait(1000)
      const last = (await payouts()).at(-1)
      expect((await send(`/api/payouts/${last?.id}/paid`, {})).status).toBe(200)
    }
    await pay()
    // Both mails wait for the server, and what they say doesn't change.
    await settle(winningsOf(50_000, 40_000), 'The scale was recalibrated')
    await pay()
    await testApp.runJobs()
    const mails = testApp.mails.filter(({ subject }) => subject.includes('paid you'))
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      'The organiser paid you $1,875 in winnings',
      'The organiser paid you $5,625 in winnings',
    ])
    expect(mails.map(({ text }) => /\$[\d,]+ for Knot Today/.exec(text)?.[0]).toSorted()).toEqual([
      '$1,875 for Knot Today',
      '$5,625 for Knot Today',
    ])
    const notifications = await notificationsOf(testApp, ana.id)
    expect(notifications.flatMap(({ kind, text }) => (kind === 'paid' ? [text] : [])).toSorted()).toEqual([
      'You were paid $1,875 in winnings',
      'You were paid $5,625 in winnings',
    ])
  })

  test('a payment of which the organiser waived what was too much can’t be taken back', async () => {
    const { db, page, winningsOf, settle, payouts, send, organiser } = await settledScene()
    const [first] = await payouts()
    const path = `/api/payouts/${first?.id}`
    await send(`${path}/paid`, {})
    await settle(winningsOf(10_000, 30_000))
    expect((await send(`${path}/waived`, { amount: '5332.80', reason: 'Bank fees' })).status).toBe(200)
    const response = await page(`${path}/paid`, { method: 'DELETE', json: {}, cookie: organiser.cookie })
    expect([response.status, (await response.json()).message]).toEqual([
      409,
      'You waived what this share was paid too much, so its payment can’t be taken back.',
    ])
    expect(figures(await payouts())[0]).toEqual(['1333.20', '0.00', '6666.00', '0.00', 'paid'])

    // A payment after the waiver can be taken back, the one before it can't.
    await settle(winningsOf(60_000, 30_000))
    const grown = ['7999.20', '1333.20', '6666.00', '0.00', 'owed']
    expect(figures(await payouts())[0]).toEqual(grown)
    expect((await send(`${path}/paid`, { reference: 'By mistake' })).status).toBe(200)
    const takeBack = () => page(`${path}/paid`, { method: 'DELETE', json: {}, cookie: organiser.cookie })
    expect((await takeBack()).status).toBe(200)
    expect(figures(await payouts())[0]).toEqual(grown)
    expect((await takeBack()).status).toBe(409)
    expect(await findFaults(db)).toEqual([])

    // The backer keeps what is waived, but won nothing.
    await settle(winningsOf(0, 30_000))
    expect((await send(`${path}/waived`, { amount: '1333.20', reason: 'Bank fees' })).status).toBe(200)
    expect(figures(await payouts())[0]).toEqual(['0.00', '0.00', '6666.00', '0.00', 'none'])
    expect(await findFaults(db)).toEqual([])
  })

  test('the notification of a round counts all shares of a backer, as they were after it', async () => {
    const { testApp, winningsOf, settle, backers } = await settledScene({ backsBoth: true })
    const [ana] = backers.a
    if (!ana) throw new Error('a backer')
    await settle(winningsOf(10_000, 30_000))
    await settle(winningsOf(20_000, 30_000), 'A later round')
    await testApp.runJobs()
    const notifications = await notificationsOf(testApp, ana.id)
    // $1,500 of Knot Today.
    const changes = notifications.flatMap(({ kind, text }) => (kind === 'results_changed' ? [text] : []))
    expect(changes.toSorted()).toEqual([
      'You now win $2,833.20, not $8,166: Reel Deal is disqualified',
      'You now win $4,166.40, not $2,833.20: A later round',
    ])
  })

  test('tell a backer what the share is worth with what is left of the payment, as My Funding does', async () => {
    const { testApp, db, page, backers, winningsOf, settle, preview, a } = await settledScene()
    const [half, refunded] = backers.a
    if (!half || !refunded) throw new Error('two backers')
    await testApp.runJobs()
    await inTransaction(db, async trx => {
      const fundings = await trx.selectFrom('fundings').selectAll().orderBy('completed_at').execute()
      const of = ({ id }: Signed) => fundings.filter(({ backer_id: backer }) => backer === id)
      const now = Date.now()
      for (const row of of(half)) await applyPartialRefund(trx, row, 166_650, now)
      for (const { id } of of(refunded))
        await applyRefund(trx, id, { reason: 'dispute', refundId: null, now })
    })
    await testApp.runJobs()
    const before = testApp.mails.length
    const { entries } = await preview(winningsOf(25_000, 30_000))
    const [share] = entries.find(({ entryId }) => entryId === a)?.shares ?? []
    expect([share?.before, share?.change, share?.amount]).toEqual(['3333.00', '-1666.50', '1666.50'])
    expect((await settle(winningsOf(25_000, 30_000))).status).toBe(201)
    await testApp.runJobs()
    const mails = testApp.mails.slice(before)
    expect(mails.map(({ to }) => to)).not.toContain(`${refunded.id}@example.com`)
    expect(mails.map(({ text }) => text)).toContainEqual(
      expect.stringContaining('Reel Deal: $3,333 before, $1,666.50 now (−$1,666.50)'),
    )
    const changes = async (person: Signed) =>
      (await notificationsOf(testApp, person.id)).findLast(({ kind }) => kind === 'results_changed')?.text
    expect(await changes(half)).toBe('You now win $1,666.50, not $3,333: Reel Deal is disqualified')
    expect(await changes(refunded)).not.toStartWith('You now win')
    const [mine]: Funding[] = await (await page('/api/funding/my', { cookie: half.cookie })).json()
    expect(mine?.payout).toMatchObject({ amount: '1666.50', status: 'owed' })
    expect(await findFaults(db)).toEqual([])
  })

  test('tell a backer who was paid before a part refund the figures of My Funding', async () => {
    const { testApp, db, page, send, backers, winningsOf, settle, payouts } = await settledScene()
    const [ana] = backers.a
    if (!ana) throw new Error('a backer')
    const [share] = await payouts()
    expect((await send(`/api/payouts/${share?.id}/paid`, {})).status).toBe(200)
    await inTransaction(db, async trx => {
      const rows = await trx.selectFrom('fundings').selectAll().where('backer_id', '=', ana.id).execute()
      for (const row of rows) await applyPartialRefund(trx, row, 166_650, Date.now())
    })
    await testApp.runJobs()
    const readAmount = async (): Promise<string | undefined> => {
      const [mine]: Funding[] = await (await page('/api/funding/my', { cookie: ana.cookie })).json()
      return mine?.payout?.amount
    }
    expect(await readAmount()).toBe('6666.00')
    const mailsBefore = testApp.mails.length
    expect((await settle(winningsOf(25_000, 30_000))).status).toBe(201)
    await testApp.runJobs()
    expect(await readAmount()).toBe('1666.50')
    const notifications = await notificationsOf(testApp, ana.id)
    expect(notifications.findLast(({ kind }) => kind === 'results_changed')?.text).toBe(
      'You now win $1,666.50, not $6,666: Reel Deal is disqualified',
    )
    expect(testApp.mails.slice(mailsBefore).map(({ text }) => text)).toContainEqual(
      expect.stringContaining('Reel Deal: $6,666 before, $1,666.50 now (−$4,999.50)'),
    )
  })

  test('need results, a reason, the latest preview and a change, and the organiser', async () => {
    const { winningsOf, settle, preview, send, results, captain, a } = await settledScene()
    const rounds = `${results}/rounds`
    const { preview: fingerprint } = await preview(winningsOf(1, 1))
    const body = { ...winningsOf(1, 1), preview: fingerprint }
    expect((await send(rounds, body)).status).toBe(400)
    expect((await send(rounds, { ...body, reason: 'x' }, captain.cookie)).status).toBe(403)
    expect((await send(rounds, { ...body, reason: 'x' }, '')).status).toBe(401)
    expect((await send(rounds, { ...winningsOf(1, 2), preview: fingerprint, reason: 'x' })).status).toBe(409)
    const same = await settle(winningsOf(50_000, 30_000))
    expect([same.status, (await same.json()).message]).toEqual([409, texts.nothingChanged])
    expect((await send(`${rounds}/preview`, { adjustments: [] })).status).toBe(400)
    const unknown = [{ entryId: '01970000-0000-7000-8000-000000000001', amount: 5 }]
    expect((await send(`${rounds}/preview`, { winnings: unknown })).status).toBe(400)
    expect((await send(`${rounds}/preview`, { winnings: [{ entryId: a, amount: 5 }] })).status).toBe(200)
    const other = await makeScene(pastDates())
    const early = await other.page(`/api/tournaments/${other.tournament}/results/rounds/preview`, {
      json: { winnings: [] },
      cookie: other.organiser.cookie,
    })
    expect(early.status).toBe(409)
  })

  test('remind the organiser of the shares that they settled', async () => {
    const { testApp, winningsOf, settle, payouts, send, organiser } = await settledScene()
    const reminders = async () =>
      (await notificationsOf(testApp, organiser.id)).filter(({ kind }) => kind === 'payouts_open')
    for (const { id } of await payouts()) await send(`/api/payouts/${id}/paid`, {})
    const confirmedAt = Date.now()
    testApp.setNow(confirmedAt + 10 * day)
    expect(await reminders()).toEqual([])
    expect((await settle(winningsOf(50_000, 40_000), 'A second fish counts')).status).toBe(201)
    testApp.setNow(confirmedAt + 20 * day)
    expect(await reminders()).toMatchObject([{ text: '2 shares of the winnings are still to be paid' }])
  })

  test('that take a share send no mail of a win that waited for its turn', async () => {
    const { testApp, winningsOf, settle } = await settledScene()
    expect((await settle(winningsOf(0, 30_000))).status).toBe(201)
    await testApp.runJobs()
    const subjects = testApp.mails
      .map(({ subject }) => subject)
      .filter(subject => subject.startsWith('You won'))
    expect(subjects.toSorted()).toEqual(['You won $1,875 with Knot Today', 'You won $5,625 with Knot Today'])
  })

  test('mail each backer whose share changes, once, with the difference; the statement explains it', async () => {
    const { testApp, a, winningsOf, settle, page, backers, captain } = await settledScene()
    await testApp.runJobs()
    const before = testApp.mails.length
    await settle(winningsOf(0, 30_000))
    await testApp.runJobs()
    await testApp.runJobs()
    const mails = testApp.mails.slice(before)
    expect(mails.map(({ subject }) => subject)).toEqual(
      Array(3).fill('Your share of White Marlin Open changed'),
    )
    const general = 'The results of White Marlin Open changed: Reel Deal is disqualified'
    const toldLast = async (person = captain) =>
      (await notificationsOf(testApp, person.id)).findLast(({ kind }) => kind === 'results_changed')?.text
    expect(await toldLast(backers.a[0])).toBe('You now win $0, not $6,666: Reel Deal is disqualified')
    expect(await toldLast(backers.b[0])).toBe(general)
    expect(await toldLast(captain)).toBe(general)
    expect(mails[0]?.text).toContain('Reel Deal: $6,666 before, $0 now (−$6,666.00)')
    const [ana] = backers.a
    const path = `/api/tournament-entries/${a}/statement`
    const statement: Statement = await (await page(path, { cookie: ana?.cookie ?? '' })).json()
    expect(statement.rounds.map(({ number, winnings, pool }) => [number, winnings, pool])).toEqual([
      [1, '50000.00', '20000.00'],
      [2, '0.00', '0.00'],
    ])
    expect(statement.shares[0]).toMatchObject({
      roundedDown: '6666.00',
      changes: [{ round: 2, amount: '-6666.00' }],
      amount: '0.00',
      yours: true,
    })
    const csv = await (await page(`${path}.csv`)).text()
    expect(csv).toContain('"6666.00","0.00","-6666.00","0.00"')
  })
})

const heaviest = category({ name: 'Heaviest', ...one, ties: ['first-caught'] })
const awardOf = (key: string) => award({ key, name: key, pot: key })
const jackpots = (more: object = {}) => ({
  timeZone: 'UTC',
  categories: [heaviest],
  pots: [
    { key: 'entry', name: 'Entry', entry: 'all', added: '27000.00' },
    { key: 'level-b', name: 'Level B', entry: 'all', added: '50000.05' },
  ],
  awards: [awardOf('entry'), awardOf('level-b')],
  ...more,
})

/** Reel Deal (40 %, prorate, 6,000 of 10,000) beats Knot Today; both are ruled. */
async function ruledScene(sharedPots: unknown = 'all', more: object = {}) {
  const scene = await makeScene(upcoming(), { now: Date.now() })
  const { page, tournament, entry, organiser, captain, bo, wait, now, db } = scene
  const call = (path: string, method: string, json: object, cookie = organiser.cookie) =>
    page(path, { method, json, cookie })
  const put = await call(`/api/tournaments/${tournament}/rules`, 'PUT', { rules: jackpots(more) })
  expect(put.status).toBe(200)
  const terms = { fundingGoal: 10_000, payoutPercentage: 40, ifGoalMissed: 'prorate', sharedPots }
  expect((await call(`/api/tournament-entries/${entry}`, 'PATCH', terms, captain.cookie)).status).toBe(200)
  const rival = await addEntry(db, { tournament_id: tournament }, { name: 'Knot Today' })
  expect((await scene.fund(mockIntent(), bo.cookie, '6000.00')).status).toBe(201)
  const row = await db
    .selectFrom('tournaments')
    .selectAll()
    .where('id', '=', tournament)
    .executeTakeFirstOrThrow()
  wait(row.starts_at + hour - now())
  const weigh = async (id: EntryId, weight: number): Promise<string> => {
    const answer = await call(`/api/tournament-entries/${id}/catches`, 'POST', {
      species: 'Blue Marlin',
      weight,
    })
    expect(answer.status).toBe(201)
    return (await answer.json()).id
  }
  const [fish] = [await weigh(entry, 400), await weigh(rival, 300)]
  wait(row.ends_at + hour - now())
  const path = `/api/tournaments/${tournament}/results`
  const read = async (): Promise<Results> => (await page(path)).json()
  return { ...scene, call, rival, fish: fish ?? '', path, read }
}

describe('results by rules', () => {
  test('come from the awards of shared pots, as the specification’s example', async () => {
    for (const [sharedPots, pool] of [
      ['all', '18480.01'],
      [['entry'], '6480.00'],
    ] as const) {
      const { call, path, entry, rival } = await ruledScene(sharedPots)
      const results: Results = await (await call(path, 'POST', {})).json()
      expect(results.entries.map(({ entryId, winnings, pool }) => [entryId, winnings, pool])).toEqual([
        [entry, '77000.05', pool],
        [rival, '0.00', '0.00'],
      ])
      expect(results.state).toBe('official')
    }
  })

  test('refuse adjustments of withdrawn boats and of boats of other tournaments', async () => {
    const { call, path, rival, db } = await ruledScene()
    await withdrawEntry(db, rival)
    for (const entryId of [rival, await addEntry(db)]) {
      const body = { adjustments: [{ entryId, amount: '500.00', reason: 'Crew prize' }] }
      for (const to of [`${path}/preview`, path]) {
        const answer = await call(to, 'POST', body)
        expect([answer.status, (await answer.json()).issues]).toEqual([
          400,
          [{ path: 'adjustments.0.entryId', message: texts.entryUnknown }],
        ])
      }
    }
  })

  test('take adjustments with reasons, refuse typed winnings, and explain themselves', async () => {
    const { call, path, page, entry, rival, db } = await ruledScene(['entry'])
    expect((await call(path, 'POST', { winnings: [] })).status).toBe(400)
    const adjust = (entryId: string, amount: number | string) => ({
      adjustments: [{ entryId, amount, reason: 'Crew prize' }],
    })
    expect((await call(`${path}/preview`, 'POST', adjust(rival, '-0.01'))).status).toBe(400)
    expect(
      (await call(`${path}/preview`, 'POST', { adjustments: [{ entryId: entry, amount: 5 }] })).status,
    ).toBe(400)
    const nameless = { adjustments: [{ entryId: 5, amount: 5, reason: 'Crew prize' }] }
    expect((await (await call(`${path}/preview`, 'POST', nameless)).json()).issues).toEqual([
      { path: 'adjustments.0.entryId', message: texts.entryRequired },
    ])
    const resultsPreview = await (await call(`${path}/preview`, 'POST', adjust(entry, '-1000.00'))).json()
    expect(resultsPreview.entries[0]).toMatchObject({
      winnings: '76000.05',
      sharedWinnings: '26000.00',
      pool: '6240.00',
    })
    expect(
      (await call(path, 'POST', { ...adjust(entry, '-999.00'), preview: resultsPreview.preview })).status,
    ).toBe(409)
    const done = await call(path, 'POST', { ...adjust(entry, '-1000.00'), preview: resultsPreview.preview })
    expect((await done.json()).rounds[0].adjustments).toEqual([
      { entryId: entry, amount: '-1000.00', reason: 'Crew prize' },
    ])
    const statement: Statement = await (await page(`/api/tournament-entries/${entry}/statement`)).json()
    expect(statement.awards).toEqual([
      {
        award: 'entry',
        name: 'entry',
        category: 'main',
        day: null,
        place: 1,
        tied: false,
        amount: '27000.00',
        shared: true,
      },
      {
        award: 'level-b',
        name: 'level-b',
        category: 'main',
        day: null,
        place: 1,
        tied: false,
        amount: '50000.05',
        shared: false,
      },
    ])
    expect(await findFaults(db)).toEqual([])
  })

  test('are under review after a decision, with unpaid shares frozen, until a round settles it', async () => {
    const { call, path, read, entry, rival, fish, listPayouts, db, wait } = await ruledScene('all', {
      payHoldDays: 2,
      timeZone: 'America/New_York',
    })
    expect((await read()).state).toBe('provisional')
    expect((await call(path, 'POST', {})).status).toBe(201)
    const [share] = await listPayouts()
    const pay = () => call(`/api/payouts/${share?.id}/paid`, 'POST', {})
    const early = await pay()
    expect(early.status).toBe(409)
    expect((await early.json()).message).toMatch(/^Shares can be paid 2 days after .* Eastern Time on\.$/)
    wait(2 * day)
    const ruling = { reason: 'Mutilated fish' }
    expect((await call(`/api/catches/${fish}/disqualification`, 'PUT', ruling)).status).toBe(200)
    expect((await read()).state).toBe('under-review')
    expect((await listPayouts())[0]).toMatchObject({ status: 'frozen', inReview: true })
    expect((await pay()).status).toBe(409)
    const roundPreview = await (await call(`${path}/rounds/preview`, 'POST', {})).json()
    const round = await call(`${path}/rounds`, 'POST', {
      reason: 'Mutilated fish',
      preview: roundPreview.preview,
    })
    const results: Results = await round.json()
    expect(results.state).toBe('official')
    expect(results.entries.map(({ entryId, winnings }) => [entryId, winnings])).toEqual([
      [rival, '77000.05'],
      [entry, '0.00'],
    ])
    expect((await listPayouts())[0]?.status).toBe('none')
    expect((await call(`/api/catches/${fish}/disqualification`, 'DELETE', ruling)).status).toBe(200)
    expect((await read()).state).toBe('under-review')
    expect(await findFaults(db)).toEqual([])
  })

  test('leave out an award that a protest holds, until it is decided and another round settles it', async () => {
    const tuna = { ...heaviest, key: 'tuna', name: 'Tuna', species: ['Tuna'] }
    const { call, path, read, entry, rival, fish, page, wait, db, tournament } = await ruledScene('all', {
      species: [{ name: 'Blue Marlin' }, { name: 'Tuna' }],
      categories: [{ ...heaviest, species: ['Blue Marlin'] }, tuna],
      awards: [awardOf('entry'), { ...awardOf('level-b'), category: 'tuna' }],
      protests: { minutes: 120 },
    })
    const protest = await call(`/api/tournaments/${tournament}/protests`, 'POST', {
      catchId: fish,
      text: 'Weighed after lines out',
    })
    expect(protest.status).toBe(201)
    const early = await call(path, 'POST', {})
    expect([early.status, (await early.json()).message]).toEqual([
      409,
      expect.stringContaining('protest until'),
    ])
    wait(2 * hour)
    expect(await read()).toMatchObject({
      state: 'provisional',
      openProtests: 1,
      heldAwards: [{ key: 'entry', day: null }],
    })
    const first: Results = await (await call(path, 'POST', {})).json()
    expect([first.state, first.entries.map(({ winnings }) => winnings)]).toEqual([
      'partly-official',
      ['0.00', '0.00'],
    ])
    const { id } = await protest.json()
    const decision = { outcome: 'denied', text: 'The video shows it in time' }
    expect((await call(`/api/protests/${id}/decision`, 'POST', decision)).status).toBe(200)
    expect((await read()).state).toBe('under-review')
    const roundPreview = await (await call(`${path}/rounds/preview`, 'POST', {})).json()
    const round = await call(`${path}/rounds`, 'POST', {
      reason: 'The protest is denied',
      preview: roundPreview.preview,
    })
    const results: Results = await round.json()
    expect([results.state, results.heldAwards]).toEqual(['official', []])
    expect(results.entries.map(({ entryId, winnings }) => [entryId, winnings])).toEqual([
      [entry, '27000.00'],
      [rival, '0.00'],
    ])
    const statement: Statement = await (await page(`/api/tournament-entries/${entry}/statement`)).json()
    expect(statement.rounds.map(({ winnings }) => winnings)).toEqual(['0.00', '27000.00'])
    expect(await findFaults(db)).toEqual([])
  })
})
