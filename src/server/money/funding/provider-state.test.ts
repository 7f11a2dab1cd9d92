import { afterEach, describe, expect, test } from 'bun:test'
import type { AdminPayments } from '#contract/site/admin.ts'
import { inTransaction } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { type PaymentProvider, ProviderUnreachable } from '#server/money/payments/payment-provider.ts'
import { listOpenJobs, retryJob, sweepJobs } from '#server/queue/queue.queries.ts'
import { readChecklist } from '#server/site/admin/index.ts'
import { addOwner, emailOf } from '../../../../tests/support/factories.ts'
import { makeLiveScene, stopDoubles } from '../../../../tests/support/live-scene.ts'
import { addRows, changeRows } from '../../../../tests/support/rows.ts'
import { removeJobs } from '../../../../tests/support/states.ts'
import { pollEvents } from './poll-events.ts'
import { reconcilePayments } from './reconcile-payments.ts'
import { retryRefund } from './refund-jobs.ts'
import { countFailedRefunds } from './site-fundings.queries.ts'
import { countUnknownPayments } from './unknown-payments.queries.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

afterEach(stopDoubles)

/** Both clocks agree. */
async function setUp(words?: 'all' | 'plain') {
  const all = await makeLiveScene(100_000, words)
  const { stripe, deps, page, organiser, tournament } = all
  stripe.now = () => Math.floor(deps.now() / 1000)
  all.wait(0)
  const intent = await all.makeFunding()
  const path = `/api/tournaments/${tournament}`
  const { cookie } = organiser
  const progress = async () => (await page(`${path}/refunds`, { cookie })).json()
  const retry = async () =>
    page(`${path}/refunds/${(await all.rows())[0]?.id}/retry`, { method: 'POST', cookie })
  const lose = () => void stripe.takeEvents()
  return { ...all, intent, progress, retry, lose }
}

function intercept(
  deps: Pick<Deps, 'payments'>,
  change: (real: PaymentProvider) => Partial<PaymentProvider>,
) {
  const real = deps.payments
  deps.payments = { ...real, ...change(real) }
}

describe('reconciliation never refunds a payment that was just counted', () => {
  /** Due for its refund. */
  async function setUpWithoutEntry() {
    const all = await makeLiveScene()
    const intent = await all.makePayment(all.bo.cookie, 25, {})
    all.wait(2 * hour)
    return { ...all, intent }
  }

  test('when its backer names the boat before the provider has answered', async () => {
    const { deps, intent, fund, holds, atStripe, runJobs, stripe } = await setUpWithoutEntry()
    let status = 0
    intercept(deps, real => ({
      find: async id => {
        const payment = await real.find(id)
        if (status++ === 0) status = (await fund(intent)).status
        return payment
      },
    }))
    await reconcilePayments(deps)
    await runJobs()
    expect(status).toBeGreaterThanOrEqual(201)
    expect([await holds(), atStripe(), stripe.refunds.size]).toEqual([2500, 2500, 0])
  })

  test('answers 409 and refunds once when its backer names the boat after the refund was requested', async () => {
    const { deps, intent, fund, holds, atStripe, runJobs, stripe, rows } = await setUpWithoutEntry()
    await reconcilePayments(deps)
    const answer = await fund(intent)
    expect([answer.status, stripe.refunds.size]).toEqual([409, 0])
    await runJobs()
    await reconcilePayments(deps)
    await runJobs()
    expect((await fund(intent)).status).toBe(409)
    expect([await holds(), atStripe(), stripe.refunds.size]).toEqual([0, 0, 1])
    expect((await rows())[0]).toMatchObject({ status: 'failed', refunded_at: expect.any(Number) })
  })

  test('discards an answer older than the stored state', async () => {
    const { deps, stripe, fund, holds, atStripe, deliver, makePayment } = await setUp()
    const intent = await makePayment()
    let first = true
    intercept(deps, real => ({
      find: async id => {
        const payment = await real.find(id)
        if (id !== intent || !first) return payment
        first = false
        // The refund is recorded before this answer arrives.
        stripe.refundByHand(intent)
        await deliver()
        return payment
      },
    }))
    expect((await fund(intent)).status).toBe(409)
    expect([await holds(), atStripe()]).toEqual([2500, 2500])
  })
})

