import { expect } from 'bun:test'
import { findFaults } from '#server/features/ledger/verify.queries.ts'
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
  const scene = await addScene(testApp.db)
  await testApp.db.updateTable('entries').set({ funding_goal_cents: goal }).execute()
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
  return { ...testApp, ...scene, stripe, bo, intend, begin, fund, send, holds, atStripe, state, rows, wait }
}
