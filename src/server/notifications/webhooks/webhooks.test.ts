import { afterEach, describe, expect, test } from 'bun:test'
import { Webhook as Verifier } from 'standardwebhooks'
import { fieldTexts } from '#contract/field-texts.ts'
import { newId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import type {
  Webhook,
  WebhookDelivery,
  WebhookTopic,
  WebhookWithSecret,
} from '#contract/notifications/webhooks.ts'
import { day } from '#contract/time.ts'
import { inTransaction } from '#server/db/connection.ts'
import { makePublicFetch } from '#server/http/public-fetch.ts'
import { anonymiseUser } from '#server/people/auth/index.ts'
import { JobQueue } from '#server/queue/queue.ts'
import { makeTestApp } from '../../../../tests/support/app.ts'
import {
  addEntry,
  addFunding,
  addScene,
  addStaff,
  addWebhook,
  setRules,
} from '../../../../tests/support/factories.ts'
import { heaviestRules } from '../../../../tests/support/protest-world.ts'
import { addRows, changeRows } from '../../../../tests/support/rows.ts'
import { banUser, moveTournament } from '../../../../tests/support/states.ts'
import { webhookJobKind } from './webhook-job.ts'

const allTopics: WebhookTopic[] = ['weigh_in', 'update', 'funding', 'results', 'protest']

const receivers: Bun.Server<undefined>[] = []
afterEach(async () => {
  for (const server of receivers.splice(0)) await server.stop(true)
})

interface Received {
  headers: Record<string, string>
  body: string
}

function receive(answer: (n: number) => Response | Promise<Response> = () => new Response('thanks')) {
  const received: Received[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      received.push({ headers: Object.fromEntries(request.headers), body: await request.text() })
      return answer(received.length)
    },
  })
  receivers.push(server)
  return {
    url: `http://127.0.0.1:${server.port}/hook`,
    received,
    events: () => received.map(({ body }) => JSON.parse(body).type),
  }
}

type Receiver = ReturnType<typeof receive>

/** Makes a site with an organiser, a running tournament and a webhook that the receiver accepts. */
async function setUp(receiver: Receiver, topics = allTopics) {
  const app = await makeTestApp({ ALLOW_PRIVATE_ADDRESSES: 'on' })
  const scene = await addScene(app.db)
  const { organiser } = scene
  const ask = async <T>(path: string, json?: object, method?: string): Promise<T> => {
    const init = { cookie: organiser.cookie, ...(json && { json }), ...(method && { method }) }
    const response = await app.page(`/api${path}`, init)
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
    return response.status === 204 ? (undefined as T) : response.json()
  }
  const hooks = `/tournaments/${scene.tournament}/webhooks`
  const hook = await ask<WebhookWithSecret>(hooks, { url: receiver.url, topics })
  const read = async (): Promise<Webhook | undefined> =>
    (await ask<Webhook[]>(hooks)).find(({ id }) => id === hook.id)
  const deliveries = () => ask<WebhookDelivery[]>(`/webhooks/${hook.id}/deliveries`)
  const weighIn = (weight = 412.5) =>
    ask<{ id: string }>(`/tournament-entries/${scene.entry}/catches`, { weight, species: 'Blue Marlin' })
  return { app, ...scene, ask, hook, read, deliveries, weighIn }
}

const dataOf = ({ received }: Receiver) => received.map(({ body }) => JSON.parse(body).data)