describe('a lost event is recovered within an hour', () => {
  for (const words of ['all', 'plain'] as const)
    describe(
      words === 'all'
        ? 'in the list of events'
        : 'by checking payments, for a provider without a list of events',
      () => {
        async function setUpPolled() {
          const all = await setUp(words)
          await all.deliver()
          await pollEvents(all.deps)
          const read = async () => {
            await pollEvents(all.deps)
            await all.runJobs()
          }
          return { ...all, read }
        }

        test('charge.refunded', async () => {
          const { stripe, intent, lose, read, wait, holds, rows } = await setUpPolled()
          stripe.refundByHand(intent)
          lose()
          wait(59 * minute)
          await read()
          expect(await holds()).toBe(2500)
          wait(minute)
          await read()
          expect(await holds()).toBe(0)
          expect((await rows())[0]).toMatchObject({ status: 'refunded', refund_reason: 'provider' })
        })

        test('refund.failed', async () => {
          const { stripe, intent, cancel, lose, read, wait, progress, runJobs } = await setUpPolled()
          await cancel()
          await runJobs()
          expect(await progress()).toMatchObject({ refunded: 1, failed: 0 })
          stripe.bounceRefund(intent)
          lose()
          wait(hour)
          await read()
          const { refunded, failed, failures } = await progress()
          expect([refunded, failed]).toEqual([0, 1])
          expect(failures[0].refund.error).toContain('expired_or_canceled_card')
        })
      },
    )

  test('charge.dispute.created, so that its share is frozen', async () => {
    const { stripe, intent, lose, wait, deps, db, deliver } = await setUp()
    await deliver()
    await pollEvents(deps)
    stripe.dispute(intent, 'needs_response')
    lose()
    wait(hour)
    await pollEvents(deps)
    expect(await db.selectFrom('disputes').select('status').execute()).toEqual([{ status: 'open' }])
  })

  test('by the first poll after a week of downtime', async () => {
    const { stripe, intent, lose, wait, deps, holds, deliver } = await setUp()
    await deliver()
    await pollEvents(deps)
    wait(minute)
    stripe.refundByHand(intent)
    lose()
    wait(7 * day)
    await pollEvents(deps)
    expect(await holds()).toBe(0)
  })

  test('a restart within the hour sends no request', async () => {
    const { stripe, wait, deps } = await setUp()
    await pollEvents(deps)
    const before = stripe.requests.length
    wait(59 * minute)
    await pollEvents(deps)
    expect(stripe.requests.length).toBe(before)
  })

  test('by checking each funding, when it is older than the list of events', async () => {
    const { stripe, intent, lose, wait, deps, holds, deliver } = await setUp()
    await deliver()
    await pollEvents(deps)
    wait(minute)
    stripe.refundByHand(intent)
    lose()
    stripe.history.length = 0
    wait(40 * day)
    await pollEvents(deps)
    expect(await holds()).toBe(0)
  })

  test('after a stop within a list that the provider has deleted since', async () => {
    const { stripe, intent, wait, deps, holds, db, deliver, lose } = await setUp()
    await deliver()
    await pollEvents(deps)
    const stop = { reading_until: deps.now(), reading_after: 'evt_forgotten' }
    await changeRows(db, 'provider_reads', stop)
    wait(40 * day)
    stripe.refundByHand(intent)
    lose()
    await pollEvents(deps)
    expect(await holds()).toBe(0)
  })

  test('in bounded polls: the next one continues a long list', async () => {
    const { stripe, intent, wait, deps, holds, db } = await setUp()
    await pollEvents(deps)
    wait(minute)
    stripe.refundByHand(intent)
    wait(minute)
    const now = stripe.now()
    for (let n = 0; n < 2500; n++)
      stripe.history.push({
        ...stripe.makeEvent('payment_intent.canceled', { id: `pi_${n}` }),
        created: now,
      })
    // Other sites' events cause no requests.
    await addRows(
      db,
      'webhook_events',
      ...stripe.history
        .map(({ id, type }) => ({ id, type, received_at: 1 }))
        .filter(({ type }) => type === 'payment_intent.canceled'),
    )
    wait(hour)
    const lists = () => stripe.requests.filter(route => route === 'GET /v1/events').length
    const before = lists()
    await pollEvents(deps)
    expect([lists() - before, await holds()]).toEqual([20, 2500])
    await pollEvents(deps)
    expect([lists() - before, await holds()]).toEqual([26, 0])
    await pollEvents(deps)
    expect(lists() - before).toBe(26)
  })

  test('by checking each funding, when the server answers the list with an HTML error', async () => {
    const { stripe, intent, wait, deps, holds, lose } = await setUp()
    stripe.fail('GET /v1/events', 'no route', 10)
    await pollEvents(deps)
    stripe.refundByHand(intent)
    lose()
    wait(hour)
    await pollEvents(deps)
    expect(await holds()).toBe(0)
  })

  test('by the next poll, when the provider was unreachable', async () => {
    const { stripe, intent, wait, deps, holds, lose, logs } = await setUp()
    await pollEvents(deps)
    stripe.refundByHand(intent)
    lose()
    wait(hour)
    stripe.fail('GET /v1/events', '503', 3)
    await pollEvents(deps)
    expect(logs.some(({ message }) => message === 'the payment provider does not answer')).toBe(true)
    stripe.mend()
    await pollEvents(deps)
    expect(await holds()).toBe(0)
  }, 15_000)
})

