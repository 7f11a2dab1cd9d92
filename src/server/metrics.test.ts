import { afterEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inTransaction } from '#server/db/connection.ts'
import { enqueue } from '#server/queue/queue.queries.ts'
import { afterTest } from '../../tests/support/after-test.ts'
import { makeTestApp, type TestApp } from '../../tests/support/app.ts'
import { readExposition } from '../../tests/support/exposition.ts'
import { addDispute, addEntry, addFunding, addScene, addSigned } from '../../tests/support/factories.ts'
import { makeLiveScene, stopDoubles } from '../../tests/support/live-scene.ts'
import { addVideoRow } from '../../tests/support/posts.ts'
import { changeRows } from '../../tests/support/rows.ts'
import { failRefund } from '../../tests/support/states.ts'

afterEach(stopDoubles)

type Asked = Pick<TestApp, 'page'>

const textOf = async ({ page }: Asked) => (await page('/metrics')).text()
const read = async (site: Asked) => readExposition(await textOf(site))

const heldMetric = 'reelstake_held_after_30_days_dollars'

describe('the metrics', () => {
  test('are what Prometheus reads: at least 25 series, each with a help and a type', async () => {
    const site = await makeTestApp()
    const { cookie } = await addSigned(site.db)
    await site.page('/api/tournaments', { cookie })
    await addFunding(site.db)
    await inTransaction(site.db, trx => enqueue(trx, 'refund', 'a', 0))
    site.deps.metrics.measureLag()
    const text = await textOf(site)
    const { families, samples } = readExposition(text)
    expect(samples.size).toBeGreaterThan(60)
    expect(families.size).toBeGreaterThanOrEqual(25)
    const promtool = Bun.which('promtool')
    if (promtool === null) return
    const check = Bun.spawnSync([promtool, 'check', 'metrics'], {
      stdin: Buffer.from(text),
      stderr: 'pipe',
    })
    // Alerts rely on this name.
    expect(check.stderr.toString().trim()).toBe(`${heldMetric} use base unit "seconds" instead of "days"`)
  })

  test('count requests by method, pattern and class of status, never by path', async () => {
    const site = await makeTestApp()
    const { cookie } = await addSigned(site.db)
    const { entry } = await addScene(site.db)
    const secret = 'c2VjcmV0LXRva2Vu'
    for (const path of [
      '/',
      '/api/boats/1',
      '/api/boats/2',
      `/tournament/${entry}`,
      '/no/such/page',
      '/api/no',
    ])
      await site.page(path, { cookie })
    await site.page(`/invitation/${secret}`, { cookie })
    await site.page(`/reset?token_hash=${secret}`)
    await site.page(`/files/x?token=${secret}`)
    await site.page('/healthz', { method: 'PROPFIND' })
    const text = await textOf(site)
    const { samples } = readExposition(text)
    const count = (method: string, route: string, status: string) =>
      samples.get(`reelstake_http_requests_total{method="${method}",route="${route}",status="${status}"}`)
    expect(count('GET', '/', '2xx')).toBe(1)
    expect(count('GET', '/api/boats/:id', '4xx')).toBe(2)
    expect(count('GET', '/tournament/:id', '4xx')).toBe(1)
    expect(count('GET', '/invitation/:token', '4xx')).toBe(1)
    expect(count('GET', 'not-found', '4xx')).toBe(1)
    expect(count('other', '/healthz', '4xx')).toBe(1)
    expect(text).not.toContain(secret)
    expect(text).not.toContain(entry)
    const seconds = 'reelstake_http_request_duration_seconds'
    expect(samples.get(`${seconds}_count{method="GET",route="/api/boats/:id"}`)).toBe(2)
    expect(samples.get(`${seconds}_bucket{method="GET",route="/api/boats/:id",le="+Inf"}`)).toBe(2)
    expect(samples.get(`${seconds}_sum{method="GET",route="/api/boats/:id"}`)).toBeGreaterThan(0)
  })

  test('store one series for thousands of addresses', async () => {
    const site = await makeTestApp()
    await site.page('/api/boats/0')
    await site.page('/x0')
    const before = (await read(site)).samples.size
    for (let at = 1; at <= 300; at += 1) {
      await site.page(`/api/boats/${at}`)
      await site.page(`/x${at}`)
    }
    const after = await read(site)
    // `/metrics` itself was asked for once more.
    const own = [...after.samples.keys()].filter(key => key.includes('route="/metrics"'))
    expect(after.samples.size - before).toBe(own.length)
  })

  test('have open event streams', async () => {
    const site = await makeTestApp()
    const open = async () => (await read(site)).samples.get('reelstake_event_streams')
    expect(await open()).toBe(0)
    const stream = await site.page('/api/events')
    expect(await open()).toBe(1)
    await stream.body?.cancel()
    expect(await open()).toBe(0)
  })

  test('have jobs by kind and state with the age of the oldest, and mails', async () => {
    const site = await makeTestApp()
    const now = Date.UTC(2026, 5, 1)
    site.setNow(now)
    const addJob = (kind: string, subject: string, dueAt: number) =>
      inTransaction(site.db, trx => enqueue(trx, kind, subject, now, dueAt))
    await addJob('refund', 'a', now - 90_000)
    await addJob('refund', 'b', now - 30_000)
    await addJob('video-check', 'c', now + 30_000)
    await addJob('mail-account', 'd', now)
    await addJob('mail-account', 'e', now)
    await changeRows(site.db, 'jobs', { state: 'failed' }, { subject: ['b', 'e'] })
    const { samples } = await read(site)
    const jobs = (kind: string, state: string) => [
      samples.get(`reelstake_jobs{kind="${kind}",state="${state}"}`),
      samples.get(`reelstake_jobs_oldest_age_seconds{kind="${kind}",state="${state}"}`),
    ]
    expect(jobs('refund', 'waiting')).toEqual([1, 90])
    expect(jobs('refund', 'failed')).toEqual([1, 30])
    expect(jobs('video-check', 'waiting')).toEqual([1, 0])
    expect(samples.get('reelstake_mails{state="waiting"}')).toBe(1)
    expect(samples.get('reelstake_mails{state="failed"}')).toBe(1)
  })

  test('have uploads and their bytes', async () => {
    const site = await makeTestApp()
    const owner = await addSigned(site.db)
    const video = (status: 'uploading' | 'ready', size_bytes: number) =>
      addVideoRow(site.db, { owner_id: owner.id, size_bytes, status })
    await video('uploading', 1000)
    await video('ready', 200)
    await video('ready', 300)
    const { samples } = await read(site)
    const of = (state: string) => [
      samples.get(`reelstake_uploads{state="${state}"}`),
      samples.get(`reelstake_upload_bytes{state="${state}"}`),
    ]
    expect([of('open'), of('stored')]).toEqual([
      [1, 1000],
      [2, 500],
    ])
  })

  test('have the sizes of disk, database and write-ahead log', async () => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'reelstake-metrics-'))
    afterTest(() => rmSync(DATA_DIR, { recursive: true }))
    mkdirSync(join(DATA_DIR, 'db'))
    await Bun.write(join(DATA_DIR, 'db/reelstake.sqlite'), 'x'.repeat(8192))
    await Bun.write(join(DATA_DIR, 'db/reelstake.sqlite-wal'), 'x'.repeat(4096))
    const { samples } = await read(await makeTestApp({ DATA_DIR }))
    expect(samples.get('reelstake_database_bytes')).toBe(8192)
    expect(samples.get('reelstake_database_wal_bytes')).toBe(4096)
    expect(samples.get('reelstake_disk_free_bytes')).toBeGreaterThan(1_000_000)
  })

  test('have payments by state, dollars held, the balance of each account, and refunds that failed', async () => {
    const site = await makeTestApp()
    const { samples: empty } = await read(site)
    expect(empty.get('reelstake_held_dollars')).toBe(0)
    const entry = await addEntry(site.db)
    const funding = await addFunding(site.db, { entry_id: entry, amount_cents: 12_345 })
    expect((await read(site)).samples.get('reelstake_held_dollars')).toBe(123.45)
    await addFunding(site.db, { entry_id: entry, amount_cents: 5000 })
    await addFunding(site.db, { entry_id: entry, status: 'pending' })
    await failRefund(site.db, funding)
    await addDispute(site.db, { funding_id: funding, amount_cents: 1 })
    const { samples } = await read(site)
    expect(samples.get('reelstake_payments{state="completed",mode="test"}')).toBe(2)
    expect(samples.get('reelstake_payments{state="pending",mode="test"}')).toBe(1)
    expect(samples.get('reelstake_held_dollars')).toBe(173.45)
    expect(samples.get('reelstake_ledger_dollars{account="backers"}')).toBe(-173.45)
    expect(samples.get('reelstake_failed_refunds')).toBe(1)
    expect(samples.get('reelstake_open_disputes')).toBe(1)
  })

  test('add up the ledger once, also when they are asked for at the same time', async () => {
    const site = await makeTestApp()
    await addFunding(site.db, { amount_cents: 2000 })
    const all = await Promise.all([read(site), read(site), read(site)])
    const balance = 'reelstake_ledger_dollars{account="backers"}'
    expect(all.map(({ samples }) => samples.get(balance))).toEqual([-20, -20, -20])
  })

  test('have the age of the last webhook, also after a restart, but not with test payments', async () => {
    const age = async (site: Asked) => (await read(site)).samples.get('reelstake_last_webhook_age_seconds')
    expect(await age(await makeTestApp())).toBeUndefined()
    const live = await makeLiveScene()
    const now = Date.now()
    live.setNow(now)
    expect(await age(live)).toBe(Infinity)
    await live.makePayment()
    await live.deliver()
    expect(await age(live)).toBe(0)
    live.setNow(now + 15_000)
    expect(await age(live)).toBe(15)
    const successor = await makeTestApp(live.stripe.env, {}, live.db)
    successor.setNow(now + 30_000)
    expect(await age(successor)).toBe(30)
  })

  test('have the process: version, memory, uptime and how late its timers are', async () => {
    const site = await makeTestApp()
    const now = Date.now()
    site.setNow(now)
    site.deps.metrics.measureLag()
    site.setNow(now + 1300)
    site.deps.metrics.measureLag()
    const { samples } = await read(site)
    expect(samples.get(`reelstake_build_info{version="0.1.0",bun="${Bun.version}",payments="test"}`)).toBe(1)
    for (const name of [
      'process_resident_memory_bytes',
      'process_heap_bytes',
      'process_cpu_seconds_total',
      'process_start_time_seconds',
      'reelstake_uptime_seconds',
    ])
      expect([name, (samples.get(name) ?? 0) > 0]).toEqual([name, true])
    const lag = (bucket: string) => samples.get(`reelstake_event_loop_lag_seconds_bucket{le="${bucket}"}`)
    expect([lag('0.25'), lag('1')]).toEqual([1, 2])
  })

  test('count refused passwords, for accounts and for the locked site', async () => {
    const site = await makeTestApp({ SITE_GATE: 'on', SITE_PASSWORD: 'right one' })
    const refusalsOf = async (kind: string) =>
      (await read(site)).samples.get(`reelstake_refused_passwords_total{kind="${kind}"}`)
    expect([await refusalsOf('site'), await refusalsOf('sign-in')]).toEqual([0, 0])
    await site.page('/api/validate-password', { json: { password: 'wrong one' } })
    await site.page('/auth/v1/token?grant_type=password', {
      json: { email: 'a@example.com', password: 'wrong!' },
    })
    expect([await refusalsOf('site'), await refusalsOf('sign-in')]).toEqual([1, 1])
  })
})

