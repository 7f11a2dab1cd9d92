import { readdirSync } from 'node:fs'
import { Hono } from 'hono'
import { day } from '#contract/time.ts'
import { backupStates } from './backup-state.ts'
import { readSize } from './db/engine.ts'
import type { Deps } from './deps.ts'
import { diskOf } from './disk-space.ts'
import { paymentModeOf } from './env.ts'
import { isSame } from './hmac.ts'
import { isForwarded } from './http/client-address.ts'
import type { AppEnv } from './http/context.ts'
import { forbidden } from './http/errors.ts'
import { isLoopbackHost } from './http/host.ts'
import { onlyRead } from './http/wrong-method.ts'
import { isWithin, loopbackNetworks } from './ip-network.ts'
import { countMails } from './mail/mail.queries.ts'
import {
  countByState,
  countFailedRefunds,
  countOpenDisputes,
  countUnknownPayments,
  findLatestWebhook,
} from './money/funding/index.ts'
import { makeLedgerTotals, sumHeld } from './money/ledger/index.ts'
import { countOpenJobs } from './queue/queue.queries.ts'
import { sha256 } from './sha256.ts'
import { counter, gauge, type Sample } from './telemetry/exposition.ts'
import { version } from './version.ts'
import { countUploads } from './videos/crew-videos/index.ts'

const heldTooLongMs = 30 * day

/**
 * Returns whether the server itself was asked: a proxy has another host name or port.
 * @param listening undefined: in process
 */
const isOwnAddress = ({ hostname, port }: URL, listening: number | undefined): boolean =>
  listening === undefined || (isLoopbackHost(hostname) && Number(port || 80) === listening)

/** Returns the number of open files, or null if this system doesn't tell. */
function openFiles(): number | null {
  try {
    return readdirSync('/proc/self/fd').length
  } catch {
    return null
  }
}

function processMetrics({ metrics, env }: Pick<Deps, 'env' | 'metrics'>, startedAt: number): string {
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  const facts = { version, bun: Bun.version, payments: paymentModeOf(env) }
  return (
    gauge('process_resident_memory_bytes', 'Resident memory size in bytes.', rss) +
    gauge('process_heap_bytes', 'JavaScript heap in use in bytes.', heapUsed) +
    gauge(
      'process_start_time_seconds',
      'Start time of the process since 1970 in seconds.',
      startedAt / 1000,
    ) +
    gauge('process_open_fds', 'Open file descriptors.', openFiles()) +
    counter('process_cpu_seconds_total', 'Seconds of processor time.', (user + system) / 1e6) +
    gauge('reelstake_uptime_seconds', 'Seconds since the start.', metrics.uptimeSeconds()) +
    gauge('reelstake_build_info', 'What runs; always 1.', [[facts, 1]])
  )
}

async function siteMetrics({ db, processes }: Pick<Deps, 'db' | 'processes'>): Promise<string> {
  const live = await db.listProcesses()
  const { lockMs, feedMs } = db.waits()
  const ofEngine = (value: number): Sample[] => [[{ engine: db.engine }, value]]
  return (
    gauge('reelstake_processes', 'Processes that serve the site.', ofEngine(live?.length ?? 1)) +
    gauge(
      'reelstake_runs_scheduled_work',
      '1 where this process runs the scheduled work, else 0.',
      ofEngine(processes.runsScheduledWork() ? 1 : 0),
    ) +
    gauge(
      'reelstake_lock_wait_seconds',
      'Longest wait of a writer for the others, in this minute or the last.',
      ofEngine(lockMs / 1000),
    ) +
    gauge(
      'reelstake_change_feed_age_seconds',
      'Seconds since this process heard of the changes of others.',
      ofEngine(feedMs / 1000),
    )
  )
}

async function diskMetrics({ db, env }: Pick<Deps, 'db' | 'env'>): Promise<string> {
  const { bytes, journalBytes } = await readSize(db, env)
  return (
    gauge('reelstake_disk_free_bytes', 'Free bytes of the disk of DATA_DIR.', diskOf(env.dataDir).free) +
    gauge('reelstake_database_bytes', 'Size of the database.', bytes) +
    gauge('reelstake_database_wal_bytes', 'Size of its write-ahead log.', journalBytes)
  )
}

