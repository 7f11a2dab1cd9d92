import { afterAll, expect, test } from 'bun:test'
import type { OpenApi } from '#server/openapi.ts'
import { fillPath, goodBodies, makeApiWorld } from './support/api-world.ts'
import { restartApp, testOrigin } from './support/app.ts'
import { StripeDouble } from './support/stripe-double.ts'

const stripe = new StripeDouble()
afterAll(() => stripe.stop())

type Json = Record<string, unknown>

function withMockIds(body: Json, id: string): Json {
  const texts = Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? id : value])
  return { ...Object.fromEntries(texts), stripePaymentIntentId: id, paymentIntentId: id, intent_id: id }
}

test('no API call and no webhook makes a test payment when keys are set', async () => {
  const world = await makeApiWorld()
  const { ids, me, site } = world
  const next = await restartApp(site, { ...stripe.env, ALLOW_PAYMENT_MODE_CHANGE: 'on' })
  const { db } = next
  const listUnsettled = () =>
    db
      .selectFrom('fundings')
      .innerJoin('entries', 'entries.id', 'fundings.entry_id')
      .select(['fundings.id', 'fundings.status', 'fundings.intent_id'])
      .where('fundings.mode', '=', 'test')
      .where('entries.tournament_id', '!=', ids.settledTournament)
      .orderBy('fundings.id')
      .execute()
  const listFunded = () =>
    db.selectFrom('entries').select('id').where('current_funding_cents', '>', 0).execute()
  const before = await listUnsettled()
  // Issued before the keys were set, unknown, and awaiting a refund.
  const mocks = ['pi_mock_mine', 'pi_mock_x', 'pi_mock_r']
  expect(before.map(({ status }) => status).sort()).not.toContain('completed')

  const headers = { cookie: me.cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
  const send = (method: string, path: string, body: Json) =>
    next.app.request(`${testOrigin}${path}`, {
      method,
      headers,
      ...(method !== 'GET' && method !== 'HEAD' && { body: JSON.stringify(body) }),
    })
  const { paths }: OpenApi = await (await site.page('/api/openapi.json')).json()
  const bodies: Record<string, Json> = {
    ...goodBodies(world),
    'POST /api/funding': { tournamentEntryId: ids.entry, amount: '25.00' },
  }
  const last = /\/auth\/|logout|login/
  const operations = Object.entries(paths)
    .flatMap(([path, methods]) => Object.keys(methods).map(method => [method.toUpperCase(), path] as const))
    .toSorted(([, a], [, b]) => Number(last.test(a)) - Number(last.test(b)))
  expect(operations.length).toBeGreaterThan(70)
  for (const [method, path] of operations)
    for (const mock of mocks) {
      const good = bodies[`${method} ${path}`] ?? {}
      for (const body of [{ ...good, stripePaymentIntentId: mock }, withMockIds(good, mock)]) {
        if (last.test(path) && mock !== 'pi_mock_x') continue
        const callPath = fillPath(path, ids).replace('pi_mock_mine', mock)
        const response = await send(method, callPath, body)
        expect(response.status).toBeLessThan(500)
        if (path === '/api/funding') expect(response.status).toBe(400)
        if (path === '/api/create-payment-intent') expect(await response.text()).not.toContain('mock')
        else await response.body?.cancel()
      }
    }

  for (const mock of mocks)
    for (const { id } of before) {
      const object = { object: 'payment_intent', id: mock, status: 'succeeded', metadata: { funding: id } }
      const { body } = stripe.makeEvent('payment_intent.succeeded', object)
      const signature = stripe.sign(body, Math.floor(next.deps.now() / 1000))
      const response = await next.app.request(`${testOrigin}/api/stripe/webhook`, {
        method: 'POST',
        body,
        headers: { 'stripe-signature': signature },
      })
      expect(response.status).toBe(200)
    }
  await next.runJobs()

  expect(await listFunded()).toEqual(await settledEntries())
  const after = await listUnsettled()
  expect(after.map(({ id, intent_id }) => [id, intent_id])).toEqual(
    before.map(({ id, intent_id }) => [id, intent_id]),
  )
  expect(after.filter(({ status }) => status === 'completed')).toEqual([])

  /** Settled with test payments before the keys were set. */
  function settledEntries() {
    return db
      .selectFrom('entries')
      .select('id')
      .where('tournament_id', '=', ids.settledTournament)
      .where('current_funding_cents', '>', 0)
      .execute()
  }
}, 120_000)
