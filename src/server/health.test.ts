import { describe, expect, spyOn, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterTest } from '../../tests/support/after-test.ts'
import { makeTestApp } from '../../tests/support/app.ts'
import { until } from '../../tests/support/until.ts'
import { healthRoutes } from './health.ts'
import { version } from './version.ts'

function dataDir(): string {
  const directory = mkdtempSync(join(tmpdir(), 'reelstake-health-'))
  afterTest(() => rmSync(directory, { recursive: true }))
  mkdirSync(join(directory, 'db'))
  return directory
}

describe('/healthz on a full disk', () => {
  test('answers 503 when the file system is full, and 200 a second after it has space', async () => {
    const DATA_DIR = dataDir()
    const { page, logs } = await makeTestApp({ DATA_DIR, MIN_FREE_MB: '0' })
    const probe = join(DATA_DIR, 'db/.healthz')
    // The file's blocks exist, so only a new file needs space.
    writeFileSync(probe, new Uint8Array(4096))
    symlinkSync('/dev/full', `${probe}.new`)
    const full = await page('/healthz')
    expect([full.status, full.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await full.json()).toEqual({
      status: 'error',
      version,
      message: 'The database does not answer, or the disk cannot be written.',
      error: 'unavailable',
    })
    expect(logs.filter(({ level }) => level === 'error').map(line => String(line.error))).toEqual([
      expect.stringContaining('ENOSPC'),
    ])
    let response = await page('/healthz')
    await until(async () => {
      response = await page('/healthz')
      return response.status !== 503
    })
    expect(await response.json()).toEqual({ status: 'ok', version, freeBytes: expect.any(Number) })
    expect([statSync(probe).size, existsSync(`${probe}.new`)]).toEqual([4096, false])
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

test('/healthz answers 503 while a check hangs, which stays the only one, and 200 after it has ended', async () => {
  const { deps, logs } = await makeTestApp({ DATA_DIR: dataDir() })
  const disk = Promise.withResolvers<number>()
  let checks = 0
  const routes = healthRoutes(
    deps,
    () => {
      checks += 1
      return disk.promise
    },
    50,
  )
  const ask = async () => (await routes.request('/healthz')).status
  // Each request comes two seconds after the one before.
  let time = performance.now()
  using _clock = spyOn(performance, 'now').mockImplementation(() => {
    time += 2000
    return time
  })
  expect(await ask()).toBe(503)
  await until(() => checks === 1)
  expect([await ask(), await ask(), checks]).toEqual([503, 503, 1])
  expect(logs.filter(({ level }) => level === 'error').map(({ message }) => message)).toEqual([
    'not healthy: the database, or the disk of DATA_DIR, has not answered in time',
  ])
  disk.resolve(1e12)
  await until(async () => (await ask()) === 200)
})
