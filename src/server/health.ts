import { open, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { Hono } from 'hono'
import type { Deps } from './deps.ts'
import type { AppEnv } from './http/context.ts'
import { onlyRead } from './http/wrong-method.ts'
import { version } from './version.ts'

const megabyte = 1024 * 1024
/** Free megabytes. */
const unhealthyBelowMb = 8
/** Exceeds inline inode storage, so that the probe needs disk space. */
const probeBytes = 4096
/** Limits probe writes. */
const cachedMs = 1000
/** Wait for a check: load balancers and the container's health check give up after 5 s. */
const answersWithinMs = 4000

async function freeBytesOf(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}

/** @throws the system's error, such as ENOSPC */
async function writeProbe(path: string): Promise<void> {
  // A new file: on a full disk, writing the old one again would succeed in its own blocks.
  const fresh = `${path}.new`
  try {
    const file = await open(fresh, 'w', 0o600)
    try {
      await file.writeFile(new Uint8Array(probeBytes))
      await file.datasync()
    } finally {
      await file.close()
    }
    await rename(fresh, path)
  } catch (error) {
    await rm(fresh, { force: true })
    throw error
  }
}

type Health = { isHealthy: true; freeBytes: number } | { isHealthy: false; message: string }

const noAnswer: Health = {
  isHealthy: false,
  message: 'The database does not answer, or the disk cannot be written.',
}

export function healthRoutes(
  { db, env, log }: Pick<Deps, 'db' | 'env' | 'log'>,
  freeBytes = freeBytesOf,
  patienceMs = answersWithinMs,
) {
  const directory = join(env.dataDir, 'db')

  async function check(): Promise<Health> {
    try {
      await db.probe()
      await writeProbe(join(directory, '.healthz'))
      const free = await freeBytes(directory)
      if (free >= Math.min(env.minFreeMb, unhealthyBelowMb) * megabyte)
        return { isHealthy: true, freeBytes: free }
      log.error('not healthy: the disk of DATA_DIR is almost full. Free some space.', { freeBytes: free })
      return { isHealthy: false, message: 'The disk is almost full.' }
    } catch (error) {
      log.error('not healthy', {}, error)
      return noAnswer
    }
  }

  let cached: { at: number; health: Promise<Health> } | null = null
  let running: Promise<Health> | null = null
  function health(): Promise<Health> {
    const at = performance.now()
    // A check that hangs stays the only one: more of them would take the connections of requests.
    if (cached !== null && (running !== null || at - cached.at < cachedMs)) return cached.health
    const result = check().finally(() => {
      running = null
    })
    running = result
    const late = Bun.sleep(patienceMs).then(() => {
      if (running === result)
        log.error('not healthy: the database, or the disk of DATA_DIR, has not answered in time', {
          patienceMs,
        })
      return noAnswer
    })
    cached = { at, health: Promise.race([result, late]) }
    return cached.health
  }

  return new Hono<AppEnv>()
    .get('/healthz', async c => {
      // Load balancers ask this: the database may be unreachable, whichever process is asked.
      if (c.req.query('of') === 'process')
        return c.json({ status: 'ok', version }, 200, { 'Cache-Control': 'no-store' })
      const { isHealthy, ...rest } = await health()
      // The check logged the failure.
      if (!isHealthy) c.set('isFailureLogged', true)
      if (isHealthy) return c.json({ status: 'ok', version, ...rest }, 200, { 'Cache-Control': 'no-store' })
      return c.json({ status: 'error', version, error: 'unavailable', ...rest }, 503, {
        'Cache-Control': 'no-store',
        'Retry-After': '5',
      })
    })
    .all('/healthz', onlyRead)
}
