import { afterEach, describe, expect, test } from 'bun:test'
import type { Kysely } from 'kysely'
import type { Payout, PayoutTotals } from '#contract/money/payouts.ts'
import { findFaults } from '#server/money/ledger/verify.queries.ts'
import { up as lowerShares } from '../../../../db/migrations/2026-11-29-lower-shares.ts'
import { makeLiveScene, stopDoubles } from '../../../../tests/support/live-scene.ts'
import { changeRows } from '../../../../tests/support/rows.ts'

afterEach(stopDoubles)

/** A settled tournament: 25 dollars funded alone win 400. */
async function setUp() {
  const world = await makeLiveScene()
  const { page, makeFunding, wait, confirm, fundingsOf, tournament, organiser, deliver, db } = world
  const intent = await makeFunding()
  wait(48 * 3_600_000)
  const { cookie } = organiser
  const path = `/api/tournaments/${tournament}`
  expect((await confirm(1000)).status).toBe(201)
  const read = async <T>(of: string): Promise<T> => (await page(of, { cookie })).json()
  const shares = () => read<Payout[]>(`${path}/payouts`)
  return {
    ...world,
    intent,
    pay: async () => {
      for (const { id } of await shares())
        expect((await page(`/api/payouts/${id}/paid`, { json: {}, cookie })).status).toBe(200)
    },
    readFigures: async () => {
      await deliver()
      expect(await findFaults(db)).toEqual([])
      const [share] = await shares()
      const { lost, owed, paid } = await read<PayoutTotals>(`${path}/payouts/totals`)
      const [mine] = await fundingsOf()
      return {
        share: [share?.status, share?.amount, share?.awarded, share?.loss],
        totals: [owed.amount, paid.amount, lost.amount],
        mine: mine?.payout,
      }
    },
  }
}

test('a part refund after the results lowers what is payable, and both sides see it', async () => {
  const { stripe, intent, readFigures, pay } = await setUp()
  expect((await readFigures()).share).toEqual(['owed', '400.00', '400.00', '0.00'])
  stripe.refundByHand(intent, 1000)
  expect(await readFigures()).toEqual({
    share: ['owed', '240.00', '400.00', '0.00'],
    totals: ['240.00', '0.00', '0.00'],
    mine: { amount: '240.00', status: 'owed' },
  })
  await pay()
  expect(await readFigures()).toEqual({
    share: ['paid', '240.00', '400.00', '0.00'],
    totals: ['0.00', '240.00', '0.00'],
    mine: { amount: '240.00', status: 'paid' },
  })
})

test('the recap says of a backer’s money what My Funding says', async () => {
  const { stripe, intent, deliver, page, tournament, bo } = await setUp()
  const read = async (path: string) => (await page(path, { cookie: bo.cookie })).json()
  const figures = async () => {
    await deliver()
    const { funded, won } = await read(`/api/tournaments/${tournament}/results/mine`)
    const { settled } = await read('/api/funding/my/totals')
    const { backers } = await read(`/api/tournaments/${tournament}/recap`)
    expect([funded, won]).toEqual([settled.in, settled.out])
    return [funded, won, backers]
  }
  expect(await figures()).toEqual(['25.00', '400.00', 1])
  stripe.refundByHand(intent, 1000)
  expect(await figures()).toEqual(['15.00', '240.00', 1])
  stripe.dispute(intent, 'lost', undefined, 1500)
  expect(await figures()).toEqual(['0.00', '0.00', 0])
})

test('a part refund after the payout is a loss of the organiser’s; taken back, the lower amount is owed', async () => {
  const { stripe, intent, readFigures, pay, page, organiser, tournament } = await setUp()
  await pay()
  stripe.refundByHand(intent, 1000)
  expect(await readFigures()).toEqual({
    share: ['paid', '400.00', '400.00', '160.00'],
    totals: ['0.00', '400.00', '160.00'],
    mine: { amount: '400.00', status: 'paid' },
  })
  const { cookie } = organiser
  const [share]: Payout[] = await (await page(`/api/tournaments/${tournament}/payouts`, { cookie })).json()
  await page(`/api/payouts/${share?.id}/paid`, { method: 'DELETE', json: { reason: 'Came back' }, cookie })
  expect((await readFigures()).share).toEqual(['owed', '240.00', '400.00', '0.00'])
})