describe('a payment for which the provider keeps failing', () => {
  /** Two payments that the bank returned; the webhooks are lost, and the provider fails for the first. */
  async function setUpFailing() {
    const all = await setUp()
    const { stripe, deps, intent, makePayment, fund, stranger, deliver, lose, wait } = all
    const other = await makePayment(stranger.cookie)
    expect((await fund(other, stranger.cookie)).status).toBe(201)
    await deliver()
    await pollEvents(deps)
    wait(minute)
    for (const each of [other, intent]) stripe.refundByHand(each)
    lose()
    intercept(deps, real => ({
      find: id =>
        id === intent && isFailing ? Promise.reject(new ProviderUnreachable('500')) : real.find(id),
    }))
    let isFailing = true
    const mend = () => {
      isFailing = false
    }
    const jobs = async () =>
      (await listOpenJobs(all.db)).filter(({ kind }) => kind === 'sync-payment').map(({ state }) => state)
    return { ...all, mend, jobs }
  }

  test.each([
    ['in the list of events', hour],
    ['when fundings are checked singly', 40 * day],
  ] as const)('%s holds up no other, is tried again, and is a job that the operator sees', async (_, ms) => {
    const { deps, wait, holds, jobs, mend, runJobs, stripe } = await setUpFailing()
    if (ms > hour) stripe.history.length = 0
    wait(ms)
    expect(await holds()).toBe(5000)
    await pollEvents(deps)
    await pollEvents(deps)
    expect([await holds(), await jobs()]).toEqual([2500, ['waiting']])
    for (let n = 0; n < 20; n++) {
      wait(2 * hour)
      await runJobs()
    }
    expect([await holds(), await jobs()]).toEqual([2500, ['failed']])
    mend()
    await inTransaction(deps.db, async trx => {
      for (const { kind, subject } of await listOpenJobs(trx)) await retryJob(trx, kind, subject, deps.now())
    })
    await runJobs()
    expect([await holds(), await jobs()]).toEqual([0, []])
  })

  test('and that this site doesn’t know is stored for the operator', async () => {
    const { stripe, deps, wait, lose } = await setUp()
    await pollEvents(deps)
    wait(minute)
    stripe.addPaid('pi_shop', 900, {})
    lose()
    wait(hour)
    intercept(deps, () => ({ find: () => Promise.reject(new ProviderUnreachable('500')) }))
    await pollEvents(deps)
    await pollEvents(deps)
    expect(await countUnknownPayments(deps.db)).toBe(1)
  })
})

