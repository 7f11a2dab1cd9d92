import { afterEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeTestApp, type TestApp } from '../../tests/support/app.ts'
import { addFunding, addScene } from '../../tests/support/factories.ts'
import { healthRoutes } from './health.ts'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

function dataDir(): string {
  const made = mkdtempSync(join(tmpdir(), 'reelstake-health-'))
  cleanUps.push(() => rmSync(made, { recursive: true }))
  mkdirSync(join(made, 'db'))
  return made
}

describe('/healthz on a full disk', () => {
  test('answers 503 when the file system is full, and 200 a second after it has space', async () => {
    const DATA_DIR = dataDir()
    const { page, logs } = await makeTestApp({ DATA_DIR, MIN_FREE_MB: '0' })
    const probe = join(DATA_DIR, 'db/.healthz')
    symlinkSync('/dev/full', probe)
    const full = await page('/healthz')
    expect(full.status).toBe(503)
    expect(await full.json()).toEqual({
      status: 'error',
      message: 'The database does not answer, or the disk cannot be written.',
    })
    expect(logs.filter(({ level }) => level === 'error').map(line => String(line.error))).toEqual([
      expect.stringContaining('ENOSPC'),
    ])
    unlinkSync(probe)
    const deadline = performance.now() + 10_000
    let response = await page('/healthz')
    while (response.status === 503 && performance.now() < deadline) {
      await Bun.sleep(50)
      response = await page('/healthz')
    }
    expect(await response.json()).toEqual({ status: 'ok', freeBytes: expect.any(Number) })
    expect(statSync(probe).size).toBe(4096)
  })

  test('answers 503 below the smaller of MIN_FREE_MB and 8 MB', async () => {
    const ask = async (minFreeMb: string, freeMb: number) => {
      const { deps } = await makeTestApp({ DATA_DIR: dataDir(), MIN_FREE_MB: minFreeMb })
      return (await healthRoutes(deps, async () => freeMb * 1024 * 1024).request('/healthz')).status
    }
    expect([await ask('512', 7.9), await ask('512', 8)]).toEqual([503, 200])
    expect([await ask('3', 2.9), await ask('3', 3), await ask('0', 0)]).toEqual([503, 200, 200])
  })

  test('many requests write to the disk once', async () => {
    const { deps } = await makeTestApp({ DATA_DIR: dataDir() })
    let checks = 0
    const routes = healthRoutes(deps, async () => {
      checks += 1
      return 1e12
    })
    const answers = await Promise.all(Array.from({ length: 50 }, () => routes.request('/healthz')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(checks).toBe(1)
  })
})

describe('/metrics', () => {
  const ask = async ({ app }: TestApp, peer: string, headers: Record<string, string> = {}) =>
    app.request('/metrics', { headers }, { server: { requestIP: () => ({ address: peer }) } })

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
  await db.updateTable('entries').set({ handed_over_cents: 4000 }).where('id', '=', entry).execute()
  const metrics = await (await page('/metrics')).text()
  expect(metrics).toContain('\nreelstake_held_after_30_days_dollars 256.9\n')
})
