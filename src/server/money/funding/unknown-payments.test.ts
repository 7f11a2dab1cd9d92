import { Database } from 'bun:sqlite'
import { afterEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { newId } from '#contract/ids.ts'
import { admin as runCommand } from '#server/cli/test-support.ts'
import { type Db, inSnapshot } from '#server/db/connection.ts'
import { makeDb } from '#server/db/sqlite/connection.ts'
import { openDatabase } from '#server/db/sqlite/open.ts'
import { findFaults } from '#server/money/ledger/verify.queries.ts'
import { makeTestDb } from '../../../../tests/support/app.ts'
import { makeLiveScene, stopDoubles } from '../../../../tests/support/live-scene.ts'
import { addWebhookEvent } from '../../../../tests/support/raw-sql.ts'
import { addRows } from '../../../../tests/support/rows.ts'
import { cancelTournament } from '../../../../tests/support/states.ts'

afterEach(stopDoubles)

const since = '2020-01-01'

/** The restored database lacks a payment. */
async function setUp(goal?: number) {
  const all = await makeLiveScene(goal)
  const { stripe, app, bo, entry } = all
  const admin = async (...args: string[]) => {
    const { code, out } = await runCommand(all, ...args)
    return { code, out: out.join('\n') }
  }
  /** @returns its id */
  const addUnknown = (metadata: Record<string, string> = {}) => {
    const id = `pi_${crypto.randomUUID().replaceAll('-', '')}`
    stripe.addPaid(id, 2500, { funding: newId<'funding'>(), user: bo.id, entry, ...metadata })
    return id
  }
  const gauge = async () => {
    const metrics = await app.request('http://127.0.0.1/metrics', {
      headers: { authorization: 'Bearer metrics' },
    })
    return /^reelstake_unknown_payments (\d+)$/m.exec(await metrics.text())?.[1]
  }
  return { ...all, admin, addUnknown, gauge }
}

describe('payments at the provider that are not in the database', () => {
  test('are stored, logged as an error, listed and counted once, however many events name them', async () => {
    const { stripe, deliver, addUnknown, admin, gauge, logs, holds, deps } = await setUp()
    deps.env.metricsToken = 'metrics'
    expect(await gauge()).toBe('0')
    const intent = addUnknown()
    stripe.refundByHand(intent, 500)
    stripe.dispute(intent, 'warning_needs_response')
    await deliver()
    expect(await gauge()).toBe('1')
    const errors = logs.filter(({ level }) => level === 'error')
    expect(errors.length).toBe(3)
    expect(errors[0]).toMatchObject({ payment: intent, message: expect.stringContaining('unknown-payments') })
    const { code, out } = await admin('unknown-payments')
    expect(code).toBe(0)
    expect(out).toContain(`${intent}\tsandbox\t$25\t`)
    expect(out).toContain('1 payment is not in the database.')
    // The operator has a week to answer it.
    expect(out).toMatch(/\tits backer’s bank disputes it: answer at the provider by \d{4}-\d\d-\d\d$/m)
    expect(await holds()).toBe(0)
  })

  test('include a payment in another currency than its funding, until it is refunded at the provider', async () => {
    const { stripe, deliver, begin, admin, rows, holds } = await setUp()
    const intent = await begin()
    Object.assign(stripe.intent(intent), { currency: 'eur' })
    stripe.pay(intent)
    await deliver()
    const line = `${intent}\tsandbox\tunknown amount\t`
    expect((await admin('unknown-payments')).out).toContain(line)
    const adoption = await admin('adopt-payments', '--since', since)
    expect([adoption.code, adoption.out]).toEqual([1, expect.stringContaining('refused\tit is in eur')])
    expect((await admin('unknown-payments')).out).toMatch(/\tit is in eur$/m)
    expect(await rows()).toMatchObject([{ status: 'pending' }])
    stripe.refundByHand(intent)
    await deliver()
    expect((await admin('unknown-payments')).out).toBe('0 payments are not in the database.')
    expect(await rows()).toMatchObject([{ status: 'failed' }])
    expect(await holds()).toBe(0)
  })

  test('are not asked for, nor stored, by an id that is not safe in a URL', async () => {
    const { stripe, send, gauge, deps } = await setUp()
    deps.env.metricsToken = 'metrics'
    const requestCount = stripe.requests.length
    for (const id of ['../../v1/charges', 'pi_a?expand=1', 'pi_a\0b', 'pi_']) {
      const refund = { id: 're_1', object: 'refund', payment_intent: id, charge: null }
      const events = [
        stripe.makeEvent('payment_intent.succeeded', { id, object: 'payment_intent', metadata: {} }),
        stripe.makeEvent('refund.updated', refund),
      ]
      for (const event of events) expect((await send(event)).status).toBe(200)
    }
    expect(stripe.requests.slice(requestCount)).toEqual([])
    expect(await gauge()).toBe('0')
  })

  test('are ignored without a charge', async () => {
    const { stripe, send, gauge, deps } = await setUp()
    deps.env.metricsToken = 'metrics'
    const unpaid = { id: 'pi_other', object: 'payment_intent', metadata: {} }
    await send(stripe.makeEvent('payment_intent.payment_failed', unpaid))
    await send(stripe.makeEvent('customer.created', { id: 'cus_1', object: 'customer' }))
    expect(await gauge()).toBe('0')
  })

  test('are recorded once by adopt-payments, also those without an event', async () => {
    const { deliver, addUnknown, admin, holds, stripe, rows, bo, fundingsOf } = await setUp()
    const withEvent = addUnknown()
    await deliver()
    // Listed, without a webhook.
    const withoutEvent = addUnknown()
    stripe.takeEvents()
    const { code, out } = await admin('adopt-payments', '--since', since)
    expect([code, await holds()]).toEqual([0, 5000])
    expect(out.split('\n').toSorted()).toEqual(
      [
        `${withEvent}\t$25\trecorded`,
        `${withoutEvent}\t$25\trecorded`,
        '2 recorded, 0 refunded by the server while it runs, 0 already refunded, 0 refused.',
      ].toSorted(),
    )
    expect((await rows()).every(row => row.backer_id === bo.id && row.status === 'completed')).toBe(true)
    expect((await fundingsOf()).length).toBe(2)
    expect((await admin('adopt-payments', '--since', since)).out).toStartWith('0 recorded')
    expect((await admin('unknown-payments')).out).toBe('0 payments are not in the database.')
    expect(await holds()).toBe(5000)
  })

  test('get the version of the terms that was in force when they were paid', async () => {
    const { addUnknown, admin, rows, db, deps } = await setUp()
    addUnknown()
    await admin('adopt-payments', '--since', since)
    expect((await rows()).map(row => row.terms_version)).toEqual([null])
    const text = { kind: 'terms', text: 'x', created_by: 'command line' } as const
    await addRows(
      db,
      'legal_texts',
      { ...text, version: 1, created_at: deps.now() - 3_600_000 },
      { ...text, version: 2, created_at: deps.now() + 3_600_000 },
    )
    addUnknown()
    await admin('adopt-payments', '--since', since)
    expect((await rows()).map(row => row.terms_version)).toEqual([null, 1])
  })

  test('are refunded when the goal is met, the tournament is cancelled or the boat is unknown', async () => {
    const { addUnknown, admin, holds, atStripe, runJobs, db, tournament } = await setUp(2500)
    addUnknown()
    addUnknown()
    addUnknown({ entry: newId<'entry'>() })
    const { code, out } = await admin('adopt-payments', '--since', since)
    expect([code, out.split('\n').at(-1)]).toEqual([
      0,
      '1 recorded, 2 refunded by the server while it runs, 0 already refunded, 0 refused.',
    ])
    await runJobs()
    expect([await holds(), atStripe()]).toEqual([2500, 2500])
    await cancelTournament(db, tournament)
    addUnknown()
    await admin('adopt-payments', '--since', since)
    await runJobs()
    expect([await holds(), atStripe()]).toEqual([2500, 2500])
  })

  test('that were refunded in full or in part are recorded as refunded', async () => {
    const { addUnknown, admin, holds, atStripe, stripe, runJobs } = await setUp()
    stripe.refundByHand(addUnknown())
    stripe.refundByHand(addUnknown(), 1000)
    await admin('adopt-payments', '--since', since)
    await runJobs()
    expect([await holds(), atStripe()]).toEqual([0, 0])
  })

  test('stay in the list with the reason when they cannot be recorded, and the command exits with 1', async () => {
    const { addUnknown, admin, deliver, gauge, deps, stripe, send } = await setUp()
    deps.env.metricsToken = 'metrics'
    addUnknown({ user: newId<'user'>() })
    stripe.addPaid('pi_shop', 900, {})
    await deliver()
    await send(stripe.makeEvent('payment_intent.succeeded', { id: 'pi_gone', metadata: {} }))
    const { code, out } = await admin('adopt-payments', '--since', since)
    expect(code).toBe(1)
    expect(out).toContain('its backer has no account here: refund it at the provider')
    expect(out).toContain('pi_shop\t$9\trefused\tit was not made by this site')
    expect(await gauge()).toBe('3')
    expect((await admin('unknown-payments')).out).toContain('it was not made by this site')
  })

  test('leave the list after a refund at the provider', async () => {
    const { addUnknown, admin, deliver, gauge, deps, stripe } = await setUp()
    deps.env.metricsToken = 'metrics'
    const intent = addUnknown({ user: newId<'user'>() })
    await deliver()
    const adoption = await admin('adopt-payments', '--since', since)
    expect(adoption.code).toBe(1)
    expect(adoption.out).toEndWith(
      '1 payment could not be recorded. Refund it at the provider, then run this command again.',
    )
    stripe.refundByHand(intent)
    await deliver()
    expect(await gauge()).toBe('1')
    const { code, out } = await admin('adopt-payments', '--since', since)
    expect([code, await gauge()]).toEqual([0, '0'])
    expect(out).toContain(`${intent}\t$25\trefunded`)
  })

  test('are recorded once, and not stored as unknown, when adopted during an event', async () => {
    const { addUnknown, admin, deliver, holds, deps, gauge } = await setUp()
    deps.env.metricsToken = 'metrics'
    addUnknown()
    const real = deps.payments
    let calls = 0
    deps.payments = {
      ...real,
      find: async id => {
        const payment = await real.find(id)
        if (calls++ === 0) expect((await admin('adopt-payments', '--since', since)).code).toBe(0)
        return payment
      },
    }
    await deliver()
    expect([await gauge(), await holds()]).toEqual(['0', 2500])
  })

  test('adopt-payments exits with 2 without a date, and with 1 for test payments or an unreachable provider', async () => {
    const { admin, deps, stripe } = await setUp()
    for (const args of [
      [],
      ['--since'],
      ['--since', 'yesterday'],
      ['--since', '2026-13-40'],
      ['--since', since, 'x'],
    ])
      expect((await admin('adopt-payments', ...args)).code).toBe(2)
    stripe.fail('GET /v1/payment_intents', '503', 9)
    const unreachable = await admin('adopt-payments', '--since', since)
    expect([unreachable.code, unreachable.out]).toEqual([1, expect.stringContaining('is unreachable')])
    stripe.mend()
    deps.env.payments = null
    expect((await admin('adopt-payments', '--since', since)).code).toBe(1)
  }, 15_000)
})

describe('verify-ledger --provider', () => {
  test('exits with 0 and the number of compared payments when all amounts agree', async () => {
    const { stripe, admin, deliver, makeFunding } = await setUp()
    for (let n = 0; n < 3; n++) {
      const intent = await makeFunding()
      if (n === 1) stripe.refundByHand(intent, 1000)
      if (n === 2) stripe.dispute(intent, 'lost')
      await deliver()
    }
    const { code, out } = await admin('verify-ledger', '--provider')
    expect([code, out.split('\n').slice(1)]).toEqual([
      0,
      [
        'Everything agrees to the cent.',
        '3 payments compared with the provider.',
        'The provider agrees to the cent.',
      ],
    ])
  })

  test('exits with 1 and names differing fundings, unknown payments and those missing at the provider', async () => {
    const { stripe, admin, addUnknown, deliver, rows, makeFunding } = await setUp()
    const intents = [await makeFunding(), await makeFunding(), await makeFunding()]
    addUnknown()
    await deliver()
    stripe.refundByHand(intents[0] ?? '', 1000)
    stripe.intents.delete(intents[1] ?? '')
    const { code, out } = await admin('verify-ledger', '--provider')
    expect(code).toBe(1)
    const [first, second] = (await rows()).map(({ id }) => id)
    expect(out).toContain(`funding ${first} (${intents[0]}): counts 2500 cents, the provider holds 1500`)
    expect(out).toContain(
      `funding ${second} (${intents[1]}): counts 2500 cents, the provider does not know the payment`,
    )
    expect(out).toContain(
      '1 payment at the provider is not in the database. See: bun run admin unknown-payments',
    )
    expect(out).toContain('The provider does not agree in 3 places.')
    expect((await admin('verify-ledger', '--provider', 'x')).code).toBe(2)
  })
})

test('SQLite: verify-ledger reads one snapshot without blocking writers', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'proof-'))
  const path = join(directory, 'test.sqlite')
  const template = await makeTestDb()
  await sql`vacuum into ${path}`.execute(template)
  const db = makeDb(openDatabase(path))
  const server = new Database(path)
  server.run('PRAGMA busy_timeout = 0')
  const count = async (reader: Db) =>
    (await reader.selectFrom('webhook_events').select('id').execute()).length
  await inSnapshot(db, async snapshot => {
    expect(await findFaults(snapshot)).toEqual([])
    addWebhookEvent(server)
    expect(await count(snapshot)).toBe(0)
  })
  expect(await count(db)).toBe(1)
  server.close()
  await db.destroy()
  await template.destroy()
  rmSync(directory, { recursive: true })
})
