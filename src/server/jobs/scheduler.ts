import { day, hour, minute } from '#contract/time.ts'
import { checkEveryMs } from '#server/clock/index.ts'
import type { Deps } from '#server/deps.ts'
import { sweepMails } from '#server/mail/mail.queries.ts'
import { sweepOutbox } from '#server/mail/sweep-outbox.ts'
import { pollEvents, reconcilePayments, sweepWebhookEvents } from '#server/money/funding/index.ts'
import { sweepPayoutDetails } from '#server/money/payouts/index.ts'
import {
  queueDigests,
  queueTimedReminders,
  sweepNotifications,
} from '#server/notifications/notifications/index.ts'
import { sweepSessions, sweepUnconfirmed } from '#server/people/auth/index.ts'
import { sweepDailyCounts } from '#server/people/daily-limits/index.ts'
import { sweepFailedJobs, sweepJobs } from '#server/queue/queue.queries.ts'
import { JobQueue } from '#server/queue/queue.ts'
import { ScheduledBackups } from '#server/site/backups/scheduled-backups.ts'
import { sweepExports } from '#server/site/data-exports/index.ts'
import { dropObjectsJob, sweepObjects } from '#server/storage/file-storage/index.ts'
import { imagesHeldBackText, sweepImages } from '#server/storage/images/index.ts'
import { lagEveryMs } from '#server/telemetry/metrics.ts'
import { holdEndedWinners } from '#server/tournaments/protests/index.ts'
import { heldBackText, sweepVideos } from '#server/videos/crew-videos/index.ts'
import { jobKinds, moneyJobs } from './job-kinds.ts'
import { shareFiles } from './share-files.ts'

interface Job {
  name: string
  everyMs: number
  /** True if it also runs while the clock is wrong. */
  needsNoClock?: true
  /** True if it runs in each process of the site; other jobs run in one. */
  everywhere?: true
  run: (deps: Deps) => Promise<void>
}

/** Says once in the log that orphans are held back, until none is. */
export function sweepJob(
  sweep: (deps: Deps) => Promise<{ heldBack: number }>,
  text: (heldBack: number) => string,
): Job['run'] {
  let isLogged = false
  return async deps => {
    const { heldBack } = await sweep(deps)
    if (heldBack > 0 && !isLogged) deps.log.error(text(heldBack), { heldBack })
    isLogged = heldBack > 0
  }
}

const failedJobDays = 365