describe('a webhook is sent', () => {
  test('weigh-ins with a copy of a public log', async () => {
    const receiver = receive()
    const { app, ask, tournament, weighIn } = await setUp(receiver)
    await ask(`/tournaments/${tournament}`, { publicLog: true }, 'PATCH')
    await weighIn()
    const head = await ask<object>(`/tournaments/${tournament}/log/head`)
    await app.runJobs()
    expect(dataOf(receiver)[0]).toMatchObject({ log: head })
  })

  test('weigh-ins with their corrections and deletions, signed by the standard', async () => {
    const receiver = receive()
    const { app, ask, boat, entry, hook, tournament, weighIn } = await setUp(receiver)
    const { id } = await weighIn()
    await ask(`/catches/${id}`, { weight: 400 }, 'PATCH')
    // The weight is the same, so nothing changes.
    await ask(`/catches/${id}`, { weight: 400 }, 'PATCH')
    await ask(`/catches/${id}`, undefined, 'DELETE')
    expect(receiver.received).toEqual([])
    await app.runJobs()
    expect(receiver.events()).toEqual(['weigh_in.recorded', 'weigh_in.corrected', 'weigh_in.deleted'])
    const fish = { id, weight: 412.5, species: 'Blue Marlin', caughtAt: expect.any(String) }
    const facts = {
      tournament: { id: tournament, name: 'White Marlin Open' },
      entryId: entry,
      boat: { id: boat, name: 'Reel Deal', captainName: 'Ana Reyes' },
    }
    expect(dataOf(receiver)).toEqual([
      { ...facts, catch: fish, position: 1 },
      { ...facts, catch: { ...fish, weight: 400 }, before: fish, position: 1 },
      { ...facts, catch: { ...fish, weight: 400 }, position: null },
    ])
    const verifier = new Verifier(hook.secret)
    for (const { body, headers } of receiver.received) {
      expect(verifier.verify(body, headers)).toEqual(JSON.parse(body))
      expect(() => verifier.verify(body.replace('Reel Deal', 'Reel Fake'), headers)).toThrow()
    }
    expect(receiver.received[0]?.headers).toMatchObject({ 'content-type': 'application/json' })
  })

  test('weigh-ins that come to a shared place, and says so', async () => {
    const receiver = receive()
    const { app, tournament, organiser, entry, ask } = await setUp(receiver, ['weigh_in'])
    await setRules(app.db, tournament, heaviestRules(), organiser.id)
    const other = await addEntry(app.db, { tournament_id: tournament })
    const at = new Date().toISOString()
    const fish = { weight: 400, species: 'Blue Marlin', caughtAt: at, weighedAt: at }
    for (const each of [entry, other]) await ask(`/tournament-entries/${each}/catches`, fish)
    await app.runJobs()
    const places = dataOf(receiver).map(({ position, tied }) => [position, tied])
    expect(places).toEqual([
      [1, undefined],
      [1, true],
    ])
  })

  test('updates and announcements, but not the update that a weigh-in posts', async () => {
    const receiver = receive()
    const { app, ask, entry, tournament, weighIn } = await setUp(receiver, ['update'])
    await weighIn()
    const { id } = await ask<{ id: string }>('/tournament-updates', {
      tournamentEntryId: entry,
      content: 'Fish on',
    })
    await ask(`/tournaments/${tournament}/announcements`, { content: 'Lines in at six.' })
    await ask(`/tournament-updates/${id}`, undefined, 'DELETE')
    await app.runJobs()
    expect(receiver.events()).toEqual(['update.posted', 'update.announced', 'update.deleted'])
    expect(dataOf(receiver)).toMatchObject([
      { boat: { name: 'Reel Deal' }, update: { id, content: 'Fish on' } },
      { announcement: { content: 'Lines in at six.', pinned: false } },
      { update: { id } },
    ])
  })

  test('fundings and refunds with their amounts, without the backer', async () => {
    const receiver = receive()
    const { app, ask, entry, stranger } = await setUp(receiver, ['funding'])
    const json = {
      tournamentEntryId: entry,
      amount: '25.00',
      stripePaymentIntentId: 'pi_mock_1',
      message: 'Tight lines!',
    }
    const response = await app.page('/api/funding', { json, cookie: stranger.cookie })
    expect(response.status).toBe(201)
    const { id } = await app.db.selectFrom('fundings').select('id').executeTakeFirstOrThrow()
    await ask(`/tournament-entries/${entry}`, { reason: 'Engine failure' }, 'DELETE')
    await app.runJobs()
    expect(receiver.events()).toEqual(['funding.received', 'funding.refunded'])
    const funding = { id, amount: '25.00', mode: 'test' }
    expect(dataOf(receiver)).toMatchObject([
      { entryId: entry, boat: { name: 'Reel Deal' }, funding, raised: '25.00', goal: '10000.00' },
      { funding, raised: '0.00' },
    ])
    const bodies = receiver.received.map(({ body }) => body).join()
    for (const secret of [stranger.id, 'Tight lines', '@example.com']) expect(bodies).not.toContain(secret)
  })

  test('the winners, once the results are confirmed', async () => {
    const receiver = receive()
    const { app, ask, entry, tournament } = await setUp(receiver, ['results'])
    await addFunding(app.db, { entry_id: entry })
    app.setNow(Date.now() + 2 * day)
    await ask(`/tournaments/${tournament}/results`, { winnings: [{ entryId: entry, amount: '1000.00' }] })
    await app.runJobs()
    expect(receiver.events()).toEqual(['results.confirmed'])
    expect(dataOf(receiver)).toMatchObject([
      { winners: [{ entryId: entry, boat: { name: 'Reel Deal' }, winnings: '1000.00', pool: '400.00' }] },
    ])
  })

  test('nothing of other topics and of other tournaments', async () => {
    const receiver = receive()
    const { app, weighIn } = await setUp(receiver, ['funding', 'results'])
    await weighIn()
    const other = await addScene(app.db)
    const path = `/api/tournament-entries/${other.entry}/catches`
    await app.page(path, { json: { weight: 1, species: 'Cod' }, cookie: other.organiser.cookie })
    await app.runJobs()
    expect(receiver.received).toEqual([])
    expect(await app.db.selectFrom('webhook_deliveries').select('id').execute()).toEqual([])
  })

  test('a test event, whatever it hears of', async () => {
    const receiver = receive()
    const { app, ask, hook, tournament, deliveries } = await setUp(receiver, ['results'])
    const { id } = await ask<WebhookDelivery>(`/webhooks/${hook.id}/test`, {})
    await app.runJobs()
    expect(dataOf(receiver)).toEqual([{ tournament: { id: tournament, name: 'White Marlin Open' } }])
    expect(receiver.received[0]?.headers['webhook-id']).toBe(id)
    expect(await deliveries()).toMatchObject([
      { id, event: 'test', state: 'sent', attempts: 1, status: 200, answer: 'thanks', problem: null },
    ])
  })
})