describe('/metrics', () => {
  const ask = async (
    { app }: TestApp,
    peer: string,
    headers: Record<string, string> = {},
    host = 'localhost:3000',
  ) =>
    app.request(
      `http://${host}/metrics`,
      { headers },
      { server: { requestIP: () => ({ address: peer }), port: 3000 } },
    )

  test('answers 403 when refused, as JSON and without an error in the log', async () => {
    for (const env of [{}, { TRUST_PROXY: 'on' }]) {
      const site = await makeTestApp(env)
      const response = await ask(site, '192.0.2.1')
      expect(response.status).toBe(403)
      expect(await response.json()).toEqual({
        message: 'Metrics are for the machine itself, or for a METRICS_TOKEN.',
        error: 'forbidden',
      })
      expect(site.logs.filter(({ level }) => level === 'error')).toEqual([])
    }
  })

  test('answers 403 without a token through a proxy on the same machine, whatever the header', async () => {
    for (const env of [{}, { TRUST_PROXY: 'on' }]) {
      const site = await makeTestApp(env)
      for (const name of ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'Via', 'X-Forwarded-Proto'])
        expect([name, (await ask(site, '127.0.0.1', { [name]: '127.0.0.1' })).status]).toEqual([name, 403])
      expect((await ask(site, '10.0.0.1')).status).toBe(403)
    }
  })

  test('answers 403 without a token through a proxy on the same machine that sets no header', async () => {
    const site = await makeTestApp()
    for (const host of ['marina.example', 'marina.example:3000', 'localhost', '127.0.0.1:8080', '[::1]:443'])
      expect([host, (await ask(site, '127.0.0.1', {}, host)).status]).toEqual([host, 403])
    for (const host of ['127.0.0.1:3000', '[::1]:3000'])
      expect([host, (await ask(site, '127.0.0.1', {}, host)).status]).toEqual([host, 200])
  })

  test('answers 200 without a token for a direct connection from the machine itself', async () => {
    const site = await makeTestApp()
    for (const peer of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
      expect((await ask(site, peer)).status).toBe(200)
  })

  test('answers only the bearer of METRICS_TOKEN, from any address', async () => {
    const site = await makeTestApp({ METRICS_TOKEN: 'let-me-watch' })
    const right = { authorization: 'Bearer let-me-watch' }
    expect((await ask(site, '127.0.0.1')).status).toBe(403)
    expect((await ask(site, '127.0.0.1', { authorization: 'Bearer let-me-watc' })).status).toBe(403)
    expect((await ask(site, '192.0.2.1', { ...right, 'x-forwarded-for': '192.0.2.9' })).status).toBe(200)
  })
})

test('/metrics has the dollars that are held 30 days after the end', async () => {
  const { db, page } = await makeTestApp()
  const day = 86_400_000
  const ends = [Date.now() - 31 * day, Date.now() - 29 * day, Date.now() - 90 * day]
  for (const ends_at of ends) {
    const { entry } = await addScene(db, { starts_at: ends_at - day, ends_at })
    await addFunding(db, { entry_id: entry, amount_cents: 12_345 })
  }
  const { entry } = await addScene(db, { starts_at: Date.now() - 91 * day, ends_at: Date.now() - 90 * day })
  await addFunding(db, { entry_id: entry, amount_cents: 5000 })
  await changeRows(db, 'entries', { handed_over_cents: 4000 }, { id: entry })
  const metrics = await (await page('/metrics')).text()
  expect(metrics).toContain('\nreelstake_held_after_30_days_dollars 256.9\n')
})
