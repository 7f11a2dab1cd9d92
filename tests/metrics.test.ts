import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import { closeSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hour } from '#contract/time.ts'
import { type BackupStates, noteFailure, statesInFile } from '#server/backup-state.ts'
import { inTransaction } from '#server/db/connection.ts'
import { enqueue } from '#server/queue/queue.queries.ts'
import { makeTestApp, type TestApp } from './support/app.ts'
import { readExposition } from './support/exposition.ts'
import { addDispute, addFunding, addScene, addTournament } from './support/factories.ts'
import { type MetricsSite, makeMetricsSite } from './support/metrics-site.ts'
import { addVideoRow } from './support/posts.ts'
import { addRows } from './support/rows.ts'

/** Their values are tested in `src/server/metrics.test.ts`. */

const now = Date.now()

let site: MetricsSite
beforeAll(async () => {
  site = await makeMetricsSite()
  site.setNow(now)
})
afterAll(() => site.end())

/** Memory or a file that a move keeps in use, so that its metric rises. */
let ballast: unknown

const wait = (milliseconds: number) => site.setNow(now + milliseconds)
const write = (name: string) => writeFileSync(join(site.dataDir, name), new Uint8Array(3_000_000))
const backup = (change: Parameters<BackupStates['change']>[1]) =>
  statesInFile(site.dataDir).change(site.place, change)

/** @returns another site to read from, if it is not a change of the first */
type Move = () => unknown | Promise<TestApp>

const moves: Record<string, Move> = {
  process_resident_memory_bytes: () => {
    ballast = new Uint8Array(64_000_000).fill(1)
  },
  process_heap_bytes: () => {
    ballast = Array.from({ length: 500_000 }, (_, at) => ({ at }))
    // Makes the figure current.
    Bun.gc(true)
  },
  process_start_time_seconds: async () => {
    while (Date.now() === now) await Bun.sleep(1)
    return makeTestApp(site.env)
  },
  process_open_fds: () => {
    ballast = openSync(import.meta.path, 'r')
  },
  process_cpu_seconds_total: () => new Bun.CryptoHasher('sha256').update(new Uint8Array(20_000_000)).digest(),
  reelstake_uptime_seconds: () => wait(1000),
  reelstake_build_info: () => makeTestApp(),
  reelstake_processes: () => {
    const process = { id: 'x', place: 'x', startedAt: 0, runsScheduledWork: true, lockMs: 0, feedMs: 0 }
    spyOn(site.db, 'listProcesses').mockResolvedValue([process, process])
  },
  reelstake_runs_scheduled_work: () => spyOn(site.deps.processes, 'runsScheduledWork').mockReturnValue(false),
  reelstake_lock_wait_seconds: () => spyOn(site.db, 'waits').mockReturnValue({ lockMs: 1000, feedMs: 0 }),
  reelstake_change_feed_age_seconds: () =>
    spyOn(site.db, 'waits').mockReturnValue({ lockMs: 1000, feedMs: 1000 }),
  reelstake_disk_free_bytes: () => write('uploads.bin'),
  reelstake_database_bytes: () => write('db/reelstake.sqlite'),
  reelstake_database_wal_bytes: () => write('db/reelstake.sqlite-wal'),
  reelstake_backup_age_seconds: () => backup(() => ({ lastSuccess: { at: now, name: 'x' } })),
  reelstake_backup_proven_age_seconds: () => backup(() => ({ lastProven: { at: now, name: 'x' } })),
  reelstake_backup_failures_total: () => backup(noteFailure(now, 'The disk is full.')),
  reelstake_clock_wrong: async () => {
    await addTournament(site.db, { created_at: now + hour })
    await site.deps.clock.check()
  },
  reelstake_event_streams: () => site.page('/api/events'),
  reelstake_jobs: () => inTransaction(site.db, trx => enqueue(trx, 'refund', 'a', now)),
  reelstake_jobs_oldest_age_seconds: () => wait(2000),
  reelstake_mails: () => inTransaction(site.db, trx => enqueue(trx, 'mail-account', 'b', now)),
  reelstake_uploads: () => addVideoRow(site.db),
  reelstake_upload_bytes: () => addVideoRow(site.db, { status: 'uploading' }),
  reelstake_payments: () => addFunding(site.db, { status: 'pending' }),
  reelstake_failed_refunds: () =>
    addFunding(site.db, { status: 'refund_pending', refund_requested_at: 1, refund_failed_at: 2 }),
  reelstake_open_disputes: async () => {
    const funding_id = await addFunding(site.db)
    const dispute = { id: 'dp_1', funding_id, amount_cents: 1, status: 'open', created_at: 1 } as const
    await addDispute(site.db, dispute)
  },
  reelstake_unknown_payments: () =>
    addRows(site.db, 'unknown_payments', {
      intent_id: 'pi_1',
      mode: 'live',
      event_id: 'evt_1',
      event_type: 'payment_intent.succeeded',
      received_cents: 2500,
      first_seen_at: 1,
      last_seen_at: 1,
    }),
  reelstake_last_webhook_age_seconds: () =>
    addRows(site.db, 'last_webhooks', { mode: site.deps.payments.mode, received_at: now }),
  reelstake_held_dollars: () => addFunding(site.db, { mode: site.deps.payments.mode }),
  reelstake_ledger_dollars: () => addFunding(site.db),
  reelstake_held_after_30_days_dollars: async () => {
    const ends_at = now - 31 * 24 * hour
    const { entry } = await addScene(site.db, { starts_at: ends_at - hour, ends_at })
    await addFunding(site.db, { entry_id: entry, mode: site.deps.payments.mode })
  },
  reelstake_http_requests_total: () => site.page('/api/tournaments'),
  reelstake_http_request_duration_seconds: () => site.page('/api/boats'),
  reelstake_refused_passwords_total: () =>
    site.page('/api/auth/sign-in', { json: { email: 'a@example.com', password: 'wrong!' } }),
  reelstake_throttled_requests_total: () =>
    site.deps.metrics.countRequest({ method: 'POST', route: '/x', status: 429, milliseconds: 1 }),
  reelstake_refused_webhooks_total: () => site.deps.metrics.refusedWebhook(),
  reelstake_event_loop_lag_seconds: () => site.deps.metrics.measureLag(),
}

const read = async ({ page }: Pick<TestApp, 'page'>) => readExposition(await (await page('/metrics')).text())

/** Samples of a family, without those of asking for `/metrics`. */
async function samplesOf(family: string, of: Pick<TestApp, 'page'>) {
  const { samples } = await read(of)
  const names = ['', '_bucket', '_sum', '_count'].map(suffix => family + suffix)
  return [...samples].filter(
    ([key]) => names.includes(key.replace(/\{.*/, '')) && !key.includes('"/metrics"'),
  )
}

test('each metric is in the table below, and the table has no other', async () => {
  const { families } = await read(site)
  expect(Object.keys(moves).toSorted()).toEqual([...families.keys()].toSorted())
})

test.each(Object.entries(moves))('%s moves', async (family, move) => {
  const before = await samplesOf(family, site)
  const other = await move()
  const after = await samplesOf(family, isSite(other) ? other : site)
  expect(after).not.toEqual([])
  expect(after).not.toEqual(before)
  if (typeof ballast === 'number') closeSync(ballast)
  ballast = undefined
})

const isSite = (value: unknown): value is TestApp =>
  typeof value === 'object' && value !== null && 'page' in value
