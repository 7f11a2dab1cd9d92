import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { Client } from 'pg'
import type { Boat } from '#contract/boats/boats.ts'
import { type EntryId, newId } from '#contract/ids.ts'
import { hour } from '#contract/time.ts'
import { findFaults } from '#server/money/ledger/verify.queries.ts'
import { checkProcesses } from '#server/site/admin/process-check.ts'
import { readExposition } from '../../../../tests/support/exposition.ts'
import {
  addFunding,
  addScene,
  addSigned,
  pastDates,
  type Signed,
} from '../../../../tests/support/factories.ts'
import { clip } from '../../../../tests/support/media.ts'
import { PostgresProxy } from '../../../../tests/support/postgres-proxy.ts'
import { addRows } from '../../../../tests/support/rows.ts'
import { S3Double } from '../../../../tests/support/s3-double.ts'
import { joinAs, type ServerProcess, startServer } from '../../../../tests/support/server.ts'
import { moveTournament, setGoals } from '../../../../tests/support/states.ts'
import { StripeDouble } from '../../../../tests/support/stripe-double.ts'
import { until } from '../../../../tests/support/until.ts'
import { PostgresDb } from './connection.ts'

/* Two processes of one site, each behind a connection to PostgreSQL that can be cut or frozen. */
const bucket = new S3Double()
const stripe = new StripeDouble()
const name = `site_${process.pid}`
const url = new URL(process.env.DATABASE_URL ?? '')
let proxies: [PostgresProxy, PostgresProxy]
let a: ServerProcess
let b: ServerProcess
let db: PostgresDb

const settings = (proxy: PostgresProxy) => ({
  ...bucket.env,
  ...stripe.env,
  DATABASE_URL: proxy.url,
  STORAGE: `s3://${bucket.bucket}`,
  AUTH_AUTOCONFIRM: 'on',
})

beforeAll(async () => {
  const client = new Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  url.pathname = `/${name}`
  proxies = [new PostgresProxy(url.href), new PostgresProxy(url.href)]
  const both = proxies.map(proxy => startServer(settings(proxy)))
  ;[a, b] = (await Promise.all(both)) as [ServerProcess, ServerProcess]
  db = new PostgresDb(url.href, { max: 2 })
})
afterAll(async () => {
  await db.destroy()
  await Promise.all([a.remove(), b.remove(), bucket.stop(), stripe.stop()])
  for (const proxy of proxies) proxy[Symbol.dispose]()
})

interface Call {
  as: Pick<Signed, 'cookie'>
  method?: string
  json?: object
}

const send = (server: ServerProcess, path: string, { as, method, json }: Call): Promise<Response> =>
  fetch(`${server.origin}${path}`, {
    method: method ?? (json ? 'POST' : 'GET'),
    headers: { ...as, 'sec-fetch-site': 'same-origin', ...(json && { 'content-type': 'application/json' }) },
    ...(json && { body: JSON.stringify(json) }),
  })

const addBoat = async (server: ServerProcess, as: Signed, boat: string): Promise<Boat> => {
  const response = await send(server, '/api/boats', { as, json: { name: boat, captainName: 'Ana Reyes' } })
  expect(response.status).toBe(201)
  return response.json()
}

async function runsScheduledWork(server: ServerProcess): Promise<boolean> {
  const text = await (await fetch(`${server.origin}/metrics`)).text()
  return readExposition(text).samples.get('reelstake_runs_scheduled_work{engine="postgres"}') === 1
}

/** The text of events until it matches. */
async function listen(server: ServerProcess, since = '') {
  const { body } = await fetch(`${server.origin}/api/events${since && `?since=${since}`}`)
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return {
    async until(pattern: RegExp): Promise<string> {
      while (!pattern.test(text)) text += (await reader?.read())?.value ?? ''
      const chunk = text
      text = ''
      return chunk
    },
    end: () => reader?.cancel(),
  }
}