describe('a delivery that fails', () => {
  test('is tried again with growing waits and the same id, and others wait behind it', async () => {
    const receiver = receive(n => (n <= 3 ? new Response('no'.repeat(200), { status: 500 }) : new Response()))
    const { app, deliveries, read, weighIn } = await setUp(receiver)
    app.setNow(1_800_000_000_000)
    const start = app.deps.now()
    await moveTournament(app.db, { starts_at: start - day, ends_at: start + day })
    await weighIn(1)
    await weighIn(2)
    await app.runJobs()
    await app.runJobs()
    expect(receiver.received).toHaveLength(1)
    const [second, first] = await deliveries()
    expect([first, second]).toMatchObject([
      {
        state: 'waiting',
        attempts: 1,
        status: 500,
        answer: 'no'.repeat(limits.webhookAnswerMax / 2),
        problem: 'The server answered 500.',
      },
      { state: 'waiting', attempts: 0, status: null },
    ])
    expect(await read()).toMatchObject({ state: 'failing', waiting: 2, problem: 'The server answered 500.' })
    for (const [wait, attempts] of [
      [10_000, 2],
      [20_000, 3],
    ] as const) {
      app.setNow(app.deps.now() + wait - 1)
      await app.runJobs()
      app.setNow(app.deps.now() + 1)
      await app.runJobs()
      expect(receiver.received).toHaveLength(attempts)
    }
    app.setNow(app.deps.now() + 40_000)
    await app.runJobs()
    expect(await read()).toMatchObject({ state: 'on', waiting: 0, failingSince: null, problem: null })
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids)).toEqual(new Set([first?.id, second?.id]))
    expect(ids).toHaveLength(5)
  })

  test('because the server is slow, redirects or is not there says so', async () => {
    const secret = receive()
    const redirecting = receive(() => Response.redirect(secret.url, 308))
    const { app, ask, deliveries, hook } = await setUp(redirecting)
    await ask(`/webhooks/${hook.id}/test`, {})
    await app.runJobs()
    expect(secret.received).toEqual([])
    expect((await deliveries())[0]).toMatchObject({
      status: 308,
      problem: expect.stringContaining('a redirect'),
    })
    await receivers.pop()?.stop(true)
    await changeRows(app.db, 'webhooks', { url: 'http://127.0.0.1:9/' })
    await ask(`/webhooks/${hook.id}/test`, {})
    await app.runJobs()
    expect((await deliveries())[0]).toMatchObject({
      status: null,
      problem: expect.stringContaining('failed'),
    })
  })

  test('while others are accepted is given up after ten attempts', async () => {
    const receiver = receive()
    const { app, ask, deliveries, hook, read } = await setUp(receiver)
    app.setNow(1_800_000_000_000)
    await ask(`/webhooks/${hook.id}/test`, {})
    await changeRows(app.db, 'webhook_deliveries', { attempts: 9 })
    const failing = receive(() => new Response('', { status: 422 }))
    await changeRows(app.db, 'webhooks', { url: failing.url, succeeded_at: app.deps.now() + 1 })
    await app.runJobs()
    expect(await deliveries()).toMatchObject([{ state: 'failed', attempts: 10, status: 422 }])
    expect(await read()).toMatchObject({ state: 'failing', waiting: 0 })
  })

  test('for three days turns the webhook off and mails the organiser, who turns it on again', async () => {
    const receiver = receive(n => new Response('', { status: n < 5 ? 503 : 200 }))
    const { app, ask, deliveries, hook, organiser, read } = await setUp(receiver)
    app.setNow(1_800_000_000_000)
    const test = `/webhooks/${hook.id}/test`
    for (const wait of [0, day, 2 * day - 60_000]) {
      app.setNow(app.deps.now() + wait)
      await ask(test, {})
      await app.runJobs()
      expect(await read()).toMatchObject({ state: 'failing' })
    }
    app.setNow(app.deps.now() + 60_000)
    await app.runJobs()
    expect(await read()).toMatchObject({
      state: 'off',
      waiting: 0,
      problem: 'Turned off: nothing was accepted for 3 days. The server answered 503.',
    })
    expect((await deliveries()).map(({ state }) => state)).toEqual(['failed', 'failed', 'failed'])
    await app.sendMails()
    expect(app.mails).toMatchObject([
      { to: `${organiser.id}@example.com`, subject: 'A webhook was turned off' },
    ])
    const rejection = await app.page(`/api${test}`, { method: 'POST', cookie: organiser.cookie })
    expect([rejection.status, (await rejection.json()).message]).toEqual([
      409,
      'The webhook is off. Turn it on first.',
    ])
    await ask(`/webhooks/${hook.id}`, { enabled: true }, 'PATCH')
    expect(await read()).toMatchObject({ state: 'on', failingSince: null })
    await ask(test, {})
    await app.runJobs()
    expect((await deliveries())[0]).toMatchObject({ state: 'sent' })
  })

  test('with 410 turns the webhook off at once, also while no more mails can wait', async () => {
    const receiver = receive(() => new Response('', { status: 410 }))
    const { app, ask, hook, read } = await setUp(receiver)
    const mail = { recipient: 'ann@example.org', subject: 'Hello', text: '', created_at: 0 }
    await addRows(
      app.db,
      'mails',
      ...Array.from({ length: 10_000 }, () => ({ id: newId<'mail'>(), ...mail })),
    )
    await ask(`/webhooks/${hook.id}/test`, {})
    await app.runJobs()
    expect(receiver.received).toHaveLength(1)
    expect(await read()).toMatchObject({
      state: 'off',
      problem: 'Turned off: the server answered 410, gone.',
    })
  })

  test('because the server stops is not counted', async () => {
    const arrival = Promise.withResolvers<void>()
    const receiver = receive(() => {
      arrival.resolve()
      return new Promise<Response>(() => {})
    })
    const { app, ask, deliveries, hook } = await setUp(receiver)
    await ask(`/webhooks/${hook.id}/test`, {})
    const queue = new JobQueue(app.deps, [webhookJobKind(app.deps)])
    queue.start()
    await arrival.promise
    await queue.stop()
    expect(await deliveries()).toMatchObject([{ state: 'waiting', attempts: 0 }])
  })
})

