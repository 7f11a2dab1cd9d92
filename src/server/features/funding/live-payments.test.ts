import { afterEach, describe, expect, test } from 'bun:test'
import type { Funding, RefundProgress } from '#contract/funding.ts'
import { fundingTexts as texts } from '#contract/funding-texts.ts'
import { ProviderUnreachable } from '#server/payments/payment-provider.ts'
import { withTimeout } from '#server/payments/with-timeout.ts'
import { makeTestApp, testOrigin } from '../../../../tests/support/app.ts'
import { addSigned } from '../../../../tests/support/factories.ts'
import { reconcilePayments } from './reconcile-payments.ts'
import { setUpLive as setUp, startDouble, stopDoubles } from './test-support.ts'

const minute = 60_000
const hour = 60 * minute

afterEach(stopDoubles)

describe('POST /api/create-payment-intent, live', () => {
  test('200: our row is written on the payment, cards only, with boat and address', async () => {
    const { stripe, begin, rows, bo, entry } = await setUp()
    const intent = stripe.intent(await begin(bo.cookie, 64.1))
    const [row] = await rows()
    expect(row).toMatchObject({
      status: 'pending',
      intent_id: intent.id,
      amount_cents: 6410,
      mode: 'sandbox',
    })
    expect(intent).toMatchObject({
      amount: 6410,
      currency: 'usd',
      description: 'Reel Deal, White Marlin Open',
      receipt_email: `${bo.id}@example.com`,
      metadata: { funding: row?.id, user: bo.id, entry },
    })
  })

  test('200 though Stripe takes the address for none: nobody is kept from paying by that', async () => {
    const { stripe, begin, db, bo } = await setUp()
    await db.updateTable('users').set({ email: 'ann@localhost' }).where('id', '=', bo.id).execute()
    expect(stripe.intent(await begin())).toMatchObject({
      receipt_email: null,
      description: expect.any(String),
    })
  })

  test('200 from a server that knows fewer parameters than Stripe', async () => {
    const { stripe, begin, fund, holds, page, tournament, organiser, runJobs, wait } = await setUp(
      100_000,
      'plain',
    )
    const intent = await begin()
    stripe.pay(intent)
    expect((await fund(intent)).status).toBe(201)
    expect(await holds()).toBe(2500)
    const { cookie } = organiser
    await page(`/api/tournaments/${tournament}`, { method: 'PATCH', json: { status: 'cancelled' }, cookie })
    // A plain server ignores idempotency keys.
    stripe.fail('POST /v1/refunds', 'lost', 3)
    for (let n = 0; n < 3; n++) {
      await runJobs()
      wait(hour)
    }
    expect(await holds()).toBe(0)
    expect(stripe.refunds.size).toBe(1)
  })

  test('503 while Stripe is down: nothing is charged, nothing is held, never a test payment instead', async () => {
    const { stripe, intend, rows } = await setUp()
    stripe.fail('POST /v1/payment_intents', '503', 9)
    const response = await intend()
    expect(response.status).toBe(503)
    expect(await response.json()).toEqual({ message: texts.unreachable, error: 'unavailable' })
    expect((await rows()).map(({ status }) => status)).toEqual(['failed'])
    stripe.mend()
    expect((await intend()).status).toBe(200)
  })

  test('200 though the answer is lost twice: one payment, not three', async () => {
    const { stripe, begin } = await setUp()
    stripe.fail('POST /v1/payment_intents', 'lost', 2)
    await begin()
    expect(stripe.intents.size).toBe(1)
  })
})

