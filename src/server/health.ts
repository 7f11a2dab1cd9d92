import { statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'
import { sql } from 'kysely'
import type { Deps } from './deps.ts'
import type { AppEnv } from './http/context.ts'
import { forbidden } from './http/errors.ts'
import { onlyRead } from './http/wrong-method.ts'

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** `/healthz` for whoever keeps the process alive, `/metrics` for whoever watches it. */
export function healthRoutes({ db, env, log }: Deps) {
  const startedAt = Date.now()
  const check = async () => {
    await sql`select 1`.execute(db)
    writeFileSync(join(env.dataDir, 'db', '.healthz'), '')
    const { bavail, bsize } = statfsSync(env.dataDir)
    return { freeBytes: bavail * bsize }
  }
  return new Hono<AppEnv>()
    .get('/healthz', async c => {
      try {
        const { freeBytes } = await check()
        return c.json({ status: 'ok', freeBytes }, 200, { 'Cache-Control': 'no-store' })
      } catch (error) {
        log.error('not healthy', {}, error)
        return c.json(
          { status: 'error', message: 'The database does not answer, or the disk cannot be written.' },
          503,
          { 'Cache-Control': 'no-store' },
        )
      }
    })
    .get('/metrics', c => {
      const token = c.req.header('authorization')?.replace(/^Bearer /i, '')
      const allowed = env.metricsToken !== null ? token === env.metricsToken : loopback.has(c.var.address)
      if (!allowed) throw forbidden('Metrics are for the machine itself, or for a METRICS_TOKEN.')
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
          ),
        200,
        { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8', 'Cache-Control': 'no-store' },
      )
    })
    .all('/healthz', onlyRead)
    .all('/metrics', onlyRead)
}