describe('deliveries', () => {
  test('are sent again with the same id on demand', async () => {
    const receiver = receive()
    const { app, ask, deliveries, hook } = await setUp(receiver)
    const { id } = await ask<WebhookDelivery>(`/webhooks/${hook.id}/test`, {})
    await app.runJobs()
    await ask(`/webhook-deliveries/${id}/again`, {})
    await app.runJobs()
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([id, id])
    expect(await deliveries()).toMatchObject([{ id, state: 'sent', attempts: 2 }])
  })

  test('are kept to the last fifty, and those that wait to a thousand', async () => {
    const { app, ask, deliveries, hook, weighIn } = await setUp(receive())
    for (let n = 0; n < 60; n += 1) await ask(`/webhooks/${hook.id}/test`, {})
    await app.runJobs()
    expect(await deliveries()).toHaveLength(limits.webhookDeliveries)
    const listIds = () => app.db.selectFrom('webhook_deliveries').select('id').execute()
    expect(await listIds()).toHaveLength(limits.webhookDeliveries)
    await changeRows(app.db, 'webhooks', { waiting: limits.webhookWaiting })
    await weighIn()
    expect(await listIds()).toHaveLength(limits.webhookDeliveries)
    await changeRows(app.db, 'webhooks', { waiting: 0 })
    for (let n = 0; n < 10; n += 1) await ask(`/webhooks/${hook.id}/test`, {})
    expect(await listIds()).toHaveLength(limits.webhookDeliveries + 10)
    await ask(`/webhooks/${hook.id}`, { enabled: false }, 'PATCH')
    expect(await listIds()).toHaveLength(limits.webhookDeliveries)
    expect((await deliveries()).slice(0, 11).map(({ state }) => state)).toEqual([
      ...Array(10).fill('failed'),
      'sent',
    ])
  })

  test('leave one job of a webhook behind', async () => {
    const receiver = receive()
    const { app, ask, hook } = await setUp(receiver)
    for (let n = 0; n < 3; n += 1) {
      await ask(`/webhooks/${hook.id}/test`, {})
      await app.runJobs()
    }
    expect(receiver.received).toHaveLength(3)
    expect(await app.db.selectFrom('jobs').select(['kind', 'state']).execute()).toEqual([
      { kind: 'webhook', state: 'done' },
    ])
  })

  test('of a closed account are not sent', async () => {
    const receiver = receive()
    const { app, ask, hook, organiser } = await setUp(receiver)
    await ask(`/webhooks/${hook.id}/test`, {})
    await banUser(app.db, organiser.id)
    await app.runJobs()
    expect(receiver.received).toEqual([])
  })
})

