import { afterEach, describe, expect, test } from 'bun:test'
import type { RefundProgress } from '#contract/money/funding.ts'
import { fundingTexts as texts } from '#contract/money/funding-texts.ts'
import { ProviderUnreachable } from '#server/money/payments/payment-provider.ts'
import { withTimeout } from '#server/money/payments/with-timeout.ts'
import { makeTestApp, testOrigin } from '../../../../tests/support/app.ts'
import { addSigned } from '../../../../tests/support/factories.ts'
import { makeLiveScene, startDouble, stopDoubles } from '../../../../tests/support/live-scene.ts'
import { kindsTo } from '../../../../tests/support/notifications.ts'
import { changeRows } from '../../../../tests/support/rows.ts'
import { statusAndMessage } from '../../../../tests/support/scene.ts'
import {
  forgetIntents,
  forgetNotifications,
  moveTournament,
  setRaised,
  settleTournament,
  withdrawEntry,
} from '../../../../tests/support/states.ts'
import { reconcilePayments } from './reconcile-payments.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

afterEach(stopDoubles)

describe('POST /api/create-payment-intent, live', () => {
  test('creates a card payment with the funding’s id, the boat and the address', async () => {
    const { stripe, begin, rows, bo, entry } = await makeLiveScene()
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

  test('creates a payment without an address that Stripe refuses', async () => {
    const { stripe, begin, db, bo } = await makeLiveScene()
    await changeRows(db, 'users', { email: 'ann@localhost' }, { id: bo.id })
    expect(stripe.intent(await begin())).toMatchObject({
      receipt_email: null,
      description: expect.any(String),
    })
  })

  test('answers 409 for a remainder that is too small for a card', async () => {
    const { intend, rows, entry, db, bo } = await makeLiveScene()
    await setRaised(db, entry, 100_000 - 49)
    expect(await statusAndMessage(await intend(bo.cookie, 0.49))).toEqual([409, texts.remainderTooSmall])
    expect(await rows()).toEqual([])
    await setRaised(db, entry, 100_000 - 50)
    expect((await intend(bo.cookie, 0.5)).status).toBe(200)
  })

  test('takes no fundings when no card can pay what remains: the page and each answer say so', async () => {
    const { intend, page, entry, db, bo } = await makeLiveScene()
    const read = async () => {
      const { fundingOpen } = await (await page(`/api/tournament-entries/${entry}`)).json()
      const html = await (await page(`/funding/${entry}`, { cookie: bo.cookie })).text()
      return {
        fundingOpen,
        hasForm: html.includes('Fund This Boat'),
        isExplained: html.includes(texts.remainderTooSmall),
      }
    }
    await setRaised(db, entry, 100_000 - 50)
    expect(await read()).toEqual({ fundingOpen: true, hasForm: true, isExplained: false })
    await setRaised(db, entry, 100_000 - 49)
    expect(await read()).toEqual({ fundingOpen: false, hasForm: false, isExplained: true })
    expect(await statusAndMessage(await intend(bo.cookie, 25))).toEqual([409, texts.remainderTooSmall])
  })

  test('works with a server that supports fewer parameters than Stripe', async () => {
    const { stripe, holds, runJobs, wait, makeFunding, cancel } = await makeLiveScene(100_000, 'plain')
    await makeFunding()
    expect(await holds()).toBe(2500)
    await cancel()
    // A plain server ignores idempotency keys.
    stripe.fail('POST /v1/refunds', 'lost', 3)
    for (let n = 0; n < 3; n++) {
      await runJobs()
      wait(hour)
    }
    expect(await holds()).toBe(0)
    expect(stripe.refunds.size).toBe(1)
  })

  test('answers 503 while Stripe is down: no charge, no hold and no test payment', async () => {
    const { stripe, intend, rows } = await makeLiveScene()
    stripe.fail('POST /v1/payment_intents', '503', 9)
    const response = await intend()
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(await response.json()).toEqual({ message: texts.unreachable, error: 'unavailable' })
    expect((await rows()).map(({ status }) => status)).toEqual(['failed'])
    stripe.mend()
    expect((await intend()).status).toBe(200)
  })

  test('creates one payment when Stripe’s answer is lost twice', async () => {
    const { stripe, begin } = await makeLiveScene()
    stripe.fail('POST /v1/payment_intents', 'lost', 2)
    await begin()
    expect(stripe.intents.size).toBe(1)
  })
})

describe('POST /api/funding, live', () => {
  test('answers 400 for a test payment’s id, and 409 for an unknown payment', async () => {
    const { fund, holds } = await makeLiveScene()
    expect((await fund('pi_mock_1')).status).toBe(400)
    expect((await fund('pi_unknown')).status).toBe(409)
    expect(await holds()).toBe(0)
  })

  test('answers 402 while the payment is unpaid, declined or awaits authentication', async () => {
    const { stripe, begin, fund, holds } = await makeLiveScene()
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

  test('answers 409 for the payment of another account, entry or amount, without details', async () => {
    const { fund, holds, stranger, bo, tournament, db, makePayment } = await makeLiveScene()
    const { addEntry } = await import('../../../../tests/support/factories.ts')
    const other = await addEntry(db, { tournament_id: tournament })
    const intent = await makePayment()
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
    ['it was made for another account', { metadata: { user: 'another' } }],
    ['it was made with a live key', { livemode: true }],
  ] as const)
    test(`answers 409 when ${what}`, async () => {
      const { stripe, begin, fund, holds } = await makeLiveScene()
      const intent = await begin()
      Object.assign(stripe.pay(intent), change)
      expect((await fund(intent)).status).toBe(409)
      expect(await holds()).toBe(0)
    })

  for (const words of ['all', 'plain'] as const)
    test(`answers 409 when it was refunded meanwhile, although the provider reports succeeded (${words})`, async () => {
      const { stripe, fund, holds, stranger, makePayment } = await makeLiveScene(100_000, words)
      const other = await makePayment(stranger.cookie)
      const intent = await makePayment()
      stripe.refundByHand(intent)
      const response = await fund(intent)
      expect(response.status).toBe(409)
      expect((await response.json()).message).toBe(texts.wentBack)
      expect(await holds()).toBe(0)
      expect((await fund(other, stranger.cookie)).status).toBe(201)
    })

  test('answers 409 for a boat that was withdrawn meanwhile, names that, and refunds the payment', async () => {
    const { fund, holds, atStripe, db, entry, runJobs, state, makePayment } = await makeLiveScene()
    const intent = await makePayment()
    await withdrawEntry(db, entry)
    const message =
      'The boat was withdrawn from the tournament. The full amount is being refunded to your card.'
    expect(await (await fund(intent)).json()).toMatchObject({ error: 'conflict', message })
    expect(await state(intent)).toMatchObject({ state: 'refunding', message })
    await runJobs()
    expect([await holds(), atStripe()]).toEqual([0, 0])
  })

  test('records a payment once, although twenty requests and the webhook report it concurrently', async () => {
    const { stripe, fund, send, holds, atStripe, makePayment } = await makeLiveScene()
    const intent = await makePayment()
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

  test('answers 503 while Stripe is down and says that the payment is safe; reconciliation records it', async () => {
    const { stripe, fund, holds, state, deps, wait, makePayment, fundingsOf } = await makeLiveScene()
    const intent = await makePayment()
    stripe.fail('GET /v1/payment_intents', '503', 99)
    const answer = await fund(intent)
    expect(answer.status).toBe(503)
    expect((await answer.json()).message).toStartWith('Your payment is safe; we are checking it')
    expect(await state(intent)).toMatchObject({ state: 'checking' })
    expect((await fundingsOf())[0]).toMatchObject({ status: 'pending', amount: '25.00' })
    stripe.mend()
    wait(2 * minute)
    await reconcilePayments(deps)
    expect(await holds()).toBe(2500)
  }, 15_000)

  test('answers 503 while the provider is processing, without asking for another payment', async () => {
    const { stripe, begin, fund, holds, state } = await makeLiveScene()
    const intent = await begin()
    stripe.intent(intent).status = 'processing'
    const answer = await fund(intent)
    expect([answer.status, (await answer.json()).message]).toEqual([503, texts.checking])
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(await state(intent)).toMatchObject({ state: 'checking', message: texts.checking })
    stripe.pay(intent)
    expect((await fund(intent)).status).toBe(201)
    expect(await holds()).toBe(2500)
  })

  test('answers 409 to a payment that is too late, and refunds it', async () => {
    const { stripe, begin, fund, holds, atStripe, stranger, wait, runJobs, fundingsOf } =
      await makeLiveScene(2500)
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
    expect((await fundingsOf())[0]).toMatchObject({ status: 'refunded', refund: { status: 'done' } })
    expect((await fund(first)).status).toBe(200)
  })

  test('records a payment made before the end and reported after it, unless results are confirmed', async () => {
    const { stripe, begin, fund, holds, db, wait, organiser, tournament, stranger } = await makeLiveScene()
    const [first, second] = [await begin(), await begin(stranger.cookie)]
    stripe.pay(first)
    stripe.pay(second)
    await moveTournament(db, { ends_at: Date.now() + 2000 })
    wait(10_000)
    expect((await fund(first)).status).toBe(201)
    await settleTournament(db, tournament, organiser.id)
    expect((await fund(second, stranger.cookie)).status).toBe(409)
    expect(await holds()).toBe(2500)
  })

  test('concurrent payments for the last $100 meet the goal exactly; the others are refunded', async () => {
    const { stripe, begin, fund, holds, atStripe, db, wait, runJobs } = await makeLiveScene(10_000)
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

  test('answers with what is left of a payment that a bank took back before it was recorded', async () => {
    for (const [lost, shown] of [
      [2500, { amount: '25.00', status: 'refunded', tournament_entry: { current_funding: '0.00' } }],
      [1000, { amount: '15.00', status: 'completed', tournament_entry: { current_funding: '15.00' } }],
    ] as const) {
      const { stripe, makePayment, fund, fundingsOf } = await makeLiveScene()
      const intent = await makePayment()
      stripe.dispute(intent, 'lost', undefined, lost)
      expect(await (await fund(intent)).json()).toMatchObject(shown)
      expect(await fundingsOf()).toMatchObject([shown])
    }
  })

  test('a paid payment without an entry is being checked, then refunded: nothing asks to pay again', async () => {
    const { stripe, begin, state, bo, deps, wait, runJobs } = await makeLiveScene()
    const intent = await begin(bo.cookie, 25, {})
    expect(await state(intent)).toMatchObject({ state: 'unpaid' })
    stripe.pay(intent)
    const isChecking = { state: 'checking', message: texts.checking, entryId: null, funding: null }
    expect(await state(intent)).toEqual(isChecking)
    wait(2 * hour)
    await reconcilePayments(deps)
    await runJobs()
    expect(await state(intent)).toMatchObject({ state: 'refunding', message: texts.wentBack })
  })

  test('a payment without an entry gets it from the POST, and is refunded without one', async () => {
    const { stripe, begin, fund, holds, atStripe, bo, deps, wait, runJobs } = await makeLiveScene()
    const [withEntry, withoutEntry] = [await begin(bo.cookie, 25, {}), await begin(bo.cookie, 25, {})]
    stripe.pay(withEntry)
    stripe.pay(withoutEntry)
    expect((await fund(withEntry)).status).toBe(201)
    wait(2 * hour)
    await reconcilePayments(deps)
    await runJobs()
    await reconcilePayments(deps)
    expect(await holds()).toBe(2500)
    expect(atStripe()).toBe(2500)
  })
})

describe('POST /api/stripe/webhook', () => {
  test('answers 404 with test payments', async () => {
    const { app } = await makeTestApp()
    const answer = await app.request(`${testOrigin}/api/stripe/webhook`, { method: 'POST', body: '{}' })
    expect(answer.status).toBe(404)
  })

  test('answers 400 to forgeries and stores nothing', async () => {
    const { logs, deps, stripe, begin, send, holds, db } = await makeLiveScene()
    const intent = stripe.pay(await begin())
    const now = Math.floor(Date.now() / 1000)
    const real = stripe.makeEvent('payment_intent.succeeded', intent)
    const { body, signature } = real
    const [, t = '', v1 = ''] = /^t=(\d+),v1=(\w+)$/.exec(signature) ?? []
    const forgeries = [
      '',
      'nonsense',
      `t=${t}`,
      `v1=${v1}`,
      `t=${t},v1=${'0'.repeat(64)}`,
      `t=${t},v0=${v1}`,
      stripe.sign(body, now, 'whsec_other'),
      stripe.sign(body, now - 301),
      stripe.sign(body, now + 600),
      `t=${now},${stripe.sign(body, now + 600)}`,
      // Stripe's library reads these times as numbers.
      `t=${now},${stripe.sign(body, 9_999_999_999_999)}`,
      `t=${now},${stripe.sign(body, now + 600).replace(',', 'x,')}`,
      `t=${now},${stripe.sign(body, now + 600).replace(',', ' ,')}`,
      stripe.sign(`${body} `),
    ]
    for (const each of forgeries) expect((await send({ body, signature: each })).status).toBe(400)
    for (const nothing of ['', 'null', '[]', '{}', '{"id":"evt_1","type":"charge.refunded","data":{}}'])
      expect((await send({ body: nothing, signature: stripe.sign(nothing) })).status).toBe(400)
    const otherBody = body.replace(intent.id, 'pi_other')
    expect((await send({ body: otherBody, signature })).status).toBe(400)
    expect(await db.selectFrom('webhook_events').select('id').execute()).toEqual([])
    expect(await db.selectFrom('last_webhooks').select('mode').execute()).toEqual([])
    // However many: one line and one row.
    expect(logs.filter(({ message }) => String(message).startsWith('Refused a webhook'))).toHaveLength(1)
    expect(await db.selectFrom('refused_webhooks').select(['mode', 'reason']).execute()).toEqual([
      { mode: 'sandbox', reason: 'signed without a valid time' },
    ])
    expect(deps.metrics.text()).toContain(`reelstake_refused_webhooks_total ${forgeries.length + 6}\n`)
    expect(await holds()).toBe(0)
    expect((await send(real)).status).toBe(200)
    expect(await holds()).toBe(2500)
  })

  test('answers 200 while the site is locked, whatever cookie comes along, for unknown types, for payments of other systems and without an id', async () => {
    const stripe = startDouble()
    const { app, db } = await makeTestApp({ ...stripe.env, SITE_GATE: 'on' })
    const { cookie } = await addSigned(db)
    for (const event of [
      stripe.makeEvent('customer.created', { id: 'cus_1', object: 'customer' }),
      stripe.makeEvent('payment_intent.succeeded', { id: 'pi_foreign', metadata: {} }),
      stripe.makeEvent('payment_intent.succeeded', { object: 'payment_intent' }),
    ]) {
      const { body, signature } = event
      const signatureHeader = { 'stripe-signature': signature }
      for (const headers of [
        signatureHeader,
        { ...signatureHeader, cookie, origin: 'https://elsewhere.example' },
      ]) {
        const answer = await app.request(`${testOrigin}/api/stripe/webhook`, {
          method: 'POST',
          body,
          headers,
        })
        expect(answer.status).toBe(200)
      }
    }
  })

  test('records a payment without the browser', async () => {
    const { holds, state, makePayment, deliver } = await makeLiveScene()
    const intent = await makePayment()
    await deliver()
    expect(await holds()).toBe(2500)
    expect(await state(intent)).toMatchObject({ state: 'recorded', funding: { status: 'completed' } })
  })

  test('before the browser, which then adds its message, once', async () => {
    const { makePayment, deliver, fund, fundingsOf, bo, entry } = await makeLiveScene()
    const intent = await makePayment()
    await deliver()
    for (const message of ['Tight lines!', 'Another']) {
      const response = await fund(intent, bo.cookie, '25.00', entry, { message })
      expect([response.status, (await response.json()).message]).toEqual([200, 'Tight lines!'])
    }
    expect(await fundingsOf()).toMatchObject([{ status: 'completed', message: 'Tight lines!' }])
  })

  test('before the browser: the captain is told of its message once, and reminded of it', async () => {
    const { testApp, makePayment, deliver, fund, bo, entry, captain, wait } = await makeLiveScene()
    const send = async (intent: string, message: string) => {
      for (let n = 0; n < 2; n++)
        expect((await fund(intent, bo.cookie, '25.00', entry, { message })).status).toBe(200)
    }
    const intentOfOneMoment = await makePayment()
    await deliver()
    await send(intentOfOneMoment, 'Good luck')
    expect((await kindsTo(testApp, captain.id)).toSorted()).toEqual(['message', 'new_backer'])
    await forgetNotifications(testApp.db)
    const intent = await makePayment()
    await deliver()
    expect(await kindsTo(testApp, captain.id)).toEqual(['new_backer'])
    await send(intent, 'Tight lines!')
    expect(await kindsTo(testApp, captain.id)).toEqual(['new_backer', 'message'])
    wait(day + hour)
    const reminders = ['reply_needed', 'reply_needed'] as const
    expect(await kindsTo(testApp, captain.id)).toEqual(['new_backer', 'message', ...reminders])
  })

  test('accepts events in any order and twice: a late failure does not change a recorded payment', async () => {
    const { stripe, begin, send, holds, atStripe } = await makeLiveScene()
    const intent = await begin()
    stripe.pay(intent, 'declined')
    stripe.pay(intent)
    const events = stripe.takeEvents()
    for (const event of [...events.toReversed(), ...events]) expect((await send(event)).status).toBe(200)
    expect(await holds()).toBe(2500)
    expect(atStripe()).toBe(2500)
  })

  test('finds a payment by its metadata when its id was not stored', async () => {
    const { stripe, begin, holds, db, deliver } = await makeLiveScene()
    stripe.pay(await begin())
    await forgetIntents(db)
    await deliver()
    expect(await holds()).toBe(2500)
  })

  test('answers 503 while Stripe is unreachable, and processes the same event later', async () => {
    const { stripe, begin, send, holds } = await makeLiveScene()
    stripe.pay(await begin())
    const [event] = stripe.takeEvents()
    if (!event) throw new Error('nothing was told')
    stripe.fail('GET /v1/payment_intents', '503', 3)
    expect((await send(event)).status).toBe(503)
    expect(await holds()).toBe(0)
    expect((await send(event)).status).toBe(200)
    expect(await holds()).toBe(2500)
  }, 15_000)

  test('a refund in Stripe’s dashboard lowers the entry’s funding', async () => {
    const { stripe, holds, makeFunding, deliver } = await makeLiveScene()
    const intent = await makeFunding()
    stripe.refundByHand(intent)
    await deliver()
    expect(await holds()).toBe(0)
  })

  test('handles an event that names only the charge', async () => {
    const { stripe, send, holds, makeFunding } = await makeLiveScene()
    const [first, second] = [await makeFunding(), await makeFunding()]
    stripe.refundByHand(first)
    stripe.takeEvents()
    const { charge } = stripe.intent(first)
    await send(stripe.makeEvent('charge.refunded', { object: 'charge', id: charge?.id }))
    expect(await holds()).toBe(2500)
    const dispute = { object: 'dispute', id: 'dp_1', amount: 2500, status: 'lost', reason: 'fraudulent' }
    const of = stripe.intent(second).charge?.id
    await send(stripe.makeEvent('charge.dispute.closed', { ...dispute, charge: of }))
    expect(await holds()).toBe(0)
    await send(stripe.makeEvent('charge.refunded', { object: 'charge', id: 'ch_of_nobody' }))
    expect(await holds()).toBe(0)
  })

  test('a lost dispute withdraws the money once, without a refund', async () => {
    const { stripe, holds, runJobs, page, tournament, organiser, rows, makeFunding, deliver, cancel } =
      await makeLiveScene()
    const intent = await makeFunding()
    const id = stripe.dispute(intent, 'needs_response')
    await deliver()
    const cookie = organiser.cookie
    const list = await (await page(`/api/tournaments/${tournament}/fundings`, { cookie })).json()
    expect(list[0].disputed).toBe(true)
    await cancel()
    await runJobs()
    expect(stripe.refunds.size).toBe(0)
    expect(await holds()).toBe(2500)
    stripe.dispute(intent, 'lost', id)
    await deliver()
    stripe.dispute(intent, 'needs_response', id)
    await deliver()
    await runJobs()
    expect(await holds()).toBe(0)
    expect(stripe.refunds.size).toBe(0)
    expect((await rows())[0]).toMatchObject({ status: 'refunded', refund_reason: 'dispute' })
  })

  test('a won dispute resumes a waiting refund', async () => {
    const { stripe, holds, runJobs, atStripe, makeFunding, deliver, cancel } = await makeLiveScene()
    const intent = await makeFunding()
    const id = stripe.dispute(intent, 'needs_response')
    await deliver()
    await cancel()
    await runJobs()
    expect(await holds()).toBe(2500)
    stripe.dispute(intent, 'won', id)
    await deliver()
    await runJobs()
    expect([await holds(), atStripe()]).toEqual([0, 0])
  })
})

describe('refunds, live', () => {
  async function makeCancelledScene() {
    const all = await makeLiveScene()
    const intents = [await all.makeFunding(), await all.makeFunding(), await all.makeFunding()]
    await all.cancel()
    const { cookie } = all.organiser
    const progress = async (): Promise<RefundProgress> =>
      (await all.page(`/api/tournaments/${all.tournament}/refunds`, { cookie })).json()
    return { ...all, intents, progress }
  }

  test('are made once at Stripe, although answers are lost and the webhook reports them too', async () => {
    const { stripe, runJobs, progress, holds, atStripe, wait, deliver } = await makeCancelledScene()
    stripe.fail('POST /v1/refunds', 'lost', 6)
    for (let n = 0; n < 4; n++) {
      await runJobs()
      wait(hour)
    }
    await deliver()
    expect(await progress()).toMatchObject({ total: 3, refunded: 3, pending: 0, failed: 0 })
    expect(stripe.refunds.size).toBe(3)
    expect([await holds(), atStripe()]).toEqual([0, 0])
  }, 30_000)

  test('are retried with another key after a refusal, which the organiser sees', async () => {
    const { stripe, intents, runJobs, progress, holds, atStripe, wait } = await makeCancelledScene()
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

  test('fail for good after many refusals, with Stripe’s message, until the organiser retries', async () => {
    const { stripe, intents, runJobs, progress, holds, wait, page, tournament, organiser } =
      await makeCancelledScene()
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

  test('are shown as failed when the bank returns them later', async () => {
    const { stripe, intents, runJobs, progress, deliver } = await makeCancelledScene()
    await runJobs()
    stripe.takeEvents()
    stripe.bounceRefund(intents[0] ?? '')
    await deliver()
    const { refunded, failed, failures } = await progress()
    expect([refunded, failed]).toEqual([2, 1])
    expect(failures[0]?.refund?.error).toContain('expired_or_canceled_card')
  })

  test('cancel the open payments of a cancelled tournament', async () => {
    const { stripe, begin, runJobs, cancel } = await makeLiveScene()
    const intent = await begin()
    await cancel()
    await runJobs()
    expect(stripe.intent(intent).status).toBe('canceled')
  })
})

describe('reconcilePayments', () => {
  test('finds a payment without browser and webhook, and cancels abandoned payments', async () => {
    const { stripe, begin, holds, deps, wait, rows, stranger, makePayment } = await makeLiveScene()
    await makePayment()
    const intent = await begin(stranger.cookie)
    await reconcilePayments(deps)
    expect(await holds()).toBe(0)
    wait(2 * minute)
    await reconcilePayments(deps)
    expect(await holds()).toBe(2500)
    expect(stripe.intent(intent).status).toBe('requires_payment_method')
    wait(25 * hour)
    await reconcilePayments(deps)
    expect(stripe.intent(intent).status).toBe('canceled')
    expect((await rows()).map(({ status }) => status)).toEqual(['completed', 'failed'])
  })

  test('finds the others while the provider answers nothing about one of them', async () => {
    const { stripe, holds, deps, wait, stranger, makePayment } = await makeLiveScene()
    wait(0)
    const first = await makePayment()
    wait(1000)
    await makePayment(stranger.cookie)
    wait(2 * minute)
    stripe.fail(`GET /v1/payment_intents/${first}`, '503', 1000)
    await reconcilePayments(deps)
    await reconcilePayments(deps)
    expect(await holds()).toBe(2500)
  })

  test('learns of the other decisions while the provider answers nothing about one dispute', async () => {
    const { stripe, db, deps, wait, makeFunding, deliver } = await makeLiveScene()
    wait(0)
    const intents = [await makeFunding(), await makeFunding()]
    const ids: string[] = []
    for (const intent of intents) {
      ids.push(stripe.dispute(intent, 'needs_response'))
      await deliver()
      wait(1000)
    }
    intents.forEach((intent, index) => void stripe.dispute(intent, 'won', ids[index]))
    stripe.takeEvents()
    wait(2 * hour)
    stripe.fail(`GET /v1/disputes/${ids[0]}`, '503', 1000)
    await reconcilePayments(deps)
    await reconcilePayments(deps)
    const rows = await db.selectFrom('disputes').select('status').orderBy('created_at').execute()
    expect(rows.map(({ status }) => status)).toEqual(['open', 'won'])
  })

  test('checks a recent payment every minute, and an old one every hour', async () => {
    const { stripe, begin, deps, wait } = await makeLiveScene()
    const route = `GET /v1/payment_intents/${await begin()}`
    const requestsAfter = async (later: number) => {
      const before = stripe.requests.filter(request => request === route).length
      wait(later)
      await reconcilePayments(deps)
      return stripe.requests.filter(request => request === route).length - before
    }
    expect([
      await requestsAfter(minute / 2),
      await requestsAfter(minute),
      await requestsAfter(minute),
    ]).toEqual([0, 1, 1])
    expect([
      await requestsAfter(20 * hour),
      await requestsAfter(30 * minute),
      await requestsAfter(30 * minute),
    ]).toEqual([1, 0, 1])
  })

  test('checks open disputes, so that a lost event does not block a refund', async () => {
    const { stripe, holds, runJobs, atStripe, deps, wait, makeFunding, deliver, cancel } =
      await makeLiveScene()
    const intents = [await makeFunding(), await makeFunding(), await makeFunding()]
    const [wonId = '', lostId = '', openId = ''] = intents.map(intent =>
      stripe.dispute(intent, 'needs_response'),
    )
    await deliver()
    await cancel()
    await runJobs()
    stripe.dispute(intents[0] ?? '', 'won', wonId)
    stripe.dispute(intents[1] ?? '', 'lost', lostId)
    stripe.takeEvents()
    await reconcilePayments(deps)
    expect(await holds()).toBe(7500)
    wait(hour + minute)
    await reconcilePayments(deps)
    await runJobs()
    // One withdrawn, one refunded, one undecided.
    expect([await holds(), atStripe(), stripe.refunds.size]).toEqual([2500, 5000, 1])
    const countRequests = () => stripe.requests.filter(route => route === `GET /v1/disputes/${openId}`).length
    await reconcilePayments(deps)
    expect(countRequests()).toBe(1)
    wait(hour)
    await reconcilePayments(deps)
    expect(countRequests()).toBe(2)
  })

  test('fails a funding without a payment id after its hold', async () => {
    const { begin, db, deps, wait, rows } = await makeLiveScene()
    await begin()
    await forgetIntents(db)
    wait(16 * minute)
    await reconcilePayments(deps)
    expect((await rows())[0]?.status).toBe('failed')
  })
})

describe('withTimeout', () => {
  test('rejects after the timeout, and otherwise returns the result', async () => {
    const never = Promise.withResolvers<string>()
    await expect(withTimeout(1, never.promise)).rejects.toBeInstanceOf(ProviderUnreachable)
    expect(await withTimeout(60_000, Promise.resolve('paid'))).toBe('paid')
    await expect(withTimeout(60_000, Promise.reject(new Error('no')))).rejects.toThrow('no')
  })
})