describe('a pending refund', () => {
  for (const begins of ['pending', 'requires_action'] as const)
    test(`(${begins}) still counts, sends no mail and causes no second refund until it has succeeded`, async () => {
      const { stripe, cancel, runJobs, holds, progress, fundingsOf, deliver, mails, sendMails, deps, wait } =
        await setUp()
      stripe.refundsBegin = begins
      await cancel()
      await runJobs()
      await deliver()
      await reconcilePayments(deps)
      await runJobs()
      await sendMails()
      expect(await holds()).toBe(2500)
      expect(await progress()).toMatchObject({ refunded: 0, pending: 1, failed: 0 })
      expect((await fundingsOf())[0]).toMatchObject({ status: 'completed', refund: { status: 'pending' } })
      expect(mails.map(({ subject }) => subject)).not.toContain('Refunded: $25 for Reel Deal')
      wait(2 * day)
      stripe.settleRefunds()
      await deliver()
      await sendMails()
      expect([await holds(), stripe.refunds.size]).toEqual([0, 1])
      expect(await progress()).toMatchObject({ refunded: 1, pending: 0 })
      expect(mails.map(({ subject }) => subject)).toContain('Refunded: $25 for Reel Deal')
    })

  for (const end of ['failed', 'canceled'] as const)
    test(`that becomes ${end} is shown to the organiser, whose retry refunds the money`, async () => {
      const { stripe, intent, cancel, runJobs, holds, atStripe, progress, deliver, retry } = await setUp()
      stripe.refundsBegin = 'pending'
      await cancel()
      await runJobs()
      expect((await retry()).status).toBe(409)
      stripe.bounceRefund(intent, end)
      await deliver()
      expect(await progress()).toMatchObject({ refunded: 0, pending: 0, failed: 1 })
      expect([await holds(), atStripe()]).toEqual([2500, 2500])
      stripe.refundsBegin = 'succeeded'
      expect((await retry()).status).toBe(200)
      await runJobs()
      expect(await progress()).toMatchObject({ refunded: 1, failed: 0 })
      expect([await holds(), atStripe()]).toEqual([0, 0])
    })

  test('made in the dashboard before the payment was recorded: the payment counts when the bank returns the refund', async () => {
    const { stripe, fund, holds, atStripe, deliver, makePayment } = await setUp()
    const intent = await makePayment()
    stripe.refundsBegin = 'pending'
    stripe.refundByHand(intent)
    expect((await fund(intent)).status).toBe(409)
    await deliver()
    expect(await holds()).toBe(2500)
    stripe.bounceRefund(intent)
    await deliver()
    expect([await holds(), atStripe()]).toEqual([5000, 5000])
  })

  test('that repeats one which the bank returned later stays failed until it has succeeded', async () => {
    const { stripe, intent, cancel, runJobs, progress, deliver, retry, atStripe } = await setUp()
    await cancel()
    await runJobs()
    stripe.bounceRefund(intent)
    await deliver()
    expect(await progress()).toMatchObject({ failed: 1 })
    stripe.refundsBegin = 'pending'
    expect((await retry()).status).toBe(200)
    await runJobs()
    expect(await progress()).toMatchObject({ failed: 1 })
    stripe.settleRefunds()
    await deliver()
    expect(await progress()).toMatchObject({ refunded: 1, failed: 0 })
    expect(atStripe()).toBe(0)
  })

  test('of a payment without a boat is completed by polling, for a provider without a list of events', async () => {
    const { stripe, bo, deps, wait, runJobs, lose, rows, makePayment } = await setUp('plain')
    const intent = await makePayment(bo.cookie, 25, {})
    stripe.refundsBegin = 'pending'
    stripe.refundByHand(intent, 400)
    wait(2 * hour)
    await reconcilePayments(deps)
    await runJobs()
    const refundTime = async () => (await rows()).find(row => row.intent_id === intent)?.refunded_at
    expect(await refundTime()).toBeNull()
    stripe.settleRefunds()
    lose()
    wait(2 * hour)
    await pollEvents(deps)
    expect(await refundTime()).toBe(deps.now())
  })

  test('of a payment without a boat can be retried when the bank returns it later', async () => {
    const { db, stripe, bo, deps, wait, runJobs, deliver, rows, atStripe, makePayment } = await setUp()
    const intent = await makePayment(bo.cookie, 25, {})
    wait(2 * hour)
    await reconcilePayments(deps)
    await runJobs()
    expect(atStripe()).toBe(2500)
    stripe.bounceRefund(intent)
    await deliver()
    expect(atStripe()).toBe(5000)
    const [, row] = await rows()
    expect(row).toMatchObject({ intent_id: intent, refund_failed_at: expect.any(Number) })
    await inTransaction(db, async trx => row && (await retryRefund(trx, row, deps.now())))
    await runJobs()
    expect(atStripe()).toBe(2500)
    expect((await rows())[1]).toMatchObject({ refund_failed_at: null, refund_error: null })
  })

  test('made in part in the dashboard counts when it has succeeded; a return by the bank is stored and logged', async () => {
    const { stripe, intent, holds, deliver, rows, logs, cancel, runJobs, atStripe, ...more } = await setUp()
    const { db, deps, page } = more
    stripe.refundsBegin = 'pending'
    stripe.refundByHand(intent, 1000)
    await deliver()
    expect(await holds()).toBe(2500)
    stripe.settleRefunds()
    await deliver()
    expect(await holds()).toBe(1500)
    stripe.bounceRefund(intent)
    await deliver()
    expect((await rows())[0]).toMatchObject({ refund_failed_at: expect.any(Number), amount_cents: 1500 })
    const { cookie } = await addOwner(db)
    const payments: AdminPayments = await (await page('/api/admin/payments', { cookie })).json()
    expect(payments.refunds).toMatchObject([{ error: expect.stringContaining('$10'), canRetry: false }])
    expect(await countFailedRefunds(db)).toBe(1)
    const checks = await readChecklist({ ...deps, db })
    expect(checks.find(({ id }) => id === 'money')?.text).toStartWith('1 refund failed.')
    expect(logs.some(({ message }) => String(message).includes('a bank returned a partial refund'))).toBe(
      true,
    )
    stripe.refundsBegin = 'succeeded'
    stripe.refundByHand(intent, 1000)
    await deliver()
    expect((await rows())[0]).toMatchObject({ refund_failed_at: null, refund_error: null })
    await cancel()
    await runJobs()
    expect([await holds(), atStripe()]).toEqual([0, 0])
  })
})