test('a changed secret signs together with those before, for a day, also if it was changed again', async () => {
  const receiver = receive()
  const { app, ask, hook } = await setUp(receiver)
  const { secret: lost } = await ask<WebhookWithSecret>(`/webhooks/${hook.id}/secret`, {})
  const { secret } = await ask<WebhookWithSecret>(`/webhooks/${hook.id}/secret`, {})
  expect(new Set([hook.secret, lost, secret]).size).toBe(3)
  const verifies = async (key: string) => {
    receiver.received.length = 0
    await ask(`/webhooks/${hook.id}/test`, {})
    await app.runJobs()
    const { body = '', headers = {} } = receiver.received[0] ?? {}
    // The library compares with the real clock.
    const signatures = headers['webhook-signature']?.split(' ') ?? []
    const at = new Date(Number(headers['webhook-timestamp']) * 1000)
    return signatures.includes(new Verifier(key).sign(headers['webhook-id'] ?? '', at, body))
  }
  const all = async () => [await verifies(hook.secret), await verifies(lost), await verifies(secret)]
  expect(await all()).toEqual([true, true, true])
  app.setNow(Date.now() + day + 1000)
  expect(await all()).toEqual([false, false, true])
})

describe('webhooks are refused', () => {
  test('to visitors, strangers, captains, co-organisers and weigh masters, in every call', async () => {
    const receiver = receive()
    const { app, captain, hook, stranger, tournament, ask } = await setUp(receiver)
    const { id } = await ask<WebhookDelivery>(`/webhooks/${hook.id}/test`, {})
    const co = await addStaff(app.db, { tournament_id: tournament, role: 'co-organiser' })
    const master = await addStaff(app.db, { tournament_id: tournament, role: 'weigh-master' })
    const calls: [string, string, object?][] = [
      ['GET', `/tournaments/${tournament}/webhooks`],
      ['POST', `/tournaments/${tournament}/webhooks`, { url: receiver.url, topics: ['results'] }],
      ['PATCH', `/webhooks/${hook.id}`, { enabled: false }],
      ['DELETE', `/webhooks/${hook.id}`],
      ['POST', `/webhooks/${hook.id}/secret`],
      ['POST', `/webhooks/${hook.id}/test`],
      ['GET', `/webhooks/${hook.id}/deliveries`],
      ['POST', `/webhook-deliveries/${id}/again`],
    ]
    for (const [method, path, json] of calls) {
      const statuses = await Promise.all(
        [{ cookie: '' }, stranger, captain, co, master].map(
          async ({ cookie }) => (await app.page(`/api${path}`, { method, json, cookie })).status,
        ),
      )
      expect([method, path, statuses]).toEqual([method, path, [401, 403, 403, 403, 403]])
    }
  })

  test('to others than the organiser before the name of the address is resolved', async () => {
    const app = await makeTestApp()
    const { organiser, stranger, tournament } = await addScene(app.db)
    const names: string[] = []
    const resolve = async (name: string) => {
      names.push(name)
      return ['10.0.0.7']
    }
    Object.assign(app.deps.publicFetch, makePublicFetch({ allowPrivate: false, resolve }))
    const statusFor = async ({ cookie }: { cookie: string }, topics: string[]) => {
      const json = { url: 'https://db.internal/', topics }
      return (await app.page(`/api/tournaments/${tournament}/webhooks`, { json, cookie })).status
    }
    expect([await statusFor(stranger, ['results']), await statusFor(stranger, [])]).toEqual([403, 400])
    expect(names).toEqual([])
    expect([await statusFor(organiser, ['results']), await statusFor(organiser, [])]).toEqual([400, 400])
    expect(names).toEqual(['db.internal', 'db.internal'])
  })

  test('for an address that is no https: URL or is on a private network', async () => {
    const app = await makeTestApp()
    const { organiser, tournament } = await addScene(app.db)
    const issuesFor = async (json: object) => {
      const path = `/api/tournaments/${tournament}/webhooks`
      const response = await app.page(path, { json, cookie: organiser.cookie })
      return [response.status, (await response.json()).issues]
    }
    const topics = ['results']
    for (const url of [undefined, '', 'hooks.example', 'ftp://hooks.example/'])
      expect(await issuesFor({ url, topics })).toEqual([
        400,
        [{ path: 'url', message: fieldTexts.webhookAddressRequired }],
      ])
    for (const url of ['https://127.0.0.1/', 'https://[::ffff:10.0.0.1]/', 'https://localhost:3000/hook'])
      expect(await issuesFor({ url, topics })).toEqual([
        400,
        [{ path: 'url', message: expect.stringContaining('is on a private network') }],
      ])
    for (const wrong of [undefined, [], ['everything'], 'results'])
      expect(await issuesFor({ url: 'https://9.9.9.9/', topics: wrong })).toEqual([
        400,
        [{ path: expect.stringMatching(/^topics/), message: expect.any(String) }],
      ])
    expect(await app.db.selectFrom('webhooks').select('id').execute()).toEqual([])
  })

  test('beyond five of a tournament and twenty of an organiser', async () => {
    const app = await makeTestApp()
    const { organiser, tournament } = await addScene(app.db)
    const add = async (id: string) => {
      const json = { url: 'https://9.9.9.9/', topics: ['results'] }
      const response = await app.page(`/api/tournaments/${id}/webhooks`, { json, cookie: organiser.cookie })
      return [response.status, (await response.json()).message]
    }
    for (let n = 0; n < limits.webhooks; n += 1) expect((await add(tournament))[0]).toBe(201)
    expect(await add(tournament)).toEqual([409, 'A tournament has at most 5 webhooks. Delete one first.'])
    for (let n = limits.webhooks; n < limits.webhooksPerPerson; n += 1)
      await addWebhook(app.db, { created_by: organiser.id })
    const other = await addScene(app.db)
    await changeRows(app.db, 'tournaments', { organiser_id: organiser.id }, { id: other.tournament })
    expect((await add(other.tournament))[0]).toBe(409)
  })
})

