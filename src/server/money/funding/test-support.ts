import { expect } from 'bun:test'
import type { Funding } from '#contract/money/funding.ts'
import { findFaults } from '#server/money/ledger/verify.queries.ts'
import { makeTestApp, testOrigin } from '../../../../tests/support/app.ts'
import { addScene, addSigned } from '../../../../tests/support/factories.ts'
import { type SignedEvent, StripeDouble } from '../../../../tests/support/stripe-double.ts'

let doubles: StripeDouble[] = []

/** @param words `plain`: without optional features */
export function startDouble(words: 'all' | 'plain' = 'all'): StripeDouble {
  const stripe = new StripeDouble(words)
  doubles.push(stripe)
  return stripe
}

export async function stopDoubles(): Promise<void> {
  await Promise.all(doubles.map(double => double.stop()))
  doubles = []
}

export async function setUpLive(goal = 100_000, words: 'all' | 'plain' = 'all') {
  const stripe = startDouble(words)
  const testApp = await makeTestApp(stripe.env)
  const scene = await addScene(testApp.db, {}, { entry: { funding_goal_cents: goal } })
  const bo = await addSigned(testApp.db)
  const { page } = testApp

  const intend = (cookie = bo.cookie, amount = 25, more: object = { tournamentEntryId: scene.entry }) =>
    page('/api/create-payment-intent', { json: { amount, ...more }, cookie })
  const begin = async (cookie = bo.cookie, amount = 25, more?: object): Promise<string> => {
    const response = await intend(cookie, amount, more)
    expect(response.status).toBe(200)
    const { clientSecret } = await response.json()
    return clientSecret.split('_secret')[0]
  }
  /** @returns the id of a payment that the provider has charged and the site has not recorded */
  const paid = async (cookie = bo.cookie, amount = 25, more?: object): Promise<string> => {
    const intent = await begin(cookie, amount, more)
    stripe.pay(intent)
    return intent
  }
  /** @returns the id of a recorded payment of $25 */
  const funded = async (): Promise<string> => {
    const intent = await paid()
    expect((await fund(intent)).status).toBe(201)
    return intent
  }
  const fund = (intent: string, cookie = bo.cookie, amount = '25.00', entry: string = scene.entry) =>
    page('/api/funding', {
      json: { tournamentEntryId: entry, amount, stripePaymentIntentId: intent },
      cookie,
    })
  const send = ({ body, signature }: Pick<SignedEvent, 'body' | 'signature'>) =>
    testApp.app.request(`${testOrigin}/api/stripe/webhook`, {
      method: 'POST',
      body,
      headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
    })
  /** Sends the provider's pending events to the webhook, signed at the time of the app's clock. */
  const deliver = async () => {
    for (const { body } of stripe.takeEvents()) {
      const signature = stripe.sign(body, Math.floor(testApp.deps.now() / 1000))
      expect((await send({ body, signature })).status).toBe(200)
    }
  }
  const cancel = () =>
    page(`/api/tournaments/${scene.tournament}`, {
      method: 'PATCH',
      json: { status: 'cancelled' },
      cookie: scene.organiser.cookie,
    })
  const mine = async (): Promise<Funding[]> => (await page('/api/funding/my', { cookie: bo.cookie })).json()
  /** Cents. Expects no ledger faults. */
  const holds = async () => {
    const { current_funding_cents: cents } = await testApp.db
      .selectFrom('entries')
      .select('current_funding_cents')
      .where('id', '=', scene.entry)
      .executeTakeFirstOrThrow()
    expect(await findFaults(testApp.db)).toEqual([])
    return cents
  }
  const atStripe = () =>
    [...stripe.intents.values()].reduce(
      (sum, { amount_received, charge }) => sum + amount_received - (charge?.amount_refunded ?? 0),
      0,
    )
  const state = async (intent: string, cookie = bo.cookie) =>
    (await page(`/api/funding/intent/${intent}`, { cookie })).json()
  let now = Date.now()
  const wait = (milliseconds: number) => {
    now += milliseconds
    testApp.setNow(now)
  }
  const rows = () => testApp.db.selectFrom('fundings').selectAll().orderBy('id').execute()
  const calls = { intend, begin, paid, fund, funded, send, deliver, cancel }
  return { ...testApp, ...scene, ...calls, stripe, bo, holds, atStripe, state, rows, mine, wait }
}
