import { afterEach, describe, expect, test } from 'bun:test'
import { fieldTexts } from '#contract/field-texts.ts'
import { iso } from '#contract/iso.ts'
import { fundingTexts as texts } from '#contract/money/funding-texts.ts'
import type { Entry, Tournament, TournamentCard } from '#contract/tournaments/tournaments.ts'
import { findFaults } from '#server/money/ledger/verify.queries.ts'
import { makeTestApp } from '../../../../tests/support/app.ts'
import { addBoat, addEntry, addSigned, pastDates } from '../../../../tests/support/factories.ts'
import { makeLiveScene, stopDoubles } from '../../../../tests/support/live-scene.ts'
import { makeScene, statusAndMessage } from '../../../../tests/support/scene.ts'
import { deleteUser, moveTournament, setGoals } from '../../../../tests/support/states.ts'
import { reconcilePayments } from './reconcile-payments.ts'

const minute = 60_000
const hour = 60 * minute

afterEach(stopDoubles)

const issues = async (response: Response) => [response.status, (await response.json()).issues]

describe('fundingClosesAt of POST /api/tournaments', () => {
  async function create(json: object) {
    const { page, db } = await makeTestApp()
    const { cookie } = await addSigned(db)
    const now = Date.now()
    const dates = { name: 'Harbour Open', startDate: iso(now + hour), endDate: iso(now + 3 * hour) }
    return page('/api/tournaments', { json: { ...dates, ...json }, cookie })
  }

  test('answers 400 at its field for another value and for a time after the end', async () => {
    for (const fundingClosesAt of ['', 'soon', 7, '2026-11-22', '1999-01-01T00:00:00Z'])
      expect(await issues(await create({ fundingClosesAt }))).toMatchObject([
        400,
        [{ path: 'fundingClosesAt' }],
      ])
    const late = { fundingClosesAt: iso(Date.now() + 3 * hour + minute) }
    expect(await issues(await create(late))).toEqual([
      400,
      [{ path: 'fundingClosesAt', message: fieldTexts.closesAfterEnd }],
    ])
  })

  test('is null by default, and may be the end or in the past, which closes funding at once', async () => {
    const now = Date.now()
    const tournamentWith = async (json: object): Promise<Tournament> => {
      const response = await create(json)
      expect(response.status).toBe(201)
      return response.json()
    }
    expect((await tournamentWith({})).fundingClosesAt).toBeNull()
    expect((await tournamentWith({ fundingClosesAt: null })).fundingClosesAt).toBeNull()
    const endDate = iso(now + 5 * hour)
    expect((await tournamentWith({ endDate, fundingClosesAt: endDate })).fundingClosesAt).toBe(endDate)
    const past = iso(now - 24 * hour)
    expect((await tournamentWith({ fundingClosesAt: past })).fundingClosesAt).toBe(past)
  })
})

