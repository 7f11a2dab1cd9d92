import type { Deps } from '#server/deps.ts'
import { eventsOf } from '#server/features/events/events.queries.ts'
import { sweepSessions } from './sessions.ts'

interface Job {
  name: string
  everyMs: number
  run: (deps: Deps) => Promise<void>
}

/** What runs on a clock; each also once at the start. */
const jobs: readonly Job[] = [
  { name: 'sweep sessions', everyMs: 3_600_000, run: ({ db, now }) => sweepSessions(db, now()) },
  { name: 'announce changes', everyMs: 1000, run: deps => eventsOf(deps).look() },
]

/** Starts the clock. A job that fails is logged and comes again; it never runs twice at once. @returns what stops it */
export function startJobs(deps: Deps): () => void {
  const timers = jobs.map(job => {
    let running = false
    const run = async () => {
      if (running) return
      running = true
      try {
        await job.run(deps)
      } catch (error) {
        deps.log.error('job failed', { job: job.name }, error)
      } finally {
        running = false
      }
    }
    setTimeout(() => void run(), 2000).unref()
    return setInterval(() => void run(), job.everyMs)
  })
  return () => {
    for (const timer of timers) clearInterval(timer)
    // A stop waits for what is open, and these are open for ever.
    eventsOf(deps).hub.close()
  }
}