test('a payment that is lost to the bank after the payout is a loss of the whole share, until it is won', async () => {
  const { stripe, intent, readFigures, pay, runJobs, atStripe, rows } = await setUp()
  const [before] = await rows()
  await pay()
  const id = stripe.dispute(intent, 'needs_response')
  expect((await readFigures()).share).toEqual(['paid', '400.00', '400.00', '0.00'])
  stripe.dispute(intent, 'lost', id)
  expect(await readFigures()).toMatchObject({
    share: ['paid', '400.00', '400.00', '400.00'],
    totals: ['0.00', '400.00', '400.00'],
  })
  stripe.dispute(intent, 'won', id)
  expect((await readFigures()).share).toEqual(['paid', '400.00', '400.00', '0.00'])
  // The bank sided with the organiser: the stake isn't given back too.
  await runJobs()
  expect((await readFigures()).share).toEqual(['paid', '400.00', '400.00', '0.00'])
  expect(await rows()).toMatchObject([{ status: 'completed', completed_at: before?.completed_at }])
  expect(atStripe()).toBe(2500)
})

test('a share that was not paid is owed again when an appeal wins the payment back', async () => {
  const { stripe, intent, readFigures, pay, runJobs, mails } = await setUp()
  const id = stripe.dispute(intent, 'lost')
  expect((await readFigures()).share).toEqual(['frozen', '400.00', '400.00', '0.00'])
  stripe.dispute(intent, 'won', id)
  await runJobs()
  expect((await readFigures()).share).toEqual(['owed', '400.00', '400.00', '0.00'])
  await runJobs()
  expect(
    mails.map(({ text }) => text).filter(text => text.includes('share is no longer frozen')),
  ).toHaveLength(1)
  await pay()
  expect((await readFigures()).totals).toEqual(['0.00', '400.00', '0.00'])
})

test('a payment that was lost in part keeps the share of the rest, and is not frozen', async () => {
  const { stripe, intent, readFigures, pay, runJobs, mails } = await setUp()
  const id = stripe.dispute(intent, 'needs_response', undefined, 1000)
  expect((await readFigures()).share).toEqual(['frozen', '400.00', '400.00', '0.00'])
  stripe.dispute(intent, 'lost', id, 1000, -1000)
  expect((await readFigures()).share).toEqual(['owed', '240.00', '400.00', '0.00'])
  await runJobs()
  const lossMails = mails.filter(({ subject }) => subject.startsWith('Lost: '))
  expect(lossMails).toHaveLength(1)
  expect(lossMails[0]?.text).toContain('The bank keeps this part of the payment. The rest counts')
  await pay()
  expect((await readFigures()).share).toEqual(['paid', '240.00', '400.00', '0.00'])
})

test('what is left of a payment keeps its part of the share, also when a round falls between its loss and an appeal', async () => {
  const { stripe, intent, readFigures, page, organiser, tournament, entry } = await setUp()
  stripe.refundByHand(intent, 1000)
  expect((await readFigures()).share).toEqual(['owed', '240.00', '400.00', '0.00'])
  const id = stripe.dispute(intent, 'lost', undefined, 1500)
  expect((await readFigures()).share).toEqual(['frozen', '240.00', '400.00', '0.00'])
  const { cookie } = organiser
  const rounds = `/api/tournaments/${tournament}/results/rounds`
  const winnings = [{ entryId: entry, amount: 2000 }]
  const { preview } = await (await page(`${rounds}/preview`, { json: { winnings }, cookie })).json()
  const json = { winnings, reason: 'A late prize', preview }
  expect((await page(rounds, { json, cookie })).status).toBe(201)
  expect((await readFigures()).share).toEqual(['frozen', '480.00', '800.00', '0.00'])
  stripe.dispute(intent, 'won', id, 1500)
  expect((await readFigures()).share).toEqual(['owed', '480.00', '800.00', '0.00'])
})

