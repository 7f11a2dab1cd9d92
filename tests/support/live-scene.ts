import { expect } from 'bun:test'
import { makeTestApp, testOrigin } from './app.ts'
import { addScene, addSigned } from './factories.ts'
import { callsOf, clockOf, rowsOf } from './scene.ts'
import { type SignedEvent, StripeDouble } from './stripe-double.ts'

let doubles: StripeDouble[] = []

/** @param words `plain`: without optional features */
export function startDouble(words: 'all' | 'plain' = 'all', mode?: 'live'): StripeDouble {
  const stripe = new StripeDouble(words, mode)
  doubles.push(stripe)
  return stripe
}

export async function stopDoubles(): Promise<void> {
  await Promise.all(doubles.map(double => double.stop()))
  doubles = []
}

/** A scene with card payments of the provider's double. Its clock runs until `wait`. */
export async function makeLiveScene(goal = 100_000, words: 'all' | 'plain' = 'all') {
  const stripe = startDouble(words)
  const testApp = await makeTestApp(stripe.env)
  const scene = await addScene(testApp.db, {}, { entry: { funding_goal_cents: goal } })
  const bo = await addSigned(testApp.db)
  const { page } = testApp
  const calls = callsOf(testApp, { ...scene, bo })
  const { begin, fund } = calls

  /** @returns the id of a payment that the provider has charged and the site has not recorded */
  const makePayment = async (...of: Parameters<typeof begin>): Promise<string> => {
    const intent = await begin(...of)
    stripe.pay(intent)
    return intent
  }
  /** @returns the id of a recorded payment of $25 */
  const makeFunding = async (): Promise<string> => {
    const intent = await makePayment()
    expect((await fund(intent)).status).toBe(201)
    return intent
  }
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
  const atStripe = () =>
    [...stripe.intents.values()].reduce(
      (sum, { amount_received, charge }) => sum + amount_received - (charge?.amount_refunded ?? 0),
      0,
    )
  const state = async (intent: string, cookie = bo.cookie) =>
    (await page(`/api/funding/intent/${intent}`, { cookie })).json()
  return {
    ...testApp,
    testApp,
    ...scene,
    bo,
    ...calls,
    ...rowsOf(testApp, scene),
    ...clockOf(testApp, Date.now()),
    stripe,
    makePayment,
    makeFunding,
    send,
    deliver,
    atStripe,
    state,
  }
}
