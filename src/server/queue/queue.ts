import type { Db, Trx } from '#server/db/connection.ts'
import type { GroupCommit } from '#server/db/group-commit.ts'
import { anyTable, onWrite } from '#server/db/writes.ts'
import type { Log } from '#server/log.ts'
import { beginJob, type JobChanges, markJob, type WantedJobs, waitingJobs } from './queue.queries.ts'
import type { JobId, JobRow } from './queue.table.ts'

export interface Job {
  /** What it is about, as {@link import('./queue.queries.ts').enqueue} was told. */
  subject: string
  /** 1 at the first try. */
  attempt: number
  /** Aborted when the server stops: end soon, the job comes again. */
  signal: AbortSignal
}

/**
 * One kind of work. It may run again after it has had its effect (the process died before that was written down),
 * so it asks first what is done already.
 */
export interface JobKind {
  kind: string
  /** How many run at once. */
  atOnce: number
  /** Milliseconds until the next try when `attempts` have failed; null: it is given up. */
  retryAfter(attempts: number): number | null
  run(job: Job): Promise<void>
  /** Called when it is given up. */
  gaveUp?(subject: string, reason: string): Promise<void>
}

/** Thrown by a job that would fail every time. `message` is kept for the operator. */
export class GiveUp extends Error {}

/**
 * Thrown by a job that can't run with the present settings. It waits, however long they stay: this try doesn't count.
 * `message` is kept for the operator.
 */
export class Blocked extends Error {}

/** How long a blocked job waits: a tenth of its age, between these two. Milliseconds. */
const [blockedMin, blockedMax] = [10_000, 3_600_000]

/** Backoff that doubles: `first`, twice that, … at most `longest`, for `tries` tries. Milliseconds. */
export const doubling =
  (first: number, longest: number, tries: number) =>
  (attempts: number): number | null =>
    attempts >= tries ? null : Math.min(longest, first * 2 ** (attempts - 1))

/** Waits, at most until the server stops. */
function unlessStopped(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = () => resolve()
  const timer = setTimeout(end, milliseconds)
  signal.addEventListener('abort', end, { once: true })
  return promise.finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
  })
}

interface Needs {
  db: Db
  groupCommit: GroupCommit
  log: Log
  now: () => number
}

/** Timers hold at most 2^31 ms, and a clock may be set: look again after a minute at the latest. */
const longestSleepMs = 60_000

/** The pauses after a failure of the database itself, such as a full disk: the first, and the longest. */
const shortestPauseMs = 1000
const longestPauseMs = 30_000

/**
 * Runs durable jobs (table `jobs`) of the kinds it is given, in this process. What was waiting or running when the
 * process ended is run again.
 */
export class JobQueue {
  readonly #kinds: readonly JobKind[]
  readonly #needs: Needs
  readonly #running = new Map<JobId, Promise<void>>()
  readonly #perKind = new Map<string, number>()
  readonly #stopping = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined
  #unlisten: (() => void) | undefined
  #looking: Promise<void> | null = null
  #lookAgain = false
  /** Until then nothing is read, since reading has failed; of `performance.now()`. */
  #pausedUntil = 0
  #pauseMs = shortestPauseMs

  constructor(needs: Needs, kinds: readonly JobKind[]) {
    this.#needs = needs
    this.#kinds = kinds
  }