/** Returns the metrics of backups, or none without BACKUP_TO. */
async function backupMetrics({ db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>): Promise<string> {
  if (env.backups === null) return ''
  const { lastSuccess, lastProven, failures } = await backupStates({ db, env }).read(env.backups.place)
  const ageOf = (last: { at: number } | null) => (last === null ? Infinity : (now() - last.at) / 1000)
  return (
    gauge(
      'reelstake_backup_age_seconds',
      'Seconds since the last backup to BACKUP_TO began, +Inf without one.',
      ageOf(lastSuccess),
    ) +
    gauge(
      'reelstake_backup_proven_age_seconds',
      'Seconds since the last restore that proved a backup, +Inf without one.',
      ageOf(lastProven),
    ) +
    counter('reelstake_backup_failures_total', 'Failed backups and proofs.', failures)
  )
}

async function workMetrics({
  clock,
  db,
  events,
  now,
}: Pick<Deps, 'clock' | 'db' | 'events' | 'now'>): Promise<string> {
  const jobs = await countOpenJobs(db)
  const mails = await countMails(db)
  const uploads = await countUploads(db)
  const late = (dueAt: number) => Math.max(0, now() - dueAt) / 1000
  return (
    gauge(
      'reelstake_clock_wrong',
      '1 while the clock is wrong, so that payments and jobs wait; else 0.',
      clock.fault() === null ? 0 : 1,
    ) +
    gauge('reelstake_event_streams', 'Open pages that receive events.', events.hub.size) +
    gauge(
      'reelstake_jobs',
      'Jobs that wait or have failed, by kind.',
      jobs.map(({ kind, state, count }): Sample => [{ kind, state }, count]),
    ) +
    gauge(
      'reelstake_jobs_oldest_age_seconds',
      'Seconds since the oldest such job was due.',
      jobs.map(({ kind, state, due_at }): Sample => [{ kind, state }, late(due_at)]),
    ) +
    gauge('reelstake_mails', 'Mails that wait or have failed.', [
      [{ state: 'waiting' }, mails.waiting],
      [{ state: 'failed' }, mails.failed],
    ]) +
    gauge('reelstake_uploads', 'Videos by state.', [
      [{ state: 'open' }, uploads.open],
      [{ state: 'stored' }, uploads.stored],
    ]) +
    gauge('reelstake_upload_bytes', 'Bytes of these videos; of open ones, as announced.', [
      [{ state: 'open' }, uploads.open_bytes],
      [{ state: 'stored' }, uploads.stored_bytes],
    ])
  )
}

async function moneyMetrics(
  { db, now, payments }: Pick<Deps, 'db' | 'now' | 'payments'>,
  ledgerTotals: ReturnType<typeof makeLedgerTotals>,
): Promise<string> {
  const counts = await countByState(db)
  const totals = await ledgerTotals()
  const webhookAt = await findLatestWebhook(db, payments.mode)
  return (
    gauge(
      'reelstake_payments',
      'Payments by state and payment mode.',
      counts.map(({ mode, status, count }): Sample => [{ state: status, mode }, count]),
    ) +
    gauge('reelstake_failed_refunds', 'Refunds that a person must settle.', await countFailedRefunds(db)) +
    gauge('reelstake_open_disputes', 'Disputes without an outcome.', await countOpenDisputes(db)) +
    gauge(
      'reelstake_unknown_payments',
      'Payments at the provider that are not in this database.',
      await countUnknownPayments(db),
    ) +
    gauge(
      'reelstake_last_webhook_age_seconds',
      'Seconds since the last signed webhook, +Inf before the first; none with test payments.',
      payments.mode === 'test' ? null : webhookAt === null ? Infinity : (now() - webhookAt) / 1000,
    ) +
    gauge(
      'reelstake_held_dollars',
      'Dollars of the present payment mode that are held for boats.',
      (await sumHeld(db, payments.mode)) / 100,
    ) +
    gauge(
      'reelstake_ledger_dollars',
      'Balance of each account of the ledger, of all payment modes; all together are 0.',
      [...totals].map(([account, cents]): Sample => [{ account }, cents / 100]),
    ) +
    gauge(
      'reelstake_held_after_30_days_dollars',
      'Dollars still held for tournaments that ended more than 30 days ago.',
      (await sumHeld(db, payments.mode, now() - heldTooLongMs)) / 100,
    )
  )
}

/** Prometheus text. */
export function metricsRoutes(
  deps: Pick<Deps, 'clock' | 'db' | 'env' | 'events' | 'metrics' | 'now' | 'payments' | 'processes'>,
) {
  const { env, metrics } = deps
  const startedAt = Date.now()
  const ledgerTotals = makeLedgerTotals(deps.db)

  return new Hono<AppEnv>()
    .get('/metrics', async c => {
      const token = c.req.header('authorization')?.replace(/^Bearer /i, '') ?? ''
      const isLocal =
        isWithin(c.var.peer, loopbackNetworks) &&
        !isForwarded(c.req.raw.headers) &&
        isOwnAddress(new URL(c.req.url), c.env?.server?.port)
      if (env.metricsToken === null ? !isLocal : !isSame(sha256(token), sha256(env.metricsToken)))
        throw forbidden('Metrics are for the machine itself, or for a METRICS_TOKEN.')
      const work = await workMetrics(deps)
      const money = await moneyMetrics(deps, ledgerTotals)
      return c.text(
        processMetrics(deps, startedAt) +
          (await siteMetrics(deps)) +
          (await diskMetrics(deps)) +
          (await backupMetrics(deps)) +
          work +
          money +
          metrics.text(),
        200,
        { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8', 'Cache-Control': 'no-store' },
      )
    })
    .all('/metrics', onlyRead)
}
