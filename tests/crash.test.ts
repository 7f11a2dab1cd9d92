import { describe, expect, test } from 'bun:test'
import { newId } from '#contract/ids.ts'
import { inTransaction } from '#server/db/connection.ts'
import { changeEntryFunding } from '#server/money/funding/entry-funding.queries.ts'
import { writeMovement } from '#server/money/ledger/ledger.queries.ts'
import { findFaults } from '#server/money/ledger/verify.queries.ts'
import { afterTest } from './support/after-test.ts'
import { addScene, addSigned, addUser, type Signed } from './support/factories.ts'
import { addRows } from './support/rows.ts'
import {
  makeDataDir,
  removeDataDir,
  type ServerProcess,
  startServer,
  withDatabase,
} from './support/server.ts'
import { setGoals } from './support/states.ts'
import { StripeDouble } from './support/stripe-double.ts'
import { until } from './support/until.ts'

/** Kills the server with SIGKILL and restarts it on the same data directory. */

type Scene = Awaited<ReturnType<typeof addScene>> & { backers: Signed[] }

async function setUp(people: number, payments: 'live' | 'test' = 'live') {
  const stripe = new StripeDouble()
  let scene: Scene | undefined
  const dataDir = await makeDataDir(async db => {
    const base = await addScene(db)
    const backers: Signed[] = []
    for (let n = 0; n < people; n++) backers.push(await addSigned(db))
    scene = { ...base, backers }
  })
  if (!scene) throw new Error('nothing was made')
  const { entry } = scene
  let server: ServerProcess | undefined
  afterTest(() => stripe.stop())
  afterTest(() => removeDataDir(dataDir))
  afterTest(() => server?.kill())
  const start = async () => {
    server = await startServer({ DATA_DIR: dataDir, ...(payments === 'live' && stripe.env) })
    return server
  }
  const call = (path: string, { cookie }: { cookie: string }, json?: object, method = 'POST') =>
    fetch(`${server?.origin}${path}`, {
      method: json ? method : 'GET',
      headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      ...(json && { body: JSON.stringify(json) }),
    })
  const begin = async (backer: { cookie: string }): Promise<string> => {
    const answer = await call('/api/create-payment-intent', backer, { amount: 25, tournamentEntryId: entry })
    const { clientSecret } = await answer.json()
    return clientSecret.split('_secret')[0]
  }
  const fund = (backer: { cookie: string }, intent: string) =>
    call('/api/funding', backer, {
      tournamentEntryId: entry,
      amount: '25.00',
      stripePaymentIntentId: intent,
    })
  const send = ({ body, signature }: { body: string; signature: string }) =>
    fetch(`${server?.origin}/api/stripe/webhook`, {
      method: 'POST',
      body,
      headers: { 'stripe-signature': signature },
    })
  const holds = () =>
    withDatabase(dataDir, async db => {
      expect(await findFaults(db)).toEqual([])
      const row = await db
        .selectFrom('entries')
        .select(['current_funding_cents as cents', 'backer_count as backers'])
        .executeTakeFirstOrThrow()
      return [row.cents, row.backers]
    })
  return { ...scene, stripe, dataDir, start, call, begin, fund, send, holds }
}

describe('SIGKILL', () => {
  test('between the payment and the POST: the POST works after the restart and records one funding', async () => {
    const { stripe, start, begin, fund, send, backers, holds } = await setUp(1)
    const [bo] = backers
    if (!bo) throw new Error('nobody')
    const first = await start()
    const intent = await begin(bo)
    await first.kill()
    stripe.pay(intent)
    await start()
    expect((await fund(bo, intent)).status).toBe(201)
    for (const event of stripe.takeEvents()) expect((await send(event)).status).toBe(200)
    expect((await fund(bo, intent)).status).toBe(200)
    expect(await holds()).toEqual([2500, 1])
  }, 60_000)

  test('before the webhook, with the browser closed: Stripe sends it again and the server records one funding', async () => {
    const { stripe, start, begin, send, backers, holds } = await setUp(1)
    const [bo] = backers
    if (!bo) throw new Error('nobody')
    const first = await start()
    stripe.pay(await begin(bo))
    await first.kill()
    const [event] = stripe.takeEvents()
    if (!event) throw new Error('nothing was told')
    await expect(send(event)).rejects.toThrow()
    await start()
    expect((await send(event)).status).toBe(200)
    expect((await send(event)).status).toBe(200)
    expect(await holds()).toEqual([2500, 1])
  }, 60_000)

  test('during ten POSTs: the server keeps every acknowledged funding and records each payment once', async () => {
    const { stripe, start, begin, fund, send, backers, holds } = await setUp(10)
    const server = await start()
    const intents: string[] = []
    for (const backer of backers) intents.push(await begin(backer))
    for (const intent of intents) stripe.pay(intent)
    let requestCount = 0
    stripe.onRequest = route => {
      if (route.startsWith('GET /v1/payment_intents') && ++requestCount === 5) void server.kill()
    }
    const answers = await Promise.all(
      intents.map((intent, n) =>
        fund(backers[n] ?? { cookie: '' }, intent).then(
          ({ status }) => status,
          () => null,
        ),
      ),
    )
    await server.kill()
    stripe.onRequest = undefined
    expect(answers).toContain(null)
    const [heldCents = 0] = await holds()
    expect(heldCents).toBeGreaterThanOrEqual(answers.filter(status => status === 201).length * 2500)
    await start()
    for (const event of stripe.takeEvents()) await send(event)
    for (const [n, intent] of intents.entries())
      expect((await fund(backers[n] ?? { cookie: '' }, intent)).status).toBe(200)
    expect(await holds()).toEqual([25_000, 10])
  }, 60_000)
})