  /** Starts with what is due, and then with whatever a commit adds. */
  start(): void {
    this.#unlisten = onWrite(this.#needs.db, tables => {
      if (tables.has('jobs') || tables.has(anyTable)) this.#wake()
    })
    this.#wake()
  }

  /** Starts nothing more, tells what runs to end, and waits for it. */
  async stop(): Promise<void> {
    this.#unlisten?.()
    clearTimeout(this.#timer)
    this.#stopping.abort()
    await this.#looking
    await Promise.allSettled(this.#running.values())
  }

  /** Runs everything that is due, and what that makes due at once; for tests and commands, in place of {@link start}. */
  async drain(): Promise<void> {
    do {
      await this.#look()
      await Promise.all(this.#running.values())
    } while (await this.#hasDue())
  }

  async #hasDue(): Promise<boolean> {
    const { db, now } = this.#needs
    const next = await waitingJobs(
      db,
      this.#kinds.map(({ kind }) => ({ kind, limit: 1 })),
    )
    return next.some(({ due_at: due }) => due <= now())
  }

  #wake(): void {
    if (this.#stopping.signal.aborted || performance.now() < this.#pausedUntil) return
    if (this.#looking) {
      this.#lookAgain = true
      return
    }
    this.#looking = this.#look()
      .catch(error => this.#pause(error))
      .finally(() => {
        this.#looking = null
        if (!this.#lookAgain) return
        this.#lookAgain = false
        this.#wake()
      })
  }

  /** Looks again after a while: a failing disk must not keep the process busy. */
  #pause(error: unknown): void {
    this.#needs.log.error('jobs could not be read', { again: `in ${this.#pauseMs / 1000} s` }, error)
    this.#pausedUntil = performance.now() + this.#pauseMs
    clearTimeout(this.#timer)
    if (!this.#stopping.signal.aborted)
      this.#timer = setTimeout(() => this.#wake(), this.#pauseMs + 1).unref()
    this.#pauseMs = Math.min(longestPauseMs, this.#pauseMs * 2)
  }

  async #look(): Promise<void> {
    const { db, now } = this.#needs
    let next = now() + longestSleepMs
    const free = (await waitingJobs(db, this.#withRoom())).filter(row => !this.#running.has(row.id))
    for (const row of free) {
      const kind = this.#kinds.find(each => each.kind === row.kind)
      if (row.due_at > now()) next = Math.min(next, row.due_at)
      else if (kind && this.#roomOf(kind) > 0 && !this.#stopping.signal.aborted) this.#begin(kind, row)
    }
    this.#pauseMs = shortestPauseMs
    clearTimeout(this.#timer)
    if (this.#unlisten && !this.#stopping.signal.aborted) {
      this.#timer = setTimeout(() => this.#wake(), Math.max(10, next - now()))
      this.#timer.unref()
    }
  }

  #roomOf({ kind, atOnce }: JobKind): number {
    return atOnce - (this.#perKind.get(kind) ?? 0)
  }

  /** Those that run are among the jobs that wait; one more than can run says when to look again. */
  #withRoom(): WantedJobs[] {
    const free = this.#kinds.filter(kind => this.#roomOf(kind) > 0)
    return free.map(({ kind, atOnce }) => ({ kind, limit: atOnce + 1 }))
  }

  #begin(kind: JobKind, row: JobRow): void {
    this.#perKind.set(kind.kind, (this.#perKind.get(kind.kind) ?? 0) + 1)
    const running = this.#run(kind, row)
      .catch(error => this.#needs.log.error('a job could not be kept', { kind: kind.kind }, error))
      .finally(() => {
        this.#running.delete(row.id)
        this.#perKind.set(kind.kind, (this.#perKind.get(kind.kind) ?? 1) - 1)
        if (this.#unlisten) this.#wake()
      })
    this.#running.set(row.id, running)
  }

  async #run(kind: JobKind, row: JobRow): Promise<void> {
    const attempt = row.attempts + 1
    // Written before it starts, so that a job which kills the process is not tried for ever.
    if (!(await this.#commit(trx => beginJob(trx, row.id, attempt)))) return
    const outcome = await this.#attempt(kind, row, attempt)
    await this.#commit(trx => markJob(trx, row.id, outcome))
    const { state, last_error: reason } = outcome
    if (state === 'failed') await this.#write(async () => kind.gaveUp?.(row.subject, reason ?? ''))
  }

  /** Jobs that begin or end together share a commit: with thousands of refunds, the disk is what they wait for. */
  #commit<T>(work: (trx: Trx) => Promise<T>): Promise<T> {
    return this.#write(() => this.#needs.groupCommit.write(work))
  }

  /** Repeats a write until it succeeds, so that a job whose effect is done does not run again meanwhile. */
  async #write<T>(write: () => Promise<T>): Promise<T> {
    const { signal } = this.#stopping
    for (let pause = shortestPauseMs; ; pause = Math.min(longestPauseMs, pause * 2))
      try {
        return await write()
      } catch (error) {
        // Without `start` a caller waits for the outcome.
        if (signal.aborted || !this.#unlisten) throw error
        this.#needs.log.error('a job could not be recorded', { again: `in ${pause / 1000} s` }, error)
        await unlessStopped(pause, signal)
      }
  }

  async #attempt(kind: JobKind, row: JobRow, attempt: number): Promise<JobChanges> {
    const { log, now } = this.#needs
    const { signal } = this.#stopping
    const tired = row.attempts > 0 && kind.retryAfter(row.attempts) === null
    try {
      if (tired) throw new GiveUp(row.last_error ?? 'The server ended each time while this ran.')
      await kind.run({ subject: row.subject, attempt, signal })
      return { state: 'done', last_error: null, finished_at: now() }
    } catch (error) {
      if (signal.aborted) return { attempts: row.attempts }
      const reason = error instanceof Error ? error.message : String(error)
      if (error instanceof Blocked) {
        const blockedFor = Math.min(blockedMax, Math.max(blockedMin, (now() - row.created_at) / 10))
        log.info('job waits', { kind: kind.kind, subject: row.subject, reason })
        return { attempts: row.attempts, due_at: now() + Math.round(blockedFor), last_error: reason }
      }
      const wait = error instanceof GiveUp ? null : kind.retryAfter(attempt)
      log.warn('job failed', { kind: kind.kind, subject: row.subject, attempt, reason, again: wait !== null })
      if (wait !== null) return { due_at: now() + wait, last_error: reason }
      return { state: 'failed', last_error: reason, finished_at: now() }
    }
  }
}