describe('two processes', () => {
  test('that start at once share schema, keys and accounts', async () => {
    const headers = await joinAs(a.origin)
    const answer = await fetch(`${b.origin}/api/my-boats`, { headers })
    expect([answer.status, await answer.json()]).toEqual([200, []])
    const keys = await Promise.all(
      [a, b].map(async ({ origin }) => (await fetch(`${origin}/auth/v1/.well-known/jwks.json`)).json()),
    )
    expect(keys[0]).toEqual(keys[1])
    const live = await db.listProcesses()
    expect(live.map(({ place }) => place)).toEqual(
      Array(2).fill(expect.stringMatching(new RegExp(`^${hostname()}, process \\d+$`))),
    )
    expect((await checkProcesses(db)).text).toMatch(
      /^2 processes serve this site on PostgreSQL; the one at .+, process \d+ runs the scheduled work\./,
    )
    const first = await Promise.all([a, b].map(runsScheduledWork))
    expect(first.toSorted()).toEqual([false, true])
  })

  test('answer with what the other one has acknowledged, cached lists and pages too', async () => {
    const as = await addSigned(db)
    for (let round = 0; round < 10; round++) {
      const [one, other] = round % 2 === 0 ? [a, b] : [b, a]
      const boat = await addBoat(one, as, `Round ${round}`)
      const [profile, page] = await Promise.all([
        send(other, `/api/boats/${boat.id}`, { as }),
        send(other, '/boats', { as }),
      ])
      expect([round, profile.status, (await page.text()).includes(`Round ${round}`)]).toEqual([
        round,
        200,
        true,
      ])
    }
  })

  test('tell their open pages what the other one changed, and continue its streams', async () => {
    const as = await addSigned(db)
    const [own, events] = await Promise.all([listen(a), listen(b)])
    await own.until(/event: ready\n/)
    const [, before = ''] = /id: (\S+)\nevent: ready/.exec(await events.until(/event: ready\n/)) ?? []
    const boat = await addBoat(a, as, 'Heard')
    const text = await events.until(/"\/api\/boats/)
    expect(text).toContain('"/api/boats"')
    // Either gathers changes by its own timer; before that, a would send this one after `ready`.
    await own.until(/"\/api\/boats/)
    await Promise.all([own.end(), events.end()])
    // A page that b made opens its stream at a.
    const other = await listen(a, before)
    const replay = await other.until(/event: ready\n/)
    expect([replay.includes('"*"'), replay.includes('/api/boats')]).toEqual([false, true])
    await other.end()
    expect(boat.name).toBe('Heard')
  })

  test('notify in the order of what happened at either', async () => {
    const { entry, boat, organiser } = await addScene(db)
    const as = await addSigned(db)
    expect((await send(a, `/api/boats/${boat}/follow`, { as, method: 'PUT' })).status).toBe(204)
    const weights = [10, 20, 30, 40, 50, 60]
    for (const [n, weight] of weights.entries()) {
      const json = { weight, species: 'Wahoo' }
      const response = await send(n % 2 === 0 ? a : b, `/api/tournament-entries/${entry}/catches`, {
        as: organiser,
        json,
      })
      expect(response.status).toBe(201)
    }
    const read = async () => {
      const list: { text: string }[] = await (await send(b, '/api/notices', { as })).json()
      return list.flatMap(({ text }) => /([\d.]+) lbs/.exec(text)?.slice(1).map(Number) ?? []).reverse()
    }
    await until(async () => (await read()).length === weights.length)
    expect(await read()).toEqual(weights)
  })

  test('refuse a third with other settings, by name', async () => {
    const third = startServer({ ...settings(proxies[0]), PUBLIC_URL: 'https://other.example' })
    await expect(third).rejects.toThrow('Another process serves this site with another PUBLIC_URL.')
  })
})

describe('money through two processes', () => {
  const both = () => [a, b] as const
  /** @returns the payment's id; null: the boat is full */
  const begin = async (server: ServerProcess, entry: string, as: Signed, amount: number) => {
    const json = { amount, tournamentEntryId: entry }
    const intent = await send(server, '/api/create-payment-intent', { as, json })
    expect([200, 409]).toContain(intent.status)
    return intent.status === 200 ? String((await intent.json()).clientSecret).split('_secret')[0] : null
  }
  const fund = async (server: ServerProcess, entry: string, as: Signed, amount: number, id = '') => {
    const json = { amount: `${amount}.00`, tournamentEntryId: entry, stripePaymentIntentId: id }
    return (await send(server, '/api/funding', { as, json })).status
  }
  const payAt = async (server: ServerProcess, entry: string, as: Signed) => {
    const id = await begin(server, entry, as, 25)
    if (!id) return 409
    stripe.pay(id)
    return fund(server, entry, as, 25, id)
  }
  /** Each event reaches one of both. */
  const deliver = () =>
    Promise.all(
      stripe.takeEvents().map(({ body, signature }, n) => {
        const { origin } = both()[n % 2] ?? a
        const headers = { 'stripe-signature': signature }
        return fetch(`${origin}/api/stripe/webhook`, { method: 'POST', body, headers })
      }),
    )
  const heldBy = async (entry: EntryId) => {
    const rows = db.selectFrom('entries').select('current_funding_cents as cents').where('id', '=', entry)
    return (await rows.executeTakeFirstOrThrow()).cents
  }
  const fundingsOf = (entry: EntryId) =>
    db.selectFrom('fundings').selectAll().where('entry_id', '=', entry).execute()
  /** Jobs at either process return what doesn't fit. */
  const untilDecided = (entry: EntryId) =>
    until(async () => {
      const open = (await fundingsOf(entry)).filter(({ status }) => /pending/.test(status))
      if (open.length > 0) await deliver()
      return open.length === 0
    }, 100)

  test('of 200 fundings at once those that fit are taken, the rest refused or returned', async () => {
    const { entry } = await addScene(db)
    await setGoals(db, 10_000)
    const backers = await Promise.all(Array.from({ length: 100 }, () => addSigned(db)))
    const answers = await Promise.all(backers.flatMap(as => both().map(server => payAt(server, entry, as))))
    expect(answers.filter(status => ![200, 201, 409].includes(status))).toEqual([])
    // A payment that arrives by webhook at one and by the browser at the other counts once.
    await deliver()
    expect(await heldBy(entry)).toBe(10_000)
    await untilDecided(entry)
    expect(await heldBy(entry)).toBe(10_000)
    expect(await findFaults(db)).toEqual([])
  })

  test('a settlement meets payments that arrive: each has a share or is returned', async () => {
    const { entry, tournament, organiser } = await addScene(db)
    await setGoals(db, 1_000_000)
    const backers = await Promise.all(Array.from({ length: 20 }, () => addSigned(db)))
    const ids = await Promise.all(backers.map((as, n) => begin(both()[n % 2] ?? a, entry, as, 25)))
    const payments = backers.map((as, n) => ({ as, id: ids[n] ?? '' }))
    for (const { id } of payments) stripe.pay(id)
    // Some are counted before the end.
    for (const { as, id } of payments.slice(0, 5)) expect(await fund(a, entry, as, 25, id)).toBe(201)
    const ends_at = Date.now()
    await moveTournament(db, { starts_at: ends_at - hour, ends_at }, tournament)
    const json = { winnings: [{ entryId: entry, amount: 180 }] }
    // Refused while a payment is on its way.
    const settle = async () => {
      const { status } = await send(a, `/api/tournaments/${tournament}/results`, { as: organiser, json })
      expect([201, 409]).toContain(status)
      return status === 201
    }
    await Promise.all([
      until(settle, 100),
      deliver(),
      ...payments.slice(5).map(({ as, id }) => fund(b, entry, as, 25, id)),
    ])
    await untilDecided(entry)
    const rows = await fundingsOf(entry)
    const payouts = await db.selectFrom('payouts').select('funding_id').execute()
    const shares = new Set(payouts.map(({ funding_id: id }) => id))
    expect(rows.length).toBe(20)
    expect(rows.filter(({ id, status }) => shares.has(id) !== (status === 'completed'))).toEqual([])
    expect(await findFaults(db)).toEqual([])
  })

  test('two marks of a share make one movement, and handovers never exceed what is held', async () => {
    const { entry, tournament, organiser } = await addScene(db, pastDates())
    const as = await addSigned(db)
    await addFunding(db, { entry_id: entry, backer_id: as.id, amount_cents: 10_000, mode: 'sandbox' })
    const json = { amount: '30.00' }
    const responses = await Promise.all(
      [a, b, a, b, a, b].map(server =>
        send(server, `/api/tournament-entries/${entry}/handovers`, { as: organiser, json }),
      ),
    )
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 409, 409, 409])
    const results = { winnings: [{ entryId: entry, amount: 180 }] }
    const response = await send(a, `/api/tournaments/${tournament}/results`, { as: organiser, json: results })
    expect(response.status).toBe(201)
    const payouts = await send(b, `/api/tournaments/${tournament}/payouts`, { as: organiser })
    const [share] = await payouts.json()
    const marks = await Promise.all(
      [a, b, a, b].map(server => send(server, `/api/payouts/${share.id}/paid`, { as: organiser, json: {} })),
    )
    expect(marks.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const { movements } = await db
      .selectFrom('ledger')
      .select(({ fn }) => fn.count<number>('movement_id').distinct().as('movements'))
      .where('payout_id', '=', share.id)
      .where('kind', '=', 'payout')
      .executeTakeFirstOrThrow()
    expect(movements).toBe(1)
    expect(await findFaults(db)).toEqual([])
  })
})

describe('a process whose connections to PostgreSQL', () => {
  const statusOf = async (path: string) => {
    const answer = await fetch(`${a.origin}${path}`)
    return [answer.status, answer.headers.get('retry-after')]
  }

  test('are cut answers 503, keeps its streams, and serves again by itself', async () => {
    const as = await addSigned(db)
    const events = await listen(a)
    await events.until(/event: ready\n/)
    proxies[0].state = 'cut'
    for (const path of ['/', '/boats', '/api/tournaments'])
      expect([path, ...(await statusOf(path))]).toEqual([path, 503, '5'])
    expect(await statusOf('/healthz?of=process')).toEqual([200, null])
    expect((await send(a, '/api/boats', { as, json: { name: 'x', captainName: 'Ana' } })).status).toBe(503)
    await addBoat(b, as, 'Meanwhile')
    proxies[0].state = 'open'
    await events.until(/"\/api\/boats/)
    await events.end()
    expect(await statusOf('/boats')).toEqual([200, null])
  })

  test('stand still is replaced by the other one, ends when it returns, and loses no job', async () => {
    const findFirst = async () => (await db.listProcesses()).find(({ runsScheduledWork: isFirst }) => isFirst)
    // A beat may be late on a busy machine.
    await until(async () => (await findFirst()) !== undefined)
    const first = await findFirst()
    const isA = await runsScheduledWork(a)
    const [proxy, frozen, other] = isA ? [proxies[0], a, b] : [proxies[1], b, a]
    const id = newId<'job'>()
    await addRows(db, 'jobs', {
      id,
      kind: 'of no process',
      subject: 'x',
      state: 'waiting',
      due_at: 1,
      created_at: 1,
      taken_by: first?.id ?? '',
    })
    proxy.state = 'frozen'
    const page = fetch(`${frozen.origin}/boats`)
    expect((await fetch(`${frozen.origin}/healthz`)).status).toBe(503)
    expect((await page).status).toBe(503)
    await until(() => runsScheduledWork(other))
    const owner = async () =>
      (await db.selectFrom('jobs').select('taken_by').where('id', '=', id).executeTakeFirstOrThrow()).taken_by
    await until(async () => (await owner()) === null, 250)
    proxy.state = 'open'
    await until(
      () =>
        fetch(`${frozen.origin}/healthz?of=process`).then(
          () => false,
          () => true,
        ),
      250,
    )
    await frozen.start()
    expect((await fetch(`${frozen.origin}/boats`)).status).toBe(200)
  })

  test('are cut ends without a fault when it is stopped', async () => {
    proxies[0].state = 'cut'
    expect(await a.stop()).toBe(0)
    proxies[0].state = 'open'
    await a.start()
    expect(await statusOf('/boats')).toEqual([200, null])
  })
})

test('an upload goes on through the other process after its own was killed and lost DATA_DIR', async () => {
  const { cookie } = await addSigned(db)
  const path = clip({ seconds: 10 })
  const bytes = await Bun.file(path).bytes()
  const [third, half] = [Math.floor(bytes.length / 3), Math.floor(bytes.length / 2)]
  const slot = await send(a, '/api/crew/videos/upload', {
    as: { cookie },
    json: { fileName: 'a.webm', sizeBytes: bytes.length },
  })
  const { videoId } = await slot.json()
  const tus = { cookie, 'tus-resumable': '1.0.0', 'sec-fetch-site': 'same-origin' }
  const patch = (server: ServerProcess, from: number, to: number) =>
    fetch(`${server.origin}/files/${videoId}`, {
      method: 'PATCH',
      headers: {
        ...tus,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(from),
      },
      body: bytes.slice(from, to),
    })
  expect((await patch(a, 0, third)).status).toBe(204)
  // Killed once the bucket has stored the next slice, and before it answers.
  const nextSlice = Promise.withResolvers<void>()
  bucket.intercept = async (method, key) => {
    if (method !== 'PUT' || !key.endsWith(`/0-${half}`)) return null
    bucket.objects.set(key, bytes.slice(0, half))
    nextSlice.resolve()
    return new Promise(() => {})
  }
  const cut = patch(a, third, half).catch(() => null)
  await nextSlice.promise
  await a.kill()
  rmSync(a.dataDir, { recursive: true })
  expect(await cut).toBeNull()
  bucket.intercept = null
  const head = await fetch(`${b.origin}/files/${videoId}`, { method: 'HEAD', headers: tus })
  expect([head.status, head.headers.get('upload-offset')]).toEqual([200, String(half)])
  expect((await patch(b, half, bytes.length)).status).toBe(204)
  const completion = await send(b, `/api/crew/videos/${videoId}/complete`, { as: { cookie }, json: {} })
  expect(completion.status).toBe(200)
  await a.start()
  for (const server of [a, b]) {
    const video = await (await send(server, `/api/crew/videos/${videoId}`, { as: { cookie } })).json()
    const { pathname, search } = new URL(video.videoUrl, server.origin)
    const response = await fetch(`${server.origin}${pathname}${search}`)
    expect(response.status).toBe(200)
    expect((await response.bytes()).length).toBeGreaterThan(bytes.length / 2)
  }
})