describe('POST /api/funding, live', () => {
  test('400 for a test payment’s id, 409 for one that is not ours', async () => {
    const { fund, holds } = await setUp()
    expect((await fund('pi_mock_1')).status).toBe(400)
    expect((await fund('pi_unknown')).status).toBe(409)
    expect(await holds()).toBe(0)
  })

  test('402 while it is unpaid, declined or with the bank', async () => {
    const { stripe, begin, fund, holds } = await setUp()
    const intent = await begin()
    const unpaid = await fund(intent)
    expect(unpaid.status).toBe(402)
    expect(await unpaid.json()).toEqual({ message: texts.unpaid, error: 'payment_required' })
    stripe.pay(intent, 'declined')
    expect((await fund(intent)).status).toBe(402)
    stripe.pay(intent, '3ds')
    expect((await fund(intent)).status).toBe(402)
    expect(await holds()).toBe(0)
    stripe.authenticate(intent)
    expect((await fund(intent)).status).toBe(201)
    expect(await holds()).toBe(2500)
  })

  test('409 for another person’s, entry’s or amount’s payment; nothing is told, nothing is moved', async () => {
    const { stripe, begin, fund, holds, stranger, bo, tournament, db } = await setUp()
    const { addEntry } = await import('../../../../tests/support/factories.ts')
    const other = await addEntry(db, { tournament_id: tournament })
    const intent = await begin()
    stripe.pay(intent)
    for (const answer of [
      await fund(intent, stranger.cookie),
      await fund(intent, bo.cookie, '25.00', other),
      await fund(intent, bo.cookie, '26.00'),
    ]) {
      expect(answer.status).toBe(409)
      expect(await answer.json()).toEqual({ message: texts.notYours, error: 'conflict' })
    }
    expect(await holds()).toBe(0)
  })

  for (const [what, change] of [
    ['another amount was received', { amount_received: 2400 }],
    ['it is in another currency', { currency: 'eur' }],
    ['it was made for another person', { metadata: { user: 'somebody' } }],
    ['it was made with a live key', { livemode: true }],
  ] as const)
    test(`409 when ${what}`, async () => {
      const { stripe, begin, fund, holds } = await setUp()
      const intent = await begin()
      Object.assign(stripe.pay(intent), change)
      expect((await fund(intent)).status).toBe(409)
      expect(await holds()).toBe(0)
    })

  for (const words of ['all', 'plain'] as const)
    test(`409 when it was refunded meanwhile, though the provider still says succeeded (${words})`, async () => {
      const { stripe, begin, fund, holds, stranger } = await setUp(100_000, words)
      const other = await begin(stranger.cookie)
      stripe.pay(other)
      const intent = await begin()
      stripe.pay(intent)
      stripe.refundByHand(intent)
      const refused = await fund(intent)
      expect(refused.status).toBe(409)
      expect((await refused.json()).message).toBe(texts.wentBack)
      expect(await holds()).toBe(0)
      expect((await fund(other, stranger.cookie)).status).toBe(201)
    })

  test('409 for a boat that was withdrawn meanwhile, which says so; all of it goes back', async () => {
    const { stripe, begin, fund, holds, atStripe, db, entry, runJobs, state } = await setUp()
    const intent = await begin()
    stripe.pay(intent)
    await db.updateTable('entries').set({ withdrawn_at: Date.now() }).where('id', '=', entry).execute()
    const message =
      'The boat was withdrawn from the tournament. The full amount is being refunded to your card.'
    expect(await (await fund(intent)).json()).toMatchObject({ error: 'conflict', message })
    expect(await state(intent)).toMatchObject({ state: 'refunding', message })
    await runJobs()
    expect([await holds(), atStripe()]).toEqual([0, 0])
  })

  test('once, though it is sent twenty times at once while the webhook says so too', async () => {
    const { stripe, begin, fund, send, holds, atStripe } = await setUp()
    const intent = await begin()
    stripe.pay(intent)
    const events = stripe.takeEvents()
    const [posts, webhooks] = await Promise.all([
      Promise.all(Array.from({ length: 20 }, () => fund(intent))),
      Promise.all([...events, ...events].map(send)),
    ])
    expect(posts.every(({ status }) => status === 200 || status === 201)).toBe(true)
    expect(posts.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(1)
    expect(webhooks.map(({ status }) => status)).toEqual([200, 200])
    expect(await holds()).toBe(2500)
    expect(atStripe()).toBe(2500)
  })

  test('503 with a word of comfort while Stripe is down; the record follows by itself', async () => {
    const { stripe, begin, fund, holds, page, bo, state, deps, wait } = await setUp()
    const intent = await begin()
    stripe.pay(intent)
    stripe.fail('GET /v1/payment_intents', '503', 99)
    const answer = await fund(intent)
    expect(answer.status).toBe(503)
    expect((await answer.json()).message).toStartWith('Your payment is safe; we are checking it')
    expect(await state(intent)).toMatchObject({ state: 'checking' })
    const [mine]: Funding[] = await (await page('/api/funding/my', { cookie: bo.cookie })).json()
    expect(mine).toMatchObject({ status: 'pending', amount: '25.00' })
    stripe.mend()
    wait(2 * minute)
    await reconcilePayments(deps)
    expect(await holds()).toBe(2500)
  }, 15_000)

  test('503 and no call to pay again while the provider has not decided', async () => {
    const { stripe, begin, fund, holds, state } = await setUp()
    const intent = await begin()
    stripe.intent(intent).status = 'processing'
    const answer = await fund(intent)
    expect([answer.status, (await answer.json()).message]).toEqual([503, texts.checking])
    expect(await state(intent)).toMatchObject({ state: 'checking', message: texts.checking })
    stripe.pay(intent)
    expect((await fund(intent)).status).toBe(201)
    expect(await holds()).toBe(2500)
  })

  test('paid too late: 409, and all of it goes back', async () => {
    const { stripe, begin, fund, holds, atStripe, stranger, bo, wait, runJobs, page } = await setUp(2500)
    const first = await begin()
    wait(16 * minute)
    const second = await begin(stranger.cookie)
    stripe.pay(first)
    stripe.pay(second)
    expect((await fund(second, stranger.cookie)).status).toBe(201)
    const late = await fund(first)
    expect(late.status).toBe(409)
    expect((await late.json()).message).toBe(texts.tooLate)
    expect((await fund(first)).status).toBe(409)
    expect(await holds()).toBe(2500)
    await runJobs()
    expect(atStripe()).toBe(2500)
    expect(await holds()).toBe(2500)
    const [mine]: Funding[] = await (await page('/api/funding/my', { cookie: bo.cookie })).json()
    expect(mine).toMatchObject({ status: 'refunded', refund: { status: 'done' } })
    expect((await fund(first)).status).toBe(200)
  })

  test('paid in the last minute and heard of after the end: it counts, unless results are in', async () => {
    const { stripe, begin, fund, holds, db, wait, organiser, tournament, stranger } = await setUp()
    const [first, second] = [await begin(), await begin(stranger.cookie)]
    stripe.pay(first)
    stripe.pay(second)
    await db
      .updateTable('tournaments')
      .set({ ends_at: Date.now() + 2000 })
      .execute()
    wait(10_000)
    expect((await fund(first)).status).toBe(201)
    await db
      .insertInto('settlements')
      .values({ tournament_id: tournament, settled_by: organiser.id, settled_at: 1 })
      .execute()
    expect((await fund(second, stranger.cookie)).status).toBe(409)
    expect(await holds()).toBe(2500)
  })

  test('the race for the last $100 with money already paid: the goal is met, the rest goes back', async () => {
    const { stripe, begin, fund, holds, atStripe, db, wait, runJobs } = await setUp(10_000)
    const people = await Promise.all(Array.from({ length: 12 }, () => addSigned(db)))
    const intents: string[] = []
    for (const { cookie } of people) {
      wait(16 * minute)
      intents.push(await begin(cookie, 20))
    }
    for (const intent of intents) stripe.pay(intent)
    const answers = await Promise.all(intents.map((intent, n) => fund(intent, people[n]?.cookie, '20.00')))
    expect(answers.filter(({ status }) => status === 201).length).toBe(5)
    await runJobs()
    expect(await holds()).toBe(10_000)
    expect(atStripe()).toBe(10_000)
    expect(stripe.refunds.size).toBe(7)
  })

  test('a payment that named no entry: the POST names it; one whose POST never comes is given back', async () => {
    const { stripe, begin, fund, holds, atStripe, bo, deps, wait, runJobs } = await setUp()
    const [named, nameless] = [await begin(bo.cookie, 25, {}), await begin(bo.cookie, 25, {})]
    stripe.pay(named)
    stripe.pay(nameless)
    expect((await fund(named)).status).toBe(201)
    wait(2 * hour)
    await reconcilePayments(deps)
    await runJobs()
    await reconcilePayments(deps)
    expect(await holds()).toBe(2500)
    expect(atStripe()).toBe(2500)
  })
})

describe('POST /api/stripe/webhook', () => {
  test('404 with test payments', async () => {
    const { app } = await makeTestApp()
    const answer = await app.request(`${testOrigin}/api/stripe/webhook`, { method: 'POST', body: '{}' })
    expect(answer.status).toBe(404)
  })

  test('400 for ten forgeries, and nothing is stored', async () => {
    const { stripe, begin, send, holds, db } = await setUp()
    const intent = stripe.pay(await begin())
    const now = Math.floor(Date.now() / 1000)
    const real = stripe.makeEvent('payment_intent.succeeded', intent)
    const { body, signature } = real
    const [, t = '', v1 = ''] = /^t=(\d+),v1=(\w+)$/.exec(signature) ?? []
    const forged = [
      '',
      'nonsense',
      `t=${t}`,
      `v1=${v1}`,
      `t=${t},v1=${'0'.repeat(64)}`,
      `t=${t},v0=${v1}`,
      stripe.sign(body, now, 'whsec_other'),
      stripe.sign(body, now - 301),
      stripe.sign(body, now + 600),
      stripe.sign(`${body} `),
    ]
    for (const each of forged) expect((await send({ body, signature: each })).status).toBe(400)
    for (const nothing of ['', 'null', '[]', '{}', '{"id":"evt_1","type":"charge.refunded","data":{}}'])
      expect((await send({ body: nothing, signature: stripe.sign(nothing) })).status).toBe(400)
    const altered = body.replace(intent.id, 'pi_other')
    expect((await send({ body: altered, signature })).status).toBe(400)
    expect(await db.selectFrom('webhook_events').select('id').execute()).toEqual([])
    expect(await holds()).toBe(0)
    expect((await send(real)).status).toBe(200)
    expect(await holds()).toBe(2500)
  })

  test('200 while the site is locked, for unknown types and for payments of others', async () => {
    const stripe = startDouble()
    const { app } = await makeTestApp({ ...stripe.env, SITE_GATE: 'on' })
    for (const event of [
      stripe.makeEvent('customer.created', { id: 'cus_1', object: 'customer' }),
      stripe.makeEvent('payment_intent.succeeded', { id: 'pi_foreign', metadata: {} }),
    ]) {
      const { body, signature } = event
      const headers = { 'stripe-signature': signature }
      const answer = await app.request(`${testOrigin}/api/stripe/webhook`, { method: 'POST', body, headers })
      expect(answer.status).toBe(200)
    }
  })

  test('alone is enough when the browser is closed', async () => {
    const { stripe, begin, send, holds, state } = await setUp()
    const intent = await begin()
    stripe.pay(intent)
    for (const event of stripe.takeEvents()) await send(event)
    expect(await holds()).toBe(2500)
    expect(await state(intent)).toMatchObject({ state: 'recorded', funding: { status: 'completed' } })
  })

  test('any order, each twice: a late failure never lowers what is paid', async () => {
    const { stripe, begin, send, holds, atStripe } = await setUp()
    const intent = await begin()
    stripe.pay(intent, 'declined')
    stripe.pay(intent)
    const events = stripe.takeEvents()
    for (const event of [...events.toReversed(), ...events]) expect((await send(event)).status).toBe(200)
    expect(await holds()).toBe(2500)
    expect(atStripe()).toBe(2500)
  })

  test('finds a payment whose id we never learned, by what we wrote on it', async () => {
    const { stripe, begin, send, holds, db } = await setUp()
    stripe.pay(await begin())
    await db.updateTable('fundings').set({ intent_id: null }).execute()
    for (const event of stripe.takeEvents()) await send(event)
    expect(await holds()).toBe(2500)
  })

  test('503 while Stripe cannot be asked, and the same message works later', async () => {
    const { stripe, begin, send, holds } = await setUp()
    stripe.pay(await begin())
    const [event] = stripe.takeEvents()
    if (!event) throw new Error('nothing was told')
    stripe.fail('GET /v1/payment_intents', '503', 3)
    expect((await send(event)).status).toBe(503)
    expect(await holds()).toBe(0)
    expect((await send(event)).status).toBe(200)
    expect(await holds()).toBe(2500)
  }, 15_000)

  test('a refund by hand in Stripe’s dashboard takes the money from the entry', async () => {
    const { stripe, begin, fund, send, holds } = await setUp()
    const intent = await begin()
    stripe.pay(intent)
    await fund(intent)
    stripe.refundByHand(intent)
    for (const event of stripe.takeEvents()) await send(event)
    expect(await holds()).toBe(0)
  })

  test('a message that names the charge alone is understood', async () => {
    const { stripe, begin, fund, send, holds } = await setUp()
    const pay = async () => {
      const intent = await begin()
      stripe.pay(intent)
      await fund(intent)
      return intent
    }
    const [returned, disputed] = [await pay(), await pay()]
    stripe.refundByHand(returned)
    stripe.takeEvents()
    const { charge } = stripe.intent(returned)
    await send(stripe.makeEvent('charge.refunded', { object: 'charge', id: charge?.id }))
    expect(await holds()).toBe(2500)
    const dispute = { object: 'dispute', id: 'dp_1', amount: 2500, status: 'lost', reason: 'fraudulent' }
    const of = stripe.intent(disputed).charge?.id
    await send(stripe.makeEvent('charge.dispute.closed', { ...dispute, charge: of }))
    expect(await holds()).toBe(0)
    await send(stripe.makeEvent('charge.refunded', { object: 'charge', id: 'ch_of_nobody' }))
    expect(await holds()).toBe(0)
  })

  test('a lost dispute takes the money once, and never refunds it too', async () => {
    const { stripe, begin, fund, send, holds, runJobs, page, tournament, organiser, rows } = await setUp()
    const intent = await begin()
    stripe.pay(intent)
    await fund(intent)
    const tell = async () => {
      for (const event of stripe.takeEvents()) expect((await send(event)).status).toBe(200)
    }
    const id = stripe.dispute(intent, 'needs_response')
    await tell()
    const cookie = organiser.cookie
    const list = await (await page(`/api/tournaments/${tournament}/fundings`, { cookie })).json()
    expect(list[0].disputed).toBe(true)
    await page(`/api/tournaments/${tournament}`, { method: 'PATCH', json: { status: 'cancelled' }, cookie })
    await runJobs()
    expect(stripe.refunds.size).toBe(0)
    expect(await holds()).toBe(2500)
    stripe.dispute(intent, 'lost', id)
    await tell()
    stripe.dispute(intent, 'needs_response', id)
    await tell()
    await runJobs()
    expect(await holds()).toBe(0)
    expect(stripe.refunds.size).toBe(0)
    expect((await rows())[0]).toMatchObject({ status: 'refunded', refund_reason: 'dispute' })
  })

  test('a dispute that is won lets a refund go on that had waited for it', async () => {
    const { stripe, begin, fund, send, holds, runJobs, page, tournament, organiser, atStripe } = await setUp()
    const intent = await begin()
    stripe.pay(intent)
    await fund(intent)
    const id = stripe.dispute(intent, 'needs_response')
    for (const event of stripe.takeEvents()) await send(event)
    const cookie = organiser.cookie
    await page(`/api/tournaments/${tournament}`, { method: 'PATCH', json: { status: 'cancelled' }, cookie })
    await runJobs()
    expect(await holds()).toBe(2500)
    stripe.dispute(intent, 'won', id)
    for (const event of stripe.takeEvents()) await send(event)
    await runJobs()
    expect([await holds(), atStripe()]).toEqual([0, 0])
  })
})

describe('refunds, live', () => {
  async function cancelled() {
    const all = await setUp()
    const intents: string[] = []
    for (let n = 0; n < 3; n++) {
      const intent = await all.begin()
      all.stripe.pay(intent)
      expect((await all.fund(intent)).status).toBe(201)
      intents.push(intent)
    }
    const { cookie } = all.organiser
    const path = `/api/tournaments/${all.tournament}`
    await all.page(path, { method: 'PATCH', json: { status: 'cancelled' }, cookie })
    const progress = async (): Promise<RefundProgress> =>
      (await all.page(`${path}/refunds`, { cookie })).json()
    return { ...all, intents, progress }
  }

  test('each once at Stripe, though answers are lost and the webhook brings the same news', async () => {
    const { stripe, runJobs, send, progress, holds, atStripe, wait } = await cancelled()
    stripe.fail('POST /v1/refunds', 'lost', 6)
    for (let n = 0; n < 4; n++) {
      await runJobs()
      wait(hour)
    }
    for (const event of stripe.takeEvents()) await send(event)
    expect(await progress()).toMatchObject({ total: 3, refunded: 3, pending: 0, failed: 0 })
    expect(stripe.refunds.size).toBe(3)
    expect([await holds(), atStripe()]).toEqual([0, 0])
  }, 30_000)

  test('refused ones are tried again with another key, and shown to the organiser meanwhile', async () => {
    const { stripe, intents, runJobs, progress, holds, atStripe, wait } = await cancelled()
    stripe.refuseRefunds(intents[0] ?? '', 2)
    await runJobs()
    const { failures, ...counts } = await progress()
    expect(counts).toMatchObject({ refunded: 2, pending: 0, failed: 1 })
    expect(failures[0]?.refund).toMatchObject({
      status: 'pending',
      error: 'Insufficient funds in your Stripe balance.',
    })
    expect([await holds(), atStripe()]).toEqual([2500, 2500])
    for (let n = 0; n < 3; n++) {
      wait(hour)
      await runJobs()
    }
    expect(await progress()).toMatchObject({ refunded: 3, pending: 0 })
    expect([await holds(), atStripe()]).toEqual([0, 0])
  })

  test('given up in the end, shown with Stripe’s words, and done when the organiser tries again', async () => {
    const { stripe, intents, runJobs, progress, holds, wait, page, tournament, organiser } = await cancelled()
    stripe.refuseRefunds(intents[0] ?? '', 1000)
    for (let n = 0; n < 25; n++) {
      await runJobs()
      wait(3 * hour)
    }
    const { failed, failures } = await progress()
    expect(failed).toBe(1)
    expect(failures[0]?.refund).toMatchObject({
      status: 'failed',
      error: 'Insufficient funds in your Stripe balance.',
    })
    stripe.mend()
    const path = `/api/tournaments/${tournament}/refunds/${failures[0]?.id}/retry`
    expect((await page(path, { method: 'POST', cookie: organiser.cookie })).status).toBe(200)
    await runJobs()
    expect(await progress()).toMatchObject({ refunded: 3, failed: 0 })
    expect(await holds()).toBe(0)
  }, 30_000)

  test('one that the bank sends back later is shown as failed', async () => {
    const { stripe, intents, runJobs, send, progress } = await cancelled()
    await runJobs()
    stripe.takeEvents()
    stripe.bounceRefund(intents[0] ?? '')
    for (const event of stripe.takeEvents()) await send(event)
    const { refunded, failed, failures } = await progress()
    expect([refunded, failed]).toEqual([2, 1])
    expect(failures[0]?.refund?.error).toContain('expired_or_canceled_card')
  })

  test('a payment that was open when the tournament was cancelled cannot be paid any more', async () => {
    const { stripe, begin, page, tournament, organiser, runJobs } = await setUp()
    const intent = await begin()
    const { cookie } = organiser
    await page(`/api/tournaments/${tournament}`, { method: 'PATCH', json: { status: 'cancelled' }, cookie })
    await runJobs()
    expect(stripe.intent(intent).status).toBe('canceled')
  })
})

describe('reconcilePayments', () => {
  test('finds a payment though browser and messages were lost, and closes what nobody comes back to', async () => {
    const { stripe, begin, holds, deps, wait, rows, stranger } = await setUp()
    const [paid, left] = [await begin(), await begin(stranger.cookie)]
    stripe.pay(paid)
    await reconcilePayments(deps)
    expect(await holds()).toBe(0)
    wait(2 * minute)
    await reconcilePayments(deps)
    expect(await holds()).toBe(2500)
    expect(stripe.intent(left).status).toBe('requires_payment_method')
    wait(25 * hour)
    await reconcilePayments(deps)
    expect(stripe.intent(left).status).toBe('canceled')
    expect((await rows()).map(({ status }) => status)).toEqual(['completed', 'failed'])
  })

  test('asks about a young payment every minute, and about an old one every hour', async () => {
    const { stripe, begin, deps, wait } = await setUp()
    const route = `GET /v1/payment_intents/${await begin()}`
    const asked = async (later: number) => {
      const before = stripe.requests.filter(request => request === route).length
      wait(later)
      await reconcilePayments(deps)
      return stripe.requests.filter(request => request === route).length - before
    }
    expect([await asked(minute / 2), await asked(minute), await asked(minute)]).toEqual([0, 1, 1])
    expect([await asked(20 * hour), await asked(30 * minute), await asked(30 * minute)]).toEqual([1, 0, 1])
  })

  test('asks how a dispute ended whose message was lost, so that a refund does not wait for ever', async () => {
    const { stripe, begin, fund, send, holds, runJobs, page, tournament, organiser, atStripe, deps, wait } =
      await setUp()
    const intents: string[] = []
    for (let n = 0; n < 3; n++) {
      const intent = await begin()
      stripe.pay(intent)
      await fund(intent)
      intents.push(intent)
    }
    const [won = '', lost = '', open = ''] = intents.map(intent => stripe.dispute(intent, 'needs_response'))
    for (const event of stripe.takeEvents()) await send(event)
    const cookie = organiser.cookie
    await page(`/api/tournaments/${tournament}`, { method: 'PATCH', json: { status: 'cancelled' }, cookie })
    await runJobs()
    stripe.dispute(intents[0] ?? '', 'won', won)
    stripe.dispute(intents[1] ?? '', 'lost', lost)
    stripe.takeEvents()
    await reconcilePayments(deps)
    expect(await holds()).toBe(7500)
    wait(hour + minute)
    await reconcilePayments(deps)
    await runJobs()
    // One withdrawn, one refunded, one undecided.
    expect([await holds(), atStripe(), stripe.refunds.size]).toEqual([2500, 5000, 1])
    const asked = () => stripe.requests.filter(route => route === `GET /v1/disputes/${open}`).length
    await reconcilePayments(deps)
    expect(asked()).toBe(1)
    wait(hour)
    await reconcilePayments(deps)
    expect(asked()).toBe(2)
  })

  test('a payment that our row never learned of is closed after its hold', async () => {
    const { begin, db, deps, wait, rows } = await setUp()
    await begin()
    await db.updateTable('fundings').set({ intent_id: null }).execute()
    wait(16 * minute)
    await reconcilePayments(deps)
    expect((await rows())[0]?.status).toBe('failed')
  })
})

describe('withTimeout', () => {
  test('gives up what does not answer, and passes on what does', async () => {
    const never = Promise.withResolvers<string>()
    await expect(withTimeout(1, never.promise)).rejects.toBeInstanceOf(ProviderUnreachable)
    expect(await withTimeout(60_000, Promise.resolve('paid'))).toBe('paid')
    await expect(withTimeout(60_000, Promise.reject(new Error('no')))).rejects.toThrow('no')
  })
})