test('a refund that arrived while the provider’s answer was lost has no error', async () => {
  const { deps, cancel, runJobs, deliver, rows, holds, atStripe } = await setUp()
  intercept(deps, real => ({
    refund: async (...refund) => {
      await real.refund(...refund)
      await deliver()
      throw new ProviderUnreachable('Bad gateway.')
    },
  }))
  await cancel()
  await runJobs()
  expect((await rows())[0]).toMatchObject({ status: 'refunded', refund_error: null })
  expect([await holds(), atStripe()]).toEqual([0, 0])
})

describe('a refund that waits for a dispute', () => {
  test('of more than 90 days is resumed by the bank’s decision, although its job was deleted', async () => {
    const { stripe, intent, cancel, runJobs, holds, atStripe, deliver, deps, db, wait, retry } = await setUp()
    const id = stripe.dispute(intent, 'needs_response')
    await deliver()
    await cancel()
    await runJobs()
    wait(91 * day)
    await sweepJobs(db, deps.now())
    expect(await db.selectFrom('jobs').select('id').where('kind', '=', 'refund').execute()).toEqual([])
    const response = await retry()
    expect([response.status, (await response.json()).message]).toEqual([
      409,
      'A bank is deciding a dispute about this payment. It is refunded automatically, unless the bank takes the money back.',
    ])
    stripe.dispute(intent, 'won', id)
    await deliver()
    await runJobs()
    expect([await holds(), atStripe()]).toEqual([0, 0])
  })

  test('is resumed when the decision arrives while its job runs', async () => {
    const { stripe, intent, cancel, runJobs, holds, atStripe, deliver, deps, db, retry } = await setUp()
    const id = stripe.dispute(intent, 'needs_response')
    await deliver()
    await cancel()
    await runJobs()
    stripe.dispute(intent, 'won', id)
    await deliver()
    await changeRows(db, 'jobs', { state: 'done', finished_at: deps.now() })
    await reconcilePayments(deps)
    await runJobs()
    expect([await holds(), atStripe()]).toEqual([0, 0])
    expect((await retry()).status).toBe(409)
  })

  test('without a job can be retried by the organiser', async () => {
    const { cancel, runJobs, holds, atStripe, db, retry } = await setUp()
    await cancel()
    await removeJobs(db)
    expect((await retry()).status).toBe(200)
    await runJobs()
    expect([await holds(), atStripe()]).toEqual([0, 0])
  })
})

