import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { findFaults } from '#server/features/ledger/verify.queries.ts'
import { makeTestApp, testOrigin } from '../../../../tests/support/app.ts'
import { addScene, addSigned } from '../../../../tests/support/factories.ts'
import { type SignedEvent, StripeDouble } from '../../../../tests/support/stripe-double.ts'
import { reconcilePayments } from './reconcile.ts'

/** What can happen to a marina. `at` picks a payment among those that there are. */
const at = fc.nat({ max: 20 })
const step = fc.oneof(
  fc.record({
    does: fc.constant('begin' as const),
    who: fc.nat({ max: 2 }),
    dollars: fc.constantFrom(10, 25, 40),
  }),
  fc.record({ does: fc.constant('pay' as const), at }),
  fc.record({ does: fc.constant('post' as const), at }),
  fc.record({ does: fc.constant('deliver' as const), at }),
  fc.record({ does: fc.constant('refund by hand' as const), at, part: fc.constantFrom(null, 400) }),
  fc.record({ does: fc.constant('dispute' as const), at }),
  fc.record({ does: fc.constant('decide' as const), at, won: fc.boolean() }),
  fc.record({ does: fc.constant('wait' as const), minutes: fc.constantFrom(1, 20) }),
  fc.record({ does: fc.constant('ask' as const) }),
  fc.record({ does: fc.constant('jobs' as const) }),
  fc.record({ does: fc.constant('lose an answer' as const) }),
  fc.record({ does: fc.constant('refuse a refund' as const), at }),
  fc.record({ does: fc.constant('cancel' as const) }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const minute = 60_000
const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)

/** One payment, as we know that it is. */
interface Known {
  id: string
  cookie: string
  dollars: number
  dispute: { id: string; decided: 'won' | 'lost' | null } | null
}

async function makeMarina(stripe: StripeDouble) {
  const testApp = await makeTestApp(stripe.env)
  const { app, db, deps, page, runJobs } = testApp
  const { entry, tournament, organiser } = await addScene(db)
  await db.updateTable('entries').set({ funding_goal_cents: 10_000 }).execute()
  const people = [await addSigned(db), await addSigned(db), await addSigned(db)]
  const payments: Known[] = []
  const events: SignedEvent[] = []
  let now = Date.now()
  const pick = (index: number) => payments[index % Math.max(1, payments.length)]
  const wait = (minutes: number) => {
    now += minutes * minute
    testApp.setNow(now)
  }
  const send = async ({ body, type }: SignedEvent) => {
    const headers = { 'stripe-signature': stripe.sign(body, Math.floor(now / 1000)) }
    const answer = await app.request(`${testOrigin}/api/stripe/webhook`, { method: 'POST', body, headers })
    expect([type, answer.status]).toEqual([type, 200])
  }

  async function take(one: Step): Promise<void> {
    switch (one.does) {
      case 'begin': {
        const cookie = people[one.who]?.cookie ?? ''
        const json = { amount: one.dollars, tournamentEntryId: entry }
        const answer = await page('/api/create-payment-intent', { json, cookie })
        if (answer.status !== 200) return
        const { clientSecret } = await answer.json()
        payments.push({ id: clientSecret.split('_secret')[0], cookie, dollars: one.dollars, dispute: null })
        return
      }
      case 'pay': {
        const known = pick(one.at)
        if (known && stripe.intent(known.id).status === 'requires_payment_method') stripe.pay(known.id)
        return
      }
      case 'post': {
        const known = pick(one.at)
        if (!known) return
        const { id, cookie, dollars } = known
        const json = { tournamentEntryId: entry, amount: `${dollars}.00`, stripePaymentIntentId: id }
        expect((await page('/api/funding', { json, cookie })).status).toBeLessThan(500)
        return
      }
      case 'deliver': {
        // Any of them, and it stays: it may come again.
        events.push(...stripe.takeEvents())
        const event = events[one.at % Math.max(1, events.length)]
        if (event) await send(event)
        return
      }
      case 'refund by hand': {
        const known = pick(one.at)
        if (!known || known.dispute) return
        const { charge } = stripe.intent(known.id)
        if (!charge || charge.refunded) return
        const left = charge.amount - charge.amount_refunded
        stripe.refundByHand(known.id, Math.min(one.part ?? left, left))
        return
      }
      case 'dispute': {
        const known = pick(one.at)
        const charge = known && stripe.intent(known.id).charge
        if (known && charge && !charge.refunded && !known.dispute)
          known.dispute = { id: stripe.dispute(known.id, 'needs_response'), decided: null }
        return
      }
      case 'decide': {
        const known = pick(one.at)
        // The bank takes nothing that has gone back already.
        if (!known?.dispute || known.dispute.decided || stripe.intent(known.id).charge?.refunded) return
        known.dispute.decided = one.won ? 'won' : 'lost'
        stripe.dispute(known.id, known.dispute.decided, known.dispute.id)
        return
      }
      case 'wait':
        return wait(one.minutes)
      case 'ask':
        return reconcilePayments(deps)
      case 'jobs':
        return runJobs()
      case 'lose an answer':
        return stripe.fail('POST /v1/refunds', 'lost')
      case 'refuse a refund': {
        const known = pick(one.at)
        if (known) stripe.refuseRefunds(known.id)
        return
      }
      case 'cancel':
        await page(`/api/tournaments/${tournament}`, {
          method: 'PATCH',
          json: { status: 'cancelled' },
          cookie: organiser.cookie,
        })
    }
  }

  /** Everything that was lost arrives at last. */
  async function settle(): Promise<void> {
    stripe.mend()
    for (let round = 0; round < 3; round++) {
      events.push(...stripe.takeEvents())
      for (const event of events) await send(event)
      wait(2)
      await reconcilePayments(deps)
      await runJobs()
    }
  }

  async function compare(): Promise<void> {
    const { current_funding_cents: held } = await db
      .selectFrom('entries')
      .select('current_funding_cents')
      .executeTakeFirstOrThrow()
    const waiting = await db
      .selectFrom('fundings')
      .select(['intent_id', 'amount_cents'])
      .where('status', '=', 'refund_pending')
      .execute()
    // Only the bank's word may keep money here that does not count.
    const disputed = payments.filter(({ dispute }) => dispute?.decided === null).map(({ id }) => id)
    for (const { intent_id: id } of waiting) expect(disputed).toContain(id ?? '')
    const kept = payments.map(({ id, dispute }) => {
      const { amount_received: received, charge } = stripe.intent(id)
      return dispute?.decided === 'lost' ? 0 : received - (charge?.amount_refunded ?? 0)
    })
    expect(held).toBe(sum(kept) - sum(waiting.map(({ amount_cents: cents }) => cents)))
    expect(held).toBeLessThanOrEqual(10_000)
    expect(await findFaults(db)).toEqual([])
  }
  return { take, settle, compare, findFaults: () => findFaults(db), close: () => db.destroy() }
}

test('whatever happens in whatever order, the entry equals Stripe to the cent in the end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async steps => {
      const stripe = new StripeDouble()
      const marina = await makeMarina(stripe)
      try {
        for (const one of steps) {
          await marina.take(one)
          expect(await marina.findFaults()).toEqual([])
        }
        await marina.settle()
        await marina.compare()
      } finally {
        await stripe.stop()
        await marina.close()
      }
    }),
    { numRuns: 60 },
  )
}, 120_000)