describe('fundingClosesAt of PATCH /api/tournaments/:id', () => {
  test('answers 400 after the end, 11 s in the past, and at `endDate` for an end before it', async () => {
    const { now, changeTournament } = await makeScene()
    const ends = now() + 20 * hour
    expect(
      await issues(await changeTournament({ endDate: iso(ends), fundingClosesAt: iso(ends + 1) })),
    ).toEqual([400, [{ path: 'fundingClosesAt', message: fieldTexts.closesAfterEnd }]])
    expect(await issues(await changeTournament({ fundingClosesAt: iso(now() + 30 * hour) }))).toEqual([
      400,
      [{ path: 'fundingClosesAt', message: fieldTexts.closesAfterEnd }],
    ])
    expect(await issues(await changeTournament({ fundingClosesAt: iso(now() - 11_000) }))).toEqual([
      400,
      [{ path: 'fundingClosesAt', message: fieldTexts.closesInPast }],
    ])
    expect((await changeTournament({ fundingClosesAt: iso(now() + 10 * hour) })).status).toBe(200)
    expect(await issues(await changeTournament({ endDate: iso(now() + 9 * hour) }))).toEqual([
      400,
      [{ path: 'endDate', message: fieldTexts.endBeforeClosing }],
    ])
    expect(await issues(await changeTournament({ name: '', endDate: iso(now() + 9 * hour) }))).toMatchObject([
      400,
      [{ path: 'name' }, { path: 'endDate' }],
    ])
  })

  test('answers 403 to another account, and 409 once funding has closed, by its time or by the end', async () => {
    const { captain, now, wait, changeTournament } = await makeScene()
    expect((await changeTournament({ fundingClosesAt: null }, captain.cookie)).status).toBe(403)
    await changeTournament({ fundingClosesAt: iso(now() + hour) })
    wait(hour)
    for (const fundingClosesAt of [iso(now() + hour), iso(now() + 1), null])
      expect((await changeTournament({ fundingClosesAt })).status).toBe(409)
    expect((await changeTournament({ fundingClosesAt: iso(now()), name: 'Renamed' })).status).toBe(200)
    const over = await makeScene(pastDates())
    expect((await over.changeTournament({ fundingClosesAt: iso(over.now()) })).status).toBe(409)
  })

  test('moves to any later time while it lies in the future, or to now, up to 10 s in the past', async () => {
    const { now, wait, readEntry, pay, changeTournament } = await makeScene()
    const moveClosing = async (fundingClosesAt: string | null) => {
      const response = await changeTournament({ fundingClosesAt })
      expect(response.status).toBe(200)
      return (await response.json()).fundingClosesAt
    }
    for (const at of [iso(now() + 5 * hour), iso(now() + 2 * hour), iso(now() + 9 * hour), null])
      expect(await moveClosing(at)).toBe(at)
    expect((await readEntry()).fundingOpen).toBe(true)
    wait(20_000)
    expect(await moveClosing(iso(now() - 10_000))).toBe(iso(now()))
    expect(await statusAndMessage(await pay())).toEqual([409, texts.closed])
    expect((await readEntry()).fundingOpen).toBe(false)
  })

  test('an end that is moved doesn’t reopen funding', async () => {
    for (const closes of [null, 2 * hour]) {
      const { now, wait, readEntry, captain, intend, pay, changeTournament } = await makeScene()
      if (closes !== null) await changeTournament({ fundingClosesAt: iso(now() + closes) })
      wait(25 * hour)
      const response = await changeTournament({ endDate: iso(now() + 50 * hour) })
      expect([response.status, (await response.json()).status]).toEqual([200, 'active'])
      expect((await changeTournament({ endDate: iso(now() + 60 * hour) })).status).toBe(200)
      for (const cookie of [undefined, captain.cookie]) {
        expect(await statusAndMessage(await intend(cookie))).toEqual([409, texts.closed])
        expect(await statusAndMessage(await pay(cookie))).toEqual([409, texts.closed])
      }
      expect((await readEntry()).fundingOpen).toBe(false)
      expect((await changeTournament({ fundingClosesAt: iso(now() + hour) })).status).toBe(409)
    }
  })

  test('an end that is moved after it has passed keeps the boats in, and terms and promised dates as they are', async () => {
    const { now, wait, page, tournament, captain, db, changeTournament, changeEntry, withdraw } =
      await makeScene({
        payout_days: 10,
      })
    const readTournament = async (): Promise<Tournament> =>
      (await page(`/api/tournaments/${tournament}`)).json()
    wait(25 * hour)
    const { payoutsDueAt } = await readTournament()
    expect(payoutsDueAt).toBe(iso(Date.parse((await readTournament()).endDate) + 10 * 24 * hour))
    expect((await (await changeTournament({ endDate: iso(now() + 50 * hour) })).json()).status).toBe('active')
    const answers = [
      await withdraw(),
      await changeEntry({ fundingGoal: 20 }),
      await page(`/api/tournaments/${tournament}/entries`, {
        json: {
          boatId: await addBoat(db, { owner_id: captain.id }),
          fundingGoal: 100,
          payoutPercentage: 40,
        },
        cookie: captain.cookie,
      }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409])
    expect((await readTournament()).payoutsDueAt).toBe(payoutsDueAt)
    wait(60 * hour)
    await changeTournament({ endDate: iso(now() + 50 * hour) })
    expect((await readTournament()).payoutsDueAt).toBe(payoutsDueAt)
  })

  test('an end that is moved into the past closes funding now, and payments under way count', async () => {
    const { now, fund, begin, wait, readEntry, pay, changeTournament } = await makeScene()
    const intent = await begin()
    wait(minute)
    expect((await changeTournament({ endDate: iso(now() - 30 * minute) })).status).toBe(200)
    expect((await readEntry()).closesAt).toBe(iso(now()))
    expect(await statusAndMessage(await pay())).toEqual([409, texts.closed])
    expect((await fund(intent)).status).toBe(201)
  })
})