describe('every status of a dispute', () => {
  for (const [status, storedStatus, cents] of [
    ['warning_needs_response', 'open', 2500],
    ['warning_under_review', 'open', 2500],
    ['warning_closed', 'won', 2500],
    ['needs_response', 'open', 2500],
    ['under_review', 'open', 2500],
    ['won', 'won', 2500],
    ['lost', 'lost', 0],
    ['appeal_needs_response', 'lost', 0],
    ['appeal_under_review', 'lost', 0],
    ['prevented', 'won', 2500],
  ] as const)
    test(`${status} is stored as ${storedStatus}, and the boat holds $${cents / 100}`, async () => {
      const { stripe, intent, deliver, db, holds } = await setUp()
      stripe.dispute(intent, status)
      await deliver()
      expect(await db.selectFrom('disputes').select('status').execute()).toEqual([{ status: storedStatus }])
      expect(await holds()).toBe(cents)
    })

  test('prevented with money withdrawn lowers the funding', async () => {
    const { stripe, intent, deliver, holds, rows } = await setUp()
    stripe.dispute(intent, 'prevented', undefined, 2500, -2500)
    await deliver()
    expect(await holds()).toBe(0)
    expect((await rows())[0]).toMatchObject({ status: 'refunded', refund_reason: 'dispute' })
  })

  test('prevented by a refund lowers the funding once', async () => {
    const { stripe, intent, deliver, holds, rows } = await setUp()
    stripe.refundByHand(intent)
    stripe.dispute(intent, 'prevented')
    await deliver()
    expect(await holds()).toBe(0)
    expect((await rows())[0]).toMatchObject({ status: 'refunded', refund_reason: 'provider' })
  })

  test('lost, and won by an appeal, counts again, once', async () => {
    const { stripe, intent, deliver, holds, rows } = await setUp()
    const id = stripe.dispute(intent, 'lost')
    await deliver()
    stripe.dispute(intent, 'appeal_under_review', id)
    await deliver()
    expect(await holds()).toBe(0)
    for (let n = 0; n < 2; n++) {
      stripe.dispute(intent, 'won', id)
      await deliver()
    }
    expect(await holds()).toBe(2500)
    expect((await rows())[0]).toMatchObject({ status: 'completed', refund_reason: null, refunded_at: null })
  })

  test('lost, won by an appeal, and lost again to another dispute counts no more', async () => {
    const { stripe, intent, deliver, holds, rows } = await setUp()
    const first = stripe.dispute(intent, 'lost')
    await deliver()
    stripe.dispute(intent, 'won', first)
    await deliver()
    expect(await holds()).toBe(2500)
    const second = stripe.dispute(intent, 'lost')
    await deliver()
    expect([await holds(), (await rows())[0]?.refund_reason]).toEqual([0, 'dispute'])
    stripe.dispute(intent, 'won', second)
    await deliver()
    expect(await holds()).toBe(2500)
  })

  test('lost, and won by an appeal after the tournament was cancelled, is refunded', async () => {
    const { stripe, intent, deliver, holds, atStripe, cancel, runJobs } = await setUp()
    const id = stripe.dispute(intent, 'lost')
    await deliver()
    await cancel()
    await runJobs()
    stripe.dispute(intent, 'won', id)
    await deliver()
    await runJobs()
    expect([await holds(), atStripe()]).toEqual([0, 0])
  })
})