test('a share that was stored too high is named by verify-ledger, and lowered by a migration', async () => {
  const { stripe, intent, readFigures, db } = await setUp()
  stripe.refundByHand(intent, 1000)
  expect((await readFigures()).share).toEqual(['owed', '240.00', '400.00', '0.00'])
  // As before the formula was mended.
  await changeRows(db, 'payouts', { payable_cents: 40_000 })
  const { id } = await db.selectFrom('payouts').select('id').executeTakeFirstOrThrow()
  expect(await findFaults(db)).toEqual([
    {
      where: `payout ${id}`,
      what: '40000 cents of it can be paid, what is left of its payment is worth 24000',
    },
  ])
  await lowerShares(db as unknown as Kysely<never>)
  expect((await readFigures()).share).toEqual(['owed', '240.00', '400.00', '0.00'])
})

describe('a payment that was lost to the bank before the results and is won afterwards', () => {
  async function setUpLostPayment() {
    const world = await makeLiveScene()
    const { stripe, makeFunding, deliver, db } = world
    const intent = await makeFunding()
    const id = stripe.dispute(intent, 'lost')
    await deliver()
    expect(await world.holds()).toBe(0)
    return {
      ...world,
      intent,
      id,
      win: async () => {
        stripe.dispute(intent, 'won', id)
        await deliver()
        await world.runJobs()
        await deliver()
        expect(await findFaults(db)).toEqual([])
        const [row] = await world.rows()
        return [row?.status, row?.refund_reason, world.atStripe()]
      },
    }
  }

  test('counts after the closing: it was in time', async () => {
    const { wait, win, holds } = await setUpLostPayment()
    wait(48 * 3_600_000)
    expect(await win()).toEqual(['completed', null, 2500])
    expect(await holds()).toBe(2500)
  })

  test('is no backing for the boat’s owner while it is refunded', async () => {
    const { wait, confirm, page, entry, captain, deliver, stripe, intent, id } = await setUpLostPayment()
    wait(48 * 3_600_000)
    expect((await confirm(1000)).status).toBe(201)
    stripe.dispute(intent, 'won', id)
    await deliver()
    const backers = await page(`/api/tournament-entries/${entry}/backers`, { cookie: captain.cookie })
    expect(await backers.json()).toMatchObject([{ status: 'refunded' }])
  })

  test('is refunded when the results gave it no share, and the mail says so', async () => {
    const { wait, win, confirm, mails } = await setUpLostPayment()
    wait(48 * 3_600_000)
    expect((await confirm(1000)).status).toBe(201)
    expect(await win()).toEqual(['refunded', 'closed', 0])
    const [mail] = mails.filter(({ subject }) => subject.startsWith('Won: '))
    expect(mail?.text).toContain('it is refunded to the backer')
  })

  test('is refunded when the boat was withdrawn', async () => {
    const { withdraw, win } = await setUpLostPayment()
    expect((await withdraw()).status).toBe(204)
    expect(await win()).toEqual(['refunded', 'withdrawn', 0])
  })
})

test('a part that an appeal wins back is reported to the operator', async () => {
  const { stripe, intent, readFigures, logs } = await setUp()
  const id = stripe.dispute(intent, 'lost', undefined, 1000, -1000)
  expect((await readFigures()).share).toEqual(['owed', '240.00', '400.00', '0.00'])
  stripe.dispute(intent, 'won', id, 1000)
  expect((await readFigures()).share).toEqual(['owed', '240.00', '400.00', '0.00'])
  expect(logs.map(({ message }) => message).join()).toContain('a bank returned a part of a lost dispute')
})
