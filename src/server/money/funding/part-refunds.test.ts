import { afterEach, describe, expect, test } from 'bun:test'
import type { Funding, OrganiserFunding } from '#contract/money/funding.ts'
import { makeLiveScene, stopDoubles } from '../../../../tests/support/live-scene.ts'

afterEach(stopDoubles)

async function setUp() {
  const all = await makeLiveScene()
  const { stripe, makeFunding, send } = all
  const intent = await makeFunding()
  /** Delivers every event twice. */
  const tell = async () => {
    for (const event of stripe.takeEvents())
      for (let n = 0; n < 2; n++) expect((await send(event)).status).toBe(200)
  }
  await tell()
  return { ...all, intent, tell }
}

describe('a partial refund in the provider’s dashboard', () => {
  test('lowers the funding part by part until nothing is left', async () => {
    const { stripe, intent, tell, holds, atStripe, rows, fund, db } = await setUp()
    stripe.refundByHand(intent, 1000)
    await tell()
    expect([await holds(), atStripe()]).toEqual([1500, 1500])
    const { backer_count } = await db.selectFrom('entries').select('backer_count').executeTakeFirstOrThrow()
    expect(backer_count).toBe(1)
    expect(await (await fund(intent)).json()).toMatchObject({ amount: '15.00', given_back: '10.00' })
    stripe.refundByHand(intent, 501)
    await tell()
    expect([await holds(), atStripe()]).toEqual([999, 999])
    stripe.refundByHand(intent, 999)
    await tell()
    expect([await holds(), atStripe()]).toEqual([0, 0])
    expect((await rows())[0]).toMatchObject({ status: 'refunded', refund_reason: 'provider' })
  })

  test('is shown to backer and organiser, and mailed to the backer', async () => {
    const { stripe, intent, tell, page, bo, organiser, tournament, mails, sendMails } = await setUp()
    await sendMails()
    mails.length = 0
    stripe.refundByHand(intent, 1000)
    await tell()
    await sendMails()
    expect(mails.map(({ subject }) => subject)).toEqual(['Refunded in part: $10 for Reel Deal'])
    expect(mails[0]?.text).toContain('$10 of $25 for Reel Deal')
    const [mine]: Funding[] = await (await page('/api/funding/my', { cookie: bo.cookie })).json()
    expect(mine).toMatchObject({ amount: '15.00', given_back: '10.00', status: 'completed', refund: null })
    const year = new Date().getUTCFullYear()
    const file = await (await page(`/api/funding/my.csv?year=${year}`, { cookie: bo.cookie })).text()
    expect(file).toContain('"15.00","10.00","completed"')
    const path = `/api/tournaments/${tournament}/fundings`
    const [row]: OrganiserFunding[] = await (await page(path, { cookie: organiser.cookie })).json()
    expect(row).toMatchObject({ amount: '15.00', given_back: '10.00', refund: null })
  })

  test('is not refunded again when the tournament is cancelled', async () => {
    const { stripe, intent, tell, cancel, runJobs, holds, atStripe, mails } = await setUp()
    stripe.refundByHand(intent, 1000)
    await tell()
    await cancel()
    await runJobs()
    await tell()
    expect([await holds(), atStripe()]).toEqual([0, 0])
    expect([...stripe.refunds.values()].map(({ amount }) => amount)).toEqual([1000, 1500])
    const texts = mails.slice(-2).map(({ text }) => text)
    expect(texts[0]).toContain('with $25; $10 went back before, and the other $15 is being refunded to your')
    expect(texts[1]).toContain('Your $25 for Reel Deal in White Marlin Open has been refunded: $10 before,')
    expect(texts[1]).toContain('$10 before, and $15 now.')
  })

  test('and a partial dispute are each subtracted once, although events repeat', async () => {
    const { stripe, intent, tell, holds, rows } = await setUp()
    stripe.refundByHand(intent, 1000)
    await tell()
    const id = stripe.dispute(intent, 'needs_response', undefined, 500)
    await tell()
    expect(await holds()).toBe(1500)
    stripe.dispute(intent, 'lost', id, 500)
    await tell()
    stripe.dispute(intent, 'lost', id, 500)
    await tell()
    expect(await holds()).toBe(1000)
    stripe.refundByHand(intent, 300)
    await tell()
    expect(await holds()).toBe(700)
    expect((await rows())[0]).toMatchObject({
      status: 'completed',
      amount_cents: 700,
      given_back_cents: 1800,
    })
  })

  test('by a lost dispute during a cancellation: only the rest is refunded', async () => {
    const { stripe, intent, tell, cancel, runJobs, holds, wait } = await setUp()
    const id = stripe.dispute(intent, 'needs_response', undefined, 500)
    await tell()
    await cancel()
    await runJobs()
    stripe.dispute(intent, 'lost', id, 500)
    await tell()
    expect(await holds()).toBe(2000)
    wait(60_000)
    await runJobs()
    await tell()
    expect(await holds()).toBe(0)
    expect([...stripe.refunds.values()].map(({ amount }) => amount)).toEqual([2000])
  })

  test('before the payment was recorded: answers 409 and refunds the rest', async () => {
    const { stripe, begin, fund, holds, atStripe, runJobs, tell } = await setUp()
    const second = await begin()
    stripe.pay(second)
    stripe.refundByHand(second, 1000)
    const response = await fund(second)
    expect(response.status).toBe(409)
    expect((await response.json()).message).toContain('The full amount is being refunded to your card.')
    expect(await holds()).toBe(2500)
    await runJobs()
    await tell()
    expect([await holds(), atStripe()]).toEqual([2500, 2500])
  })
})