describe('after closing', () => {
  test('answers 409 to everyone for a new intent and a new payment, and records nothing', async () => {
    const { now, intend, wait, captain, organiser, rows, pay, changeTournament } = await makeScene()
    await changeTournament({ fundingClosesAt: iso(now() + hour) })
    wait(hour - 1)
    expect((await pay()).status).toBe(201)
    wait(1)
    for (const cookie of [undefined, captain.cookie, organiser.cookie]) {
      expect(await statusAndMessage(await intend(cookie))).toEqual([409, texts.closed])
      expect(await statusAndMessage(await pay(cookie))).toEqual([409, texts.closed])
    }
    expect(await rows()).toHaveLength(1)
  })

  test('a test payment counts within the hold of its intent; later it answers 409', async () => {
    for (const [waits, status] of [
      [15 * minute - 1, 201],
      [15 * minute, 409],
    ] as const) {
      const { now, fund, begin, wait, db, changeTournament } = await makeScene()
      const intent = await begin()
      await changeTournament({ fundingClosesAt: iso(now() + 1000) })
      wait(waits)
      expect((await fund(intent)).status).toBe(status)
      expect(await findFaults(db)).toEqual([])
    }
  })

  test('a test payment of a boat that was withdrawn meanwhile answers 409 and records nothing', async () => {
    const { fund, begin, rows, pay, withdraw } = await makeScene()
    const intent = await begin()
    await withdraw()
    expect(await statusAndMessage(await fund(intent))).toEqual([409, texts.withdrawn])
    expect((await pay()).status).toBe(404)
    expect(await rows()).toMatchObject([{ status: 'pending', amount_cents: 2500 }])
  })

  test('a replaced intent counts within its own 15 minutes', async () => {
    const { now, fund, begin, wait, changeTournament } = await makeScene()
    await begin()
    wait(10 * minute)
    const second = await begin()
    await changeTournament({ fundingClosesAt: iso(now() + 1000) })
    wait(14 * minute)
    expect((await fund(second)).status).toBe(201)
  })

  test('a settlement waits for payments that can count, and for no others', async () => {
    const { now, begin, wait, captain, changeTournament, confirm } = await makeScene({
      starts_at: Date.now() + minute,
      ends_at: Date.now() + 10 * minute,
    })
    await begin()
    wait(30_000)
    // An insider's: after the start it can't count.
    await begin(captain.cookie)
    await changeTournament({ fundingClosesAt: iso(now() + 1000) })
    wait(14.5 * minute - 1)
    expect((await confirm([])).status).toBe(409)
    wait(1)
    expect((await confirm([])).status).toBe(201)
  })

  const overSoon = () => makeScene({ starts_at: Date.now() + minute, ends_at: Date.now() + 10 * minute })

  for (const [what, begin] of [
    [
      'that its backer replaced',
      async ({ begin, fund }) => {
        await begin()
        expect((await fund(await begin())).status).toBe(201)
      },
    ],
    [
      'whose backer paid without it',
      async ({ begin, pay }) => {
        await begin()
        expect((await pay()).status).toBe(201)
      },
    ],
    [
      'of a deleted account',
      async ({ begin, db, bo }) => {
        await begin()
        await deleteUser(db, bo.id)
      },
    ],
    [
      'for which no room is left',
      async ({ begin, pay, db, captain }) => {
        await setGoals(db, 3000)
        await begin()
        expect((await pay(captain.cookie, '20.00')).status).toBe(201)
      },
    ],
  ] as [string, (scene: Awaited<ReturnType<typeof overSoon>>) => Promise<unknown>][])
    test(`a settlement doesn’t wait for a test payment ${what}`, async () => {
      const scene = await overSoon()
      await begin(scene)
      scene.wait(10 * minute)
      expect((await scene.confirm([])).status).toBe(201)
    })

  test('a settlement waits until the provider was asked after the hold', async () => {
    const { stripe, begin, confirm, wait, db, deps, holds } = await makeLiveScene()
    wait(0)
    const intent = await begin()
    await moveTournament(db, { ends_at: deps.now() + minute })
    stripe.pay(intent)
    wait(20 * minute)
    expect(await statusAndMessage(await confirm([]))).toEqual([
      409,
      'A payment that was begun before funding closed is still on its way. Please try again in a minute.',
    ])
    await reconcilePayments(deps)
    expect((await confirm([])).status).toBe(201)
    expect(await holds()).toBe(2500)
  })

  test('a card payment made within the hold counts whenever its message arrives; a later one is returned', async () => {
    const { stripe, begin, fund, wait, db, deps, deliver, runJobs, holds, rows, atStripe, stranger } =
      await makeLiveScene()
    wait(0)
    const [inTime, late] = [await begin(), await begin(stranger.cookie)]
    await moveTournament(db, { funding_closes_at: deps.now() + minute })
    stripe.pay(inTime)
    wait(2 * hour)
    // The double's clock is the machine's: the payment is made two hours later.
    const payment = stripe.pay(late)
    if (payment.charge) payment.charge.created = Math.floor(deps.now() / 1000)
    const answer = await fund(late, stranger.cookie)
    expect([answer.status, (await answer.json()).message]).toEqual([
      409,
      'Funding was closed when the payment arrived. The full amount is being refunded to your card.',
    ])
    await deliver()
    await runJobs()
    expect(await holds()).toBe(2500)
    expect(atStripe()).toBe(2500)
    expect((await rows()).map(({ status, refund_reason: reason }) => [status, reason])).toEqual([
      ['completed', null],
      ['refunded', 'closed'],
    ])
  })
})