/** Deletes old jobs. Failed ones that are about money wait for a person, however long. */
export async function sweepOldJobs({ db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>): Promise<void> {
  await sweepJobs(db, now() - env.keepJobDays * day)
  await sweepFailedJobs(db, now() - failedJobDays * day, moneyJobs)
}

/** Each also runs shortly after the start, or after this process begins to run scheduled work. */
const makeJobs = (backups: ScheduledBackups): readonly Job[] => [
  { name: 'sweep sessions', everyMs: hour, run: ({ db, now }) => sweepSessions(db, now()) },
  {
    name: 'sweep unconfirmed accounts',
    everyMs: hour,
    run: async ({ db, now }) => void (await sweepUnconfirmed(db, now())),
  },
  { name: 'sweep videos', everyMs: hour, run: sweepJob(deps => sweepVideos(deps), heldBackText) },
  { name: 'move files to the shared bucket', everyMs: hour, everywhere: true, run: shareFiles },
  { name: 'delete files in buckets', everyMs: minute, run: dropObjectsJob() },
  { name: 'sweep the bucket', everyMs: hour, run: sweepObjects },
  { name: 'sweep pictures', everyMs: hour, run: sweepJob(deps => sweepImages(deps), imagesHeldBackText) },
  {
    name: 'sweep webhook events',
    everyMs: day,
    run: ({ db, env, now }) => sweepWebhookEvents(db, now() - env.keepJobDays * day),
  },
  { name: 'sweep attempts', everyMs: minute, needsNoClock: true, run: ({ db }) => db.attempts.sweep() },
  { name: 'sweep daily counts', everyMs: day, run: ({ db, now }) => sweepDailyCounts(db, now()) },
  { name: 'sweep archives of data', everyMs: hour, run: sweepExports },
  { name: 'sweep payout details', everyMs: hour, run: ({ db, now }) => sweepPayoutDetails(db, now()) },
  {
    name: 'sweep failed mails',
    everyMs: day,
    run: ({ db, env, now }) => sweepMails(db, now(), env.keepMailDays * day),
  },
  {
    name: 'sweep the outbox',
    everyMs: day,
    everywhere: true,
    run: async ({ env, now }) => void (await sweepOutbox(env.dataDir, now() - env.keepMailDays * day)),
  },
  { name: 'sweep old jobs', everyMs: day, run: sweepOldJobs },
  { name: 'reconcile payments', everyMs: minute, run: reconcilePayments },
  { name: 'poll payment events', everyMs: minute, run: pollEvents },
  { name: 'hold winners', everyMs: minute, run: deps => holdEndedWinners(deps) },
  // A check of all ended tournaments each second would cost too much.
  { name: 'hold winners at the end', everyMs: 1000, run: deps => holdEndedWinners(deps, minute) },
  { name: 'reminders', everyMs: 10 * minute, run: queueTimedReminders },
  { name: 'queue evening mails', everyMs: 5 * minute, run: queueDigests },
  { name: 'sweep notifications', everyMs: day, run: sweepNotifications },
  {
    name: 'measure lag',
    everyMs: lagEveryMs,
    needsNoClock: true,
    everywhere: true,
    run: async ({ metrics }) => metrics.measureLag(),
  },
  { name: 'back up', everyMs: minute, run: () => backups.runDue() },
  {
    name: 'check the clock',
    everyMs: checkEveryMs,
    needsNoClock: true,
    everywhere: true,
    run: ({ clock }) => clock.check(),
  },
  {
    name: 'announce the clock',
    everyMs: 1000,
    needsNoClock: true,
    run: ({ events }) => events.announceClock(),
  },
  {
    name: 'read changes of other processes',
    everyMs: 250,
    needsNoClock: true,
    everywhere: true,
    // A database that doesn't answer is asked again, without a pause that grows.
    run: ({ db }) => db.changes.catchUp().catch(() => {}),
  },
]

/** Milliseconds. */
const backoff = (failures: number) => Math.min(30_000, 1000 * 2 ** failures)

/** Logs failures and waits after them. Does nothing while the job runs, or needs a clock that is wrong. */
export function runner(
  deps: Pick<Deps, 'clock' | 'log' | 'processes'>,
  { name, needsNoClock, everywhere }: Omit<Job, 'run' | 'everyMs'>,
  work: () => Promise<void>,
): () => Promise<void> {
  let running = false
  let failures = 0
  let notBefore = 0
  return async () => {
    if (running || performance.now() < notBefore) return
    if (!everywhere && !deps.processes.runsScheduledWork()) return
    if (!needsNoClock && deps.clock.fault() !== null) return
    running = true
    try {
      await work()
      failures = 0
    } catch (error) {
      failures += 1
      notBefore = performance.now() + backoff(failures)
      deps.log.error('job failed', { job: name }, error)
    } finally {
      running = false
    }
  }
}

/** @returns stops scheduler and queue, and waits for running jobs */
export function startJobs(deps: Deps): () => Promise<void> {
  const queue = new JobQueue(deps, jobKinds(deps), () => deps.clock.fault() !== null)
  const backups = new ScheduledBackups(deps)
  const jobs = makeJobs(backups).map(job => ({ ...job, now: runner(deps, job, () => job.run(deps)) }))
  const timers = jobs.map(({ everyMs, now }) => setInterval(() => void now(), everyMs))
  let isFirst = false
  /** The process that takes over runs every job at once, since the one before may have missed some. */
  function begin(): void {
    const wasFirst = isFirst
    isFirst = deps.processes.runsScheduledWork()
    if (isFirst && !wasFirst) for (const { everywhere, now } of jobs) if (!everywhere) void now()
  }
  const start = setTimeout(() => {
    for (const { everywhere, now } of jobs) if (everywhere) void now()
    begin()
    timers.push(setInterval(begin, 250))
  }, 2000).unref()
  // The queue starts after the first page is served.
  const first = setTimeout(() => queue.start(), 500)
  return async () => {
    clearTimeout(first)
    clearTimeout(start)
    for (const timer of timers) clearInterval(timer)
    // Event streams never end by themselves.
    deps.events.hub.close()
    await Promise.all([queue.stop(), backups.stop()])
  }
}