describe('a payment that the provider no longer knows', () => {
  test('is asked for once in a pass over all fundings', async () => {
    const { stripe, intent, wait, deps, holds } = await setUp()
    await pollEvents(deps)
    stripe.history.length = 0
    stripe.intents.delete(intent)
    wait(40 * day)
    const countRequests = () =>
      stripe.requests.filter(route => route === `GET /v1/payment_intents/${intent}`).length
    const before = countRequests()
    await pollEvents(deps)
    await pollEvents(deps)
    expect([countRequests() - before, await holds()]).toEqual([1, 2500])
  })

  test('keeps its dispute, which is asked for every hour', async () => {
    const { stripe, intent, wait, deps, db, deliver } = await setUp()
    const id = stripe.dispute(intent, 'needs_response')
    stripe.intents.delete(intent)
    await deliver()
    expect(await db.selectFrom('disputes').select(['id', 'status']).execute()).toEqual([
      { id, status: 'open' },
    ])
    expect(await db.selectFrom('webhook_events').select('type').execute()).toContainEqual({
      type: 'charge.dispute.created',
    })
    const countRequests = () => stripe.requests.filter(route => route === `GET /v1/disputes/${id}`).length
    wait(hour + minute)
    await reconcilePayments(deps)
    await reconcilePayments(deps)
    expect(countRequests()).toBe(1)
  })

  test('has its dispute told to the organiser, when it opens and when it is decided', async () => {
    const { stripe, intent, wait, deps, db, deliver, runJobs, mails, organiser, lose } = await setUp()
    const payment = stripe.intent(intent)
    const tell = (status: 'needs_response' | 'won', dispute?: string) => {
      stripe.intents.set(intent, payment)
      const id = stripe.dispute(intent, status, dispute)
      stripe.intents.delete(intent)
      return id
    }
    const subjects = async () => {
      await runJobs()
      const toOrganiser = mails.splice(0).filter(({ to }) => to === emailOf(organiser))
      return toOrganiser.map(({ subject }) => subject)
    }
    await subjects()
    const id = tell('needs_response')
    await deliver()
    await deliver()
    expect(await subjects()).toEqual(['A backer’s bank disputes a payment of $25 for Reel Deal'])
    tell('won', id)
    lose()
    wait(hour + minute)
    await reconcilePayments(deps)
    expect(await db.selectFrom('disputes').select('status').execute()).toEqual([{ status: 'won' }])
    expect(await subjects()).toEqual(['Won: the disputed payment of $25 for Reel Deal'])
  })

  test('counts no more when a bank keeps it, by a webhook or by asking, and again when an appeal wins it back', async () => {
    const { stripe, intent, wait, deps, deliver, lose, holds, rows, logs } = await setUp()
    const payment = stripe.intent(intent)
    const tell = (...of: [status: 'needs_response' | 'lost' | 'won', id?: string, cents?: number]) => {
      stripe.intents.set(intent, payment)
      const id = stripe.dispute(intent, ...of)
      stripe.intents.delete(intent)
      return id
    }
    stripe.refundByHand(intent, 1000)
    await deliver()
    const part = tell('lost', undefined, 500)
    await deliver()
    await deliver()
    expect(await holds()).toBe(1000)
    const rest = tell('needs_response', undefined, 1000)
    await deliver()
    expect(await holds()).toBe(1000)
    tell('lost', rest, 1000)
    lose()
    wait(hour + minute)
    await reconcilePayments(deps)
    expect([await holds(), (await rows())[0]?.refund_reason]).toEqual([0, 'dispute'])
    tell('won', rest, 1000)
    await deliver()
    expect([await holds(), (await rows())[0]?.refund_reason]).toEqual([1000, null])
    tell('won', part, 500)
    await deliver()
    expect(await holds()).toBe(1000)
    expect(logs.map(({ message }) => message).join()).toContain('a bank returned a part of a lost dispute')
  })

  test('that was begun prevents neither another payment nor a change of terms', async () => {
    const { stripe, begin, stranger, rows, changeEntry } = await makeLiveScene()
    stripe.intents.delete(await begin(stranger.cookie))
    stripe.intents.delete(await begin(stranger.cookie))
    expect((await changeEntry({ payoutPercentage: 1 })).status).toBe(200)
    expect((await rows()).map(({ status }) => status)).toEqual(['failed', 'failed'])
  })
})