test('SIGKILL during a burst of test payments loses no acknowledged payment', async () => {
  const { dataDir, start, fund, backers, holds } = await setUp(24, 'test')
  await withDatabase(dataDir, db => setGoals(db, 100_000_000))
  const server = await start()
  const fundingIds: string[] = []
  const client = async (backer: Signed, name: number): Promise<void> => {
    for (let n = 0; ; n++) {
      const answer = await fund(backer, `pi_mock_${name}_${n}`)
      const { id } = await answer.json()
      expect(answer.status).toBe(201)
      fundingIds.push(id)
      if (fundingIds.length === 300) void server.kill()
    }
  }
  await Promise.allSettled(backers.map(client))
  await server.kill()
  expect(fundingIds.length).toBeGreaterThanOrEqual(300)
  const [heldCents = 0] = await holds()
  expect(heldCents).toBeGreaterThanOrEqual(fundingIds.length * 2500)
  const fundings = await withDatabase(dataDir, db => db.selectFrom('fundings').select('id').execute())
  const ids = new Set<string>(fundings.map(({ id }) => id))
  expect(fundingIds.filter(id => !ids.has(id))).toEqual([])
}, 60_000)

test('cancelling refunds 2,000 fundings once despite two SIGKILLs, and shows progress and failures', async () => {
  const people = 2000
  const { stripe, dataDir, start, call, organiser, tournament, entry, holds } = await setUp(0)
  await withDatabase(dataDir, db =>
    inTransaction(db, async trx => {
      await setGoals(trx, people * 1000)
      for (let n = 0; n < people; n++) {
        const backer = await addUser(trx)
        const id = newId<'funding'>()
        const intent = `pi_paid${n}`
        await changeEntryFunding(trx, { entry, backer, cents: 1000 })
        await addRows(trx, 'fundings', {
          id,
          entry_id: entry,
          backer_id: backer,
          amount_cents: 1000,
          status: 'completed',
          mode: 'sandbox',
          intent_id: intent,
          created_at: n,
          held_until: n,
          completed_at: n,
        })
        await writeMovement(trx, {
          kind: 'funding',
          from: 'backers',
          to: 'stakes',
          cents: 1000,
          refs: { entry, funding: id, user: backer },
          now: n,
        })
        stripe.addPaid(intent, 1000, { funding: id, user: backer, entry })
      }
    }),
  )
  stripe.refuseRefunds('pi_paid7', 1_000_000)
  let server = await start()
  const path = `/api/tournaments/${tournament}`
  expect((await call(path, organiser, { status: 'cancelled' }, 'PATCH')).status).toBe(200)
  for (const part of [400, 1200]) {
    await until(() => stripe.refunds.size >= part)
    await server.kill()
    server = await start()
    const progress = await (await call(`${path}/refunds`, organiser)).json()
    expect(progress.total).toBe(people)
    expect(progress.refunded).toBeGreaterThanOrEqual(part - 100)
    expect(progress.refunded).toBeLessThan(people)
  }
  await until(async () => {
    const { refunded } = await (await call(`${path}/refunds`, organiser)).json()
    return refunded === people - 1
  })
  expect(stripe.refunds.size).toBe(people - 1)
  const { pending, failed, failures } = await (await call(`${path}/refunds`, organiser)).json()
  expect([pending, failed]).toEqual([0, 1])
  expect(failures[0].refund.error).toBe('Insufficient funds in your Stripe balance.')
  expect(await holds()).toEqual([1000, 1])
}, 300_000)