test('an address whose name comes to resolve to the private network is not connected to', async () => {
  const receiver = receive()
  const app = await makeTestApp()
  const { organiser, tournament } = await addScene(app.db)
  const { port } = new URL(receiver.url)
  const url = `https://rebind.example:${port}/hook`
  const id = await addWebhook(app.db, { tournament_id: tournament, created_by: organiser.id, url })
  app.deps.publicFetch = makePublicFetch({ allowPrivate: false, resolve: async () => ['127.0.0.1'] })
  await app.page(`/api/webhooks/${id}/test`, { method: 'POST', cookie: organiser.cookie })
  await app.runJobs()
  expect(receiver.received).toEqual([])
  const row = await app.db.selectFrom('webhook_deliveries').selectAll().executeTakeFirstOrThrow()
  expect(row.problem).toContain('rebind.example is on a private network')
})

test.each(['webhook', 'account'])(
  'a deleted %s leaves nothing behind, and a job under way ends',
  async what => {
    const receiver = receive()
    const { app, ask, hook, organiser } = await setUp(receiver)
    await ask(`/webhooks/${hook.id}/test`, {})
    if (what === 'webhook') await ask(`/webhooks/${hook.id}`, undefined, 'DELETE')
    else await inTransaction(app.db, trx => anonymiseUser(trx, organiser.id, Date.now()))
    await app.runJobs()
    expect(receiver.received).toEqual([])
    for (const table of ['webhooks', 'webhook_deliveries'] as const)
      expect(await app.db.selectFrom(table).select('id').execute()).toEqual([])
    expect(await inTransaction(app.db, trx => trx.selectFrom('jobs').select('state').execute())).toEqual([
      { state: 'done' },
    ])
  },
)