describe('a payment that is begun without an entry', () => {
  test('is begun when it names one: after the closing it is returned in full, however early it was paid', async () => {
    const { stripe, makePayment, fund, wait, db, deps, deliver, runJobs, holds, rows, atStripe, bo } =
      await makeLiveScene()
    wait(0)
    const [early, late] = [await makePayment(bo.cookie, 25, {}), await makePayment(bo.cookie, 30, {})]
    await moveTournament(db, { funding_closes_at: deps.now() + minute })
    expect((await fund(early)).status).toBe(201)
    wait(minute)
    const answer = await fund(late, bo.cookie, '30.00')
    expect([answer.status, (await answer.json()).message]).toEqual([
      409,
      'Funding was closed when the payment arrived. The full amount is being refunded to your card.',
    ])
    await deliver()
    await runJobs()
    expect([await holds(), atStripe()]).toEqual([2500, 2500])
    expect(stripe.refunds.size).toBe(1)
    expect((await rows()).map(({ status }) => status).sort()).toEqual(['completed', 'refunded'])
  })

  test('has the 15 minutes of its naming to be paid, not those of its beginning', async () => {
    const { stripe, begin, fund, wait, db, deps, holds, bo } = await makeLiveScene()
    wait(0)
    const intent = await begin(bo.cookie, 25, {})
    wait(30 * minute)
    await moveTournament(db, { funding_closes_at: deps.now() + minute })
    expect((await fund(intent)).status).toBe(402)
    wait(10 * minute)
    const { charge } = stripe.pay(intent)
    if (charge) charge.created = Math.floor(deps.now() / 1000)
    expect((await fund(intent)).status).toBe(201)
    expect(await holds()).toBe(2500)
  })

  test('is waited for by the results as one that was begun when it named its boat', async () => {
    const { stripe, begin, fund, wait, db, deps, confirm, holds, bo } = await makeLiveScene()
    wait(0)
    const intent = await begin(bo.cookie, 25, {})
    wait(18 * minute)
    await moveTournament(db, { ends_at: deps.now() + 2 * minute })
    expect((await fund(intent)).status).toBe(402)
    wait(3 * minute)
    expect((await confirm(100)).status).toBe(409)
    stripe.pay(intent)
    expect((await fund(intent)).status).toBe(201)
    expect((await confirm(100)).status).toBe(201)
    expect(await holds()).toBe(2500)
  })

  test('answers 409 while other backers pay for what remains, and can name another boat', async () => {
    const { begin, makePayment, fund, db, stranger, tournament, holds, bo } = await makeLiveScene(2500)
    const other = await addEntry(db, { tournament_id: tournament })
    await begin(stranger.cookie, 25)
    const intent = await makePayment(bo.cookie, 25, {})
    const answer = await fund(intent)
    expect([answer.status, (await answer.json()).issues?.[0]?.path]).toEqual([409, 'amount'])
    expect((await fund(intent, bo.cookie, '25.00', other)).status).toBe(201)
    expect(await holds()).toBe(0)
  })

  test('of a test payment answers 409 after the closing, and nothing is recorded', async () => {
    const { bo, fund, now, wait, rows, changeTournament, begin } = await makeScene()
    const intent = await begin(bo.cookie, 25, {})
    await changeTournament({ fundingClosesAt: iso(now() + minute) })
    wait(minute)
    expect(await statusAndMessage(await fund(intent))).toEqual([409, texts.closed])
    expect(await rows()).toMatchObject([{ status: 'pending', amount_cents: 2500 }])
  })
})

