import type { Deps } from '#server/deps.ts'
import { heldBackText, sweepVideos } from '#server/features/crew-videos/index.ts'
import { sweepDailyCounts } from '#server/features/daily-limits/index.ts'
import { pollEvents, reconcilePayments, sweepWebhookEvents } from '#server/features/funding/index.ts'
import { imageSweep, imagesHeldBackText } from '#server/features/images/index.ts'
import { sweepMails } from '#server/mail/mail.queries.ts'
import { sweepJobs } from '#server/queue/queue.queries.ts'
import { JobQueue } from '#server/queue/queue.ts'
import { jobKinds } from './job-kinds.ts'
import { sweepSessions } from './sessions.ts'

interface Job {
  name: string
  everyMs: number
  run: (deps: Deps) => Promise<void>
}

const minute = 60_000
const day = 86_400_000

/** The hourly sweep; that it holds videos back is logged once. */
export function videoSweepJob(): (deps: Deps) => Promise<void> {
  let logged = false
  return async deps => {
    const { heldBack } = await sweepVideos(deps)
    if (heldBack > 0 && !logged) deps.log.error(heldBackText(heldBack), { heldBack })
    logged = heldBack > 0
  }
}

/** The hourly sweep of pictures; that it holds files back is logged once. */
function imageSweepJob(): (deps: Deps) => Promise<void> {
  const sweep = imageSweep()
  let logged = false
  return async deps => {
    const { heldBack } = await sweep(deps)
    if (heldBack > 0 && !logged) deps.log.error(imagesHeldBackText(heldBack), { heldBack })
    logged = heldBack > 0
  }
}

/** What runs on a clock; each also once at the start. */
const makeJobs = (): readonly Job[] => [
  { name: 'sweep sessions', everyMs: 3_600_000, run: ({ db, now }) => sweepSessions(db, now()) },
  { name: 'sweep videos', everyMs: 3_600_000, run: videoSweepJob() },
  { name: 'sweep pictures', everyMs: 3_600_000, run: imageSweepJob() },
  {
    name: 'forget old messages',
    everyMs: day,
    run: ({ db, now }) => sweepWebhookEvents(db, now() - 90 * day),
  },
  { name: 'forget daily counts', everyMs: day, run: ({ db, now }) => sweepDailyCounts(db, now()) },
  { name: 'forget failed mails', everyMs: day, run: ({ db, now }) => sweepMails(db, now()) },
  { name: 'forget old jobs', everyMs: day, run: ({ db, now }) => sweepJobs(db, now() - 90 * day) },
  { name: 'reconcile payments', everyMs: minute, run: reconcilePayments },
  { name: 'read missed events', everyMs: minute, run: pollEvents },
  { name: 'announce changes', everyMs: 1000, run: deps => deps.events.look() },
]

/** How long a job that has failed so many times in a row waits, in milliseconds. Its usual pause is the least. */
const backoff = (failures: number) => Math.min(30_000, 1000 * 2 ** failures)

/**
 * Starts the clock and the queue. What fails on the clock is logged and comes again; it never runs twice at once.
 * @returns what stops both; it waits for the jobs that run
 */
export function startJobs(deps: Deps): () => Promise<void> {
  const queue = new JobQueue(deps, jobKinds(deps))
  const timers = makeJobs().map(job => {
    let running = false
    let failures = 0
    let notBefore = 0
    const run = async () => {
      if (running || performance.now() < notBefore) return
      running = true
      try {
        await job.run(deps)
        failures = 0
      } catch (error) {
        failures += 1
        notBefore = performance.now() + backoff(failures)
        deps.log.error('job failed', { job: job.name }, error)
      } finally {
        running = false
      }
    }
    setTimeout(() => void run(), 2000).unref()
    return setInterval(() => void run(), job.everyMs)
  })
  // Not before the first visitor is served.
  const first = setTimeout(() => queue.start(), 500)
  return async () => {
    clearTimeout(first)
    for (const timer of timers) clearInterval(timer)
    // A stop waits for what is open, and these are open for ever.
    deps.events.hub.close()
    await queue.stop()
  }
}
