import { afterEach, expect, test } from 'bun:test'
import type { Payout, PayoutTotals } from '#contract/money/payouts.ts'
import { findFaults } from '#server/money/ledger/verify.queries.ts'
import { makeLiveScene, stopDoubles } from '../../../../tests/support/live-scene.ts'

afterEach(stopDoubles)

/** A settled tournament: 25 dollars funded alone win 400. */
async function setUp() {
  const world = await makeLiveScene()
  const { page, funded, wait, confirm, fundingsOf, tournament, organiser, deliver, db } = world
  const intent = await funded()
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
    told: async () => {
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
  const { stripe, intent, told, pay } = await setUp()
  expect((await told()).share).toEqual(['owed', '400.00', '400.00', '0.00'])
  stripe.refundByHand(intent, 1000)
  expect(await told()).toEqual({
    share: ['owed', '240.00', '400.00', '0.00'],
    totals: ['240.00', '0.00', '0.00'],
    mine: { amount: '240.00', status: 'owed' },
  })
  await pay()
  expect(await told()).toEqual({
    share: ['paid', '240.00', '400.00', '0.00'],
    totals: ['0.00', '240.00', '0.00'],
    mine: { amount: '240.00', status: 'paid' },
  })
})

test('a part refund after the payout is a loss of the organiser’s; taken back, the lower amount is owed', async () => {
  const { stripe, intent, told, pay, page, organiser, tournament } = await setUp()
  await pay()
  stripe.refundByHand(intent, 1000)
  expect(await told()).toEqual({
    share: ['paid', '400.00', '400.00', '160.00'],
    totals: ['0.00', '400.00', '160.00'],
    mine: { amount: '400.00', status: 'paid' },
  })
  const { cookie } = organiser
  const [share]: Payout[] = await (await page(`/api/tournaments/${tournament}/payouts`, { cookie })).json()
  await page(`/api/payouts/${share?.id}/paid`, { method: 'DELETE', json: { reason: 'Came back' }, cookie })
  expect((await told()).share).toEqual(['owed', '240.00', '400.00', '0.00'])
})

test('a payment that is lost to the bank after the payout is a loss of the whole share, until it is won', async () => {
  const { stripe, intent, told, pay } = await setUp()
  await pay()
  const id = stripe.dispute(intent, 'needs_response')
  expect((await told()).share).toEqual(['paid', '400.00', '400.00', '0.00'])
  stripe.dispute(intent, 'lost', id)
  expect(await told()).toMatchObject({
    share: ['paid', '400.00', '400.00', '400.00'],
    totals: ['0.00', '400.00', '400.00'],
  })
  stripe.dispute(intent, 'won', id)
  expect((await told()).share).toEqual(['paid', '400.00', '400.00', '0.00'])
})