describe('fundingOpen', () => {
  test('turns over in every answer when the closing time passes, with its ETag', async () => {
    const { now, wait, page, tournament, entry, changeTournament } = await makeScene()
    await changeTournament({ fundingClosesAt: iso(now() + hour) })
    const openings = async () => {
      const one: Tournament = await (await page(`/api/tournaments/${tournament}`)).json()
      const [first]: Tournament[] = await (await page('/api/tournaments')).json()
      const [board]: Entry[] = await (await page('/api/leaderboard')).json()
      const alone: Entry = await (await page(`/api/tournament-entries/${entry}`)).json()
      const [card]: TournamentCard[] = await (await page('/api/tournament-cards')).json()
      return [one.entries[0], first?.entries[0], board, alone, card].map(each => each?.fundingOpen)
    }
    expect(await openings()).toEqual([true, true, true, true, true])
    const paths = ['/api/tournaments', `/api/tournaments/${tournament}`, `/api/tournament-entries/${entry}`]
    const tags = await Promise.all(paths.map(async path => (await page(path)).headers.get('etag') ?? ''))
    wait(hour - 1)
    for (const [index, path] of paths.entries())
      expect((await page(path, { headers: { 'if-none-match': tags[index] ?? '' } })).status).toBe(304)
    wait(1)
    expect(await openings()).toEqual([false, false, false, false, false])
    for (const [index, path] of paths.entries())
      expect((await page(path, { headers: { 'if-none-match': tags[index] ?? '' } })).status).toBe(200)
  })

  test('is false at the goal', async () => {
    const { readEntry, db, pay } = await makeScene()
    await setGoals(db, 2500)
    await pay()
    expect((await readEntry()).fundingOpen).toBe(false)
  })

  test('is false after a cancellation and after the end, also with a settlement', async () => {
    const scene = await makeScene()
    await scene.cancel()
    expect((await scene.readEntry()).fundingOpen).toBe(false)
    const { readEntry, setNow, confirm } = await makeScene(pastDates())
    expect((await readEntry()).fundingOpen).toBe(false)
    expect((await confirm(100)).status).toBe(201)
    // Neither does a clock that is set back.
    setNow(Date.now() - 90 * minute)
    expect((await readEntry()).fundingOpen).toBe(false)
  })

  test('is the same for every reader', async () => {
    const { page, entry, captain, organiser, bo, tournament, db } = await makeScene()
    await addEntry(db, { tournament_id: tournament })
    const bodies = await Promise.all(
      [undefined, captain.cookie, organiser.cookie, bo.cookie].map(async cookie =>
        (await page(`/api/tournament-entries/${entry}`, cookie === undefined ? {} : { cookie })).text(),
      ),
    )
    expect(new Set(bodies).size).toBe(1)
  })
})
