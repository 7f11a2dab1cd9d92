import { join } from 'node:path'
import { constantTimeEqual } from '@oslojs/crypto/subtle'
import { Hono } from 'hono'
import { sql } from 'kysely'
import type { Deps } from './deps.ts'
import { countUnknownPayments } from './features/funding/index.ts'
import { sumHeldSince } from './features/ledger/index.ts'
import type { AppEnv } from './http/context.ts'
import { forbidden } from './http/errors.ts'
import { isForwarded } from './http/forwarded.ts'
import { onlyRead } from './http/wrong-method.ts'
import { isWithin, loopbackNetworks } from './ip-network.ts'

const megabyte = 1024 * 1024
/** Free megabytes. */
const unhealthyBelowMb = 8
/** Exceeds inline inode storage, so that the probe needs disk space. */
const probeBytes = 4096
/** Limits probe writes. */
const cachedMs = 1000
const heldTooLongMs = 30 * 24 * 3_600_000

async function freeBytesOf(directory: string): Promise<number> {
  const { statfs } = await import('node:fs/promises')
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}

/** @throws the system's error, such as ENOSPC */
async function writeProbe(path: string): Promise<void> {
  const { open } = await import('node:fs/promises')
  // Truncate: overwriting blocks succeeds on a full disk.
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(new Uint8Array(probeBytes))
    await file.datasync()
  } finally {
    await file.close()
  }
}

type Health = { isHealthy: true; freeBytes: number } | { isHealthy: false; message: string }

/** Constant-time. */
function isToken(given: string, token: string): boolean {
  const digest = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest()
  return constantTimeEqual(digest(given), digest(token))
}

export function healthRoutes({ db, env, log, now }: Deps, freeBytes = freeBytesOf) {
  const startedAt = Date.now()
  const directory = join(env.dataDir, 'db')

  async function check(): Promise<Health> {
    try {
      await sql`select 1`.execute(db)
      await writeProbe(join(directory, '.healthz'))
      const free = await freeBytes(directory)
      if (free >= Math.min(env.minFreeMb, unhealthyBelowMb) * megabyte)
        return { isHealthy: true, freeBytes: free }
      log.error('not healthy: the disk of DATA_DIR is almost full. Free some space.', { freeBytes: free })
      return { isHealthy: false, message: 'The disk is almost full.' }
    } catch (error) {
      log.error('not healthy', {}, error)
      return {
        isHealthy: false,
        message: 'The database does not answer, or the disk cannot be written.',
      }
    }
  }

  let cached: { at: number; health: Promise<Health> } | null = null
  function health(): Promise<Health> {
    const at = performance.now()
    if (cached === null || at - cached.at >= cachedMs) cached = { at, health: check() }
    return cached.health
  }

  return new Hono<AppEnv>()
    .get('/healthz', async c => {
      const { isHealthy, ...rest } = await health()
      return c.json({ status: isHealthy ? 'ok' : 'error', ...rest }, isHealthy ? 200 : 503, {
        'Cache-Control': 'no-store',
      })
    })
    .get('/metrics', async c => {
      const token = c.req.header('authorization')?.replace(/^Bearer /i, '') ?? ''
      const isLocal = isWithin(c.var.peer, loopbackNetworks) && !isForwarded(c.req.raw.headers)
      if (env.metricsToken === null ? !isLocal : !isToken(token, env.metricsToken))
        throw forbidden('Metrics are for the machine itself, or for a METRICS_TOKEN.')
      const { rss, heapUsed } = process.memoryUsage()
      const gauge = (name: string, help: string, value: number) =>
        `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}\n`
      return c.text(
        gauge('process_resident_memory_bytes', 'Resident memory size in bytes.', rss) +
          gauge('process_heap_bytes', 'JavaScript heap in use in bytes.', heapUsed) +
          gauge(
            'process_start_time_seconds',
            'Start time of the process since 1970 in seconds.',
            startedAt / 1000,
          ) +
          gauge(
            'reelstake_unknown_payments',
            'Payments at the provider that are not in this database.',
            await countUnknownPayments(db),
          ) +
          gauge(
            'reelstake_held_after_30_days_dollars',
            'Dollars still held for tournaments that ended more than 30 days ago.',
            (await sumHeldSince(db, now() - heldTooLongMs)) / 100,
          ),
        200,
        { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8', 'Cache-Control': 'no-store' },
      )
    })
    .all('/healthz', onlyRead)
    .all('/metrics', onlyRead)
}
